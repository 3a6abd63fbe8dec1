-- SPDX-License-Identifier: Apache-2.0
-- Version 6 of the schema of version 5: the other checks of a run that failed, and why the environment
-- ended a night. Of older runs the findings that follow from others are not known, of older nights no reason.
ALTER TABLE night ADD COLUMN why TEXT NOT NULL DEFAULT '';
ALTER TABLE run ADD COLUMN also TEXT NOT NULL DEFAULT '';
UPDATE run SET also = ifnull((SELECT group_concat(name, ' ') FROM (SELECT f."check" AS name FROM finding f
    JOIN bucket b ON b.id = run.bucket WHERE f.run = run.id AND f."check" <> b."check" GROUP BY name ORDER BY min(f.cycle))), '')
    WHERE bucket NOTNULL;

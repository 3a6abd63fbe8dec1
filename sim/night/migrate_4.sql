-- SPDX-License-Identifier: Apache-2.0
-- Version 5 of the schema of version 4: the open cases that a run came into. Of older ones it is not known.
ALTER TABLE run ADD COLUMN unpredictable TEXT NOT NULL DEFAULT '';

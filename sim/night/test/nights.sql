-- SPDX-License-Identifier: Apache-2.0
-- Nights that the tests of the page read, on the schema of sim/night/schema.sql. The table `size`
-- says how many nights, and how many runs in each; night N begins on 2026-11-N.
--   packet header  fails in the last night alone: new
--   PMBIRQ         fails from the third last night on: known
--   WLAST          failed in the night before the last one: gone
--   hang           fails in the last two nights, on one configuration: for the quarantine
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n, size WHERE i < size.nights)
INSERT INTO night (id, uuid, begun, ended, date, host, commit_id, dirty, seed, list, list_hash,
  engine, jobs, budget_ms, cpu_ms, build_ms, status, whole)
SELECT i, 'night-' || i, 1793404800 + i * 86400, 1793404800 + i * 86400 + 1800,
  date(1793404800 + i * 86400, 'unixepoch'), 'farm-1', printf('%08x%032x', 2654435761 * i % 4294967296, i), 0,
  date(1793404800 + i * 86400, 'unixepoch') || '.1', 'sim/lists/night.tsv', 'aa', 'ninja', 2,
  3600000, 3400000, 200000, CASE WHEN i < size.nights - 2 THEN 0 ELSE 1 END, 1 FROM n, size;

CREATE TEMP TABLE configs (nth INTEGER PRIMARY KEY, name);
INSERT INTO configs (name) VALUES ('neoverse'), ('v1p0_min'), ('v1p5_max'), ('kunpeng'), ('ernd');
CREATE TEMP TABLE tests (nth INTEGER PRIMARY KEY, name);
INSERT INTO tests (name) VALUES ('random'), ('two_random'), ('collide_life'), ('interval_modes'),
  ('buffer_full'), ('packet_kinds'), ('smoke');

INSERT INTO model (id, config, config_hash, executable, flavour)
SELECT nth, name, printf('%016x', nth * 77777), printf('%064x', nth * 99991), 'plain' FROM configs;

INSERT INTO bucket (id, "check", field, stage) VALUES
  (1, 'buf.data', 'Timestamp', 'record'), (2, 'out.irq', 'PMBIRQ', 'report'),
  (3, 'bus.protocol', 'WLAST', 'bus'), (4, 'failed', 'hang', 'run');

WITH RECURSIVE i (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM i, size WHERE i < size.runs)
INSERT INTO run (night, name, origin, config, model, test, seed, command, dir, status, exit, stim,
  result, cycles, ops, samples, collisions, filtered, records, bytes, lost, audits, checks,
  mismatches, pending, off, cpu_ms, wall_ms, host, ended, bucket)
SELECT night.id, c.name || '.' || t.name || '.' || i, CASE WHEN i <= size.runs / 2 THEN 'fixed' ELSE 'fresh' END,
  c.name, c.nth, t.name, i,
  'cd /home/dv/spe && build/' || c.name || '/spu_sim --config rtl/configs/' || c.name || '.cfg --test ' || t.name || ' --seed ' || i,
  '', 'passed', 0, printf('%016x', i * 1000003 + night.id), printf('%016x', i * 7000003 + night.id),
  2000 + i * 7919 % 90000, 900 + i % 300, 40, 3, 5, 12 + i % 900, 20000, 0, 40, 90000, 0, 0, '-',
  15 + i * 31 % 220, 20, 'farm-1', night.begun + i, NULL
FROM night, size, i JOIN configs c ON c.nth = 1 + i % 5 JOIN tests t ON t.nth = 1 + i % 7;

-- planned_failure (first night before the last, last night before the last, bucket, every, of which test)
CREATE TEMP TABLE fault (bucket, first, last, part, config, why);
INSERT INTO fault VALUES (1, 0, 0, 97, 'neoverse', ''), (2, 2, 0, 113, '', ''), (3, 1, 1, 89, '', ''),
  (4, 1, 0, 61, 'v1p0_min', 'hang: psb_done_o has not come in 200000 cycles, at cycle 204665');
UPDATE run SET status = CASE f.bucket WHEN 4 THEN 'cpu' ELSE 'failed' END, exit = 1, bucket = f.bucket, why = f.why,
  dir = 'build/nightly/runs/' || night || '/' || run.config || '/' || test || '-' || seed
  FROM fault f, size WHERE night BETWEEN nights - f.first AND nights - f.last AND run.id % f.part = 7
  AND (f.config = '' OR f.config = run.config);
INSERT INTO finding SELECT run.id, 0, 1, 3349, 1222 + run.id, b."check", b.field, b.stage,
  CASE b.id WHEN 1 THEN 'record 1 at 0x4010000000 differs at byte 31 (Timestamp, header); sampled operation at PC 0x7d0db8'
  WHEN 2 THEN 'PMBIRQ stays low; PMBSR_EL1.S is 1 since cycle 241, External abort' ELSE 'WLAST is 0 in beat 1 of 1' END,
  CASE b.id WHEN 1 THEN '71' WHEN 2 THEN '1' ELSE '' END, CASE b.id WHEN 1 THEN 'f1' WHEN 2 THEN '0' ELSE '' END,
  'DDI 0586A 2.3, 5.3', '' FROM run JOIN bucket b ON b.id = run.bucket WHERE b.id < 4;

-- Bins: 400 of every night; bin 400 is lost in the last one, bin 401 won.
WITH RECURSIVE p (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM p WHERE i < 401)
INSERT INTO point (id, name) SELECT i, 'access PMSCR_EL1.' || i || '.EL1.ok' FROM p;
INSERT INTO night_bins SELECT n.id, c.name, p.id, 30, 120 FROM night n, configs c, point p, size
  WHERE (p.id < 400 OR (p.id = 400 AND n.id < size.nights) OR (p.id = 401 AND n.id = size.nights)) AND p.id % 40 < 30 + n.id % 10;

-- Checks: one is evaluated everywhere, one on neoverse alone, one nowhere; a branch that was taken.
INSERT INTO point VALUES (501, 'check buf.data'), (502, 'check fork.settled'), (503, 'check sva.none'), (504, 'fork S2 written');
INSERT INTO night_counts SELECT size.nights, c.name, p.id, 9, CASE p.id WHEN 501 THEN 5 WHEN 502 THEN 7 * (c.name = 'neoverse') ELSE 0 END
  FROM configs c, point p, size WHERE p.id IN (501, 502, 503);
INSERT INTO night_counts SELECT size.nights, 'kunpeng', 504, 2, 3 FROM size;

-- Open cases that runs of the last night came into, on one configuration more than on the others.
UPDATE run SET unpredictable = CASE WHEN seed IN ('5', '6', '331') THEN 'B1,L1' WHEN seed = '10' THEN 'L1,S2' ELSE '' END
  FROM size WHERE night = size.nights;

-- Two samples of the last night: one repeats its run, one does not. A stimulus that came of two seeds.
INSERT INTO run (night, name, origin, config, model, test, seed, status, stim, result, cycles, records, checks, cpu_ms, twin)
SELECT night, name || '~keep', 'sample', config, model, test, seed, 'passed', stim, iif(seed = '40', 'other', result), cycles, records,
  checks, 20, id FROM run, size WHERE night = size.nights AND seed IN ('20', '40');
UPDATE run SET stim = (SELECT stim FROM run o WHERE o.night = run.night AND o.seed = '6' AND o.origin = 'fixed') FROM size
  WHERE run.night = size.nights AND run.seed = '1' AND run.origin = 'fixed';

-- Code coverage of the last two nights: line 12 is lost, line 13 waived and hit, a toggle waived.
INSERT INTO code_point SELECT n.id, kind, 'rtl/spu.sv', line, name, iif(line = 12 AND n.id = size.nights, 0, hits), waiver FROM night n, size,
  (SELECT 'line' AS kind, 11 AS line, 'block' AS name, 5 AS hits, NULL AS waiver UNION ALL SELECT 'line', 12, 'block', 5, NULL
   UNION ALL SELECT 'line', 13, 'block', 1, 'dead' UNION ALL SELECT 'toggle', 7, 'awaddr[51]', 0, 'EnPa52 is 0') WHERE n.id >= size.nights - 1;

import type { Print } from '../trial.ts';
import type { FillableDatabase } from './database.ts';
import { fillStats } from './fill-stats.ts';

export interface LogShape {
  rows: number;
  /** Owns one row in a hundred; the others belong to `OTHER_USERS` users, a few of them busy. */
  userId: number;
  /** Time of the newest row, in seconds. */
  now: number;
}

const HOUR = 3600;
const DAY = 24 * HOUR;
export const SPAN_SECONDS = 30 * DAY;
export const OTHER_USERS = 2000;
export const MODELS = 40;
export const CHANNELS = 20;
/** One call in 50,000. */
export const RARE_MODEL = 'rare-model';
const BATCH = 200_000;
/** As long as that of a plain call. */
const OTHER = JSON.stringify({
  model_ratio: 0.075,
  group_ratio: 1,
  completion_ratio: 4,
  cache_tokens: 0,
  price_version: 'a1b2c3d4e5f6',
  first_token_ms: 312,
  admin_info: {
    channels: [7],
    attempts: [{ channel: 7, ms: 843, outcome: 'ok' }],
    node: 'x'.repeat(36),
  },
});

/** Fills the log with `rows` calls of the last 30 days, oldest first, and the matching roll-ups. */
export async function fillLog(
  database: FillableDatabase,
  shape: LogShape,
  print: Print,
): Promise<void> {
  const indices = await database.dropIndices('logs');
  for (let from = 1; from <= shape.rows; from += BATCH) {
    const to = Math.min(from + BATCH - 1, shape.rows);
    await database.run(insertCalls(shape, from, to));
    if (to % 1_000_000 === 0) print(`  ${database.kind}: ${to} rows`);
  }
  for (const index of indices) await database.run(index);
  await database.run(ROLL_UP);
  // On SQLite the log is the journal: rows above this mark would be charged at the next start.
  if (database.kind === 'SQLite')
    await database.run('UPDATE nodes SET applied_log_id = (SELECT max(id) FROM logs)');
  for (let day = shape.now - SPAN_SECONDS; day <= shape.now + DAY; day += DAY)
    for (const statement of sumsOfDay(day - (day % DAY))) await database.run(statement);
  for (const statement of failedSums()) await database.run(statement);
  await fillStats(database);
  // A running server would have been vacuumed automatically, which enables index-only scans.
  await database.run(database.kind === 'SQLite' ? 'ANALYZE' : 'VACUUM ANALYZE');
  print(`  ${database.kind}: indices and roll-ups made`);
}

/**
 * Pseudo-random numbers by multiplication, identical in both databases: h1 and h2 are in [0, 1). A user has
 * three models and two keys, and a model is on two channels, so that hourly sums are realistic.
 */
function insertCalls({ rows, userId, now }: LogShape, from: number, to: number): string {
  const scattered = (value: string, modulus: number) =>
    `(${value} % ${modulus}) / CAST(${modulus} AS DOUBLE PRECISION)`;
  const user = `CASE WHEN n % 100 = 0 THEN ${userId} ELSE 100000 + CAST(h1 * h1 * h1 * ${OTHER_USERS} AS INTEGER) END`;
  return `INSERT INTO logs (created_at, type, user_id, username, token_id, token_name, channel_id, model_name,
      "group", quota, prompt_tokens, completion_tokens, use_time, is_stream, content, other, request_id, ip)
    WITH RECURSIVE series(n) AS (SELECT CAST(${from} AS BIGINT) UNION ALL SELECT n + 1 FROM series WHERE n < ${to}),
    dice AS (SELECT n, n % 3 AS pick, ${scattered('n * 2654435761', 4_294_967_296)} AS h1 FROM series),
    owned AS (SELECT n, pick, h1, ${user} AS owner FROM dice),
    picked AS (SELECT n, pick, h1, owner, ${scattered('(owner * 3 + pick) * 2246822519', 4_294_967_291)} AS h2 FROM owned),
    calls AS (SELECT n, pick, h1, owner, CAST(h2 * h2 * h2 * ${MODELS - 1} AS INTEGER) AS model FROM picked)
    SELECT ${now - SPAN_SECONDS} + n * ${SPAN_SECONDS} / ${rows}, CASE WHEN n % 50 = 7 THEN 5 ELSE 2 END, owner,
      'user' || owner, owner * 3 + pick % 2, 'key ' || pick % 2, 1 + (model * 7 + n % 2) % ${CHANNELS},
      CASE WHEN n % 50021 = 3 THEN '${RARE_MODEL}' ELSE 'model-' || model END, 'default', CASE WHEN n % 50 = 7 THEN 0 ELSE 20 + n % 5000 END,
      10 + n % 3000, 5 + n % 700, n % 30, n % 2, '', '${OTHER}', 'req-' || CAST(h1 * 1000000000 AS INTEGER) || '-' || n, '10.0.0.1'
    FROM calls`;
}

const ROLL_UP = `INSERT INTO usage_hourly (hour, user_id, username, model_name, channel_id, token_id, "group",
    request_count, quota, prompt_tokens, completion_tokens, unlogged_quota)
  SELECT created_at - created_at % 3600, user_id, min(username), model_name, channel_id, token_id, "group",
    count(*), sum(quota), sum(prompt_tokens), sum(completion_tokens), 0
  FROM logs WHERE type = 2 GROUP BY created_at - created_at % 3600, user_id, model_name, channel_id, token_id, "group"`;

const TOKEN = "'key ' || (token_id - 3 * user_id)";
const SCOPES = [
  ['all', "''", "''"],
  ['token', TOKEN, "''"],
  ['user', 'CAST(user_id AS TEXT)', TOKEN],
] as const;

/** Adds failed calls to the sums of the log. */
function failedSums(): string[] {
  return [HOUR, DAY].flatMap((span) =>
    SCOPES.map(
      ([scope, key, name]) =>
        `INSERT INTO log_sums (scope, key, span, start, token_name, model_name, channel_id, "group", calls, quota, failed)
         SELECT '${scope}', ${key}, ${span}, created_at - created_at % ${span}, ${name}, model_name, channel_id, "group",
           0, 0, count(*)
         FROM logs WHERE type = 5 GROUP BY 2, 4, 5, 6, 7, 8
         ON CONFLICT (scope, key, span, start, token_name, model_name, channel_id, "group")
         DO UPDATE SET failed = excluded.failed`,
    ),
  );
}

/** Computes the sums of the log from the roll-up of a day. */
function sumsOfDay(day: number): string[] {
  return [HOUR, DAY].flatMap((span) =>
    SCOPES.map(
      ([scope, key, name]) =>
        `INSERT INTO log_sums (scope, key, span, start, token_name, model_name, channel_id, "group", calls, quota)
         SELECT '${scope}', ${key}, ${span}, hour - hour % ${span}, ${name}, model_name, channel_id, "group",
           sum(request_count), sum(quota)
         FROM usage_hourly WHERE hour >= ${day} AND hour < ${day + DAY} GROUP BY 2, 4, 5, 6, 7, 8`,
    ),
  );
}

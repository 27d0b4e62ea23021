import type { FillableDatabase } from './database.ts';

const QUARTER = 900;
const DAY = 86_400;
const WEEK = 7 * DAY;
/** A histogram of calls with twelve latencies, in the gateway's format. */
const LATENCIES = '40:3,41:5,42:9,43:14,44:20,45:17,46:11,47:8,48:6,49:3,50:2,51:1';
const PLACE = 'scope, span, key, start';
const COUNTS =
  'calls, failed, quota, refunded, prompt_tokens, completion_tokens, first_token, total';

/**
 * The key of each scope. By user and model only per day: per quarter hour there would be as many rows as in
 * the log.
 */
const SCOPES: readonly (readonly [scope: string, key: string, span: number])[] = [
  ['all', "''", QUARTER],
  ['model', 'model_name', QUARTER],
  ['served', 'model_name', QUARTER],
  ['channel', 'CAST(channel_id AS TEXT)', QUARTER],
  ['group', '"group"', QUARTER],
  ['user', 'CAST(user_id AS TEXT)', QUARTER],
  ['key', 'CAST(token_id AS TEXT)', QUARTER],
  ['user_model', "CAST(user_id AS TEXT) || '\n' || model_name", DAY],
];

/** Fills the dashboard's statistics from the log. */
export async function fillStats(database: FillableDatabase): Promise<void> {
  for (const [scope, key, span] of SCOPES)
    await database.run(`INSERT INTO usage_stats (${PLACE}, ${COUNTS})
      SELECT '${scope}', ${span}, ${key}, created_at - created_at % ${span}, ${sumIf('1', 2)},
        ${scope === 'served' ? '0' : sumIf('1', 5)}, ${sumIf('quota', 2)}, 0, ${sumIf('prompt_tokens', 2)},
        ${sumIf('completion_tokens', 2)}, '${LATENCIES}', '${LATENCIES}'
      FROM logs GROUP BY 3, 4 ORDER BY 3, 4`);
  for (const [shorter, span] of [
    [QUARTER, DAY],
    [DAY, WEEK],
  ] as const)
    await database.run(`INSERT INTO usage_stats (${PLACE}, ${COUNTS})
      SELECT scope, ${span}, key, start - start % ${span}, sum(calls), sum(failed), sum(quota), 0,
        sum(prompt_tokens), sum(completion_tokens), '${LATENCIES}', '${LATENCIES}'
      FROM usage_stats WHERE span = ${shorter} GROUP BY 1, 3, 4 ORDER BY 1, 3, 4`);
}

const sumIf = (value: string, type: number) =>
  `sum(CASE WHEN type = ${type} THEN ${value} ELSE 0 END)`;

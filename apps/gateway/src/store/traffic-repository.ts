import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from './schema.ts';
import type {
  TrafficFiguresTable,
  TrafficLatenciesTable,
  TrafficRulesTable,
} from './traffic-tables.ts';

export type TrafficRuleRow = Selectable<TrafficRulesTable>;
export type TrafficFiguresRow = Selectable<TrafficFiguresTable>;
export type TrafficLatencyRow = Selectable<TrafficLatenciesTable>;

/** Lists all rules, newest first; they are few. */
export function listTrafficRules(db: Db): Promise<TrafficRuleRow[]> {
  return db.selectFrom('traffic_rules').selectAll().orderBy('id', 'desc').execute();
}

export function findTrafficRule(db: Db, id: number): Promise<TrafficRuleRow | undefined> {
  return db.selectFrom('traffic_rules').selectAll().where('id', '=', id).executeTakeFirst();
}

export function insertTrafficRule(
  db: Db,
  rule: Insertable<TrafficRulesTable>,
): Promise<TrafficRuleRow> {
  return db.insertInto('traffic_rules').values(rule).returningAll().executeTakeFirstOrThrow();
}

export function updateTrafficRule(
  db: Db,
  id: number,
  edit: Updateable<TrafficRulesTable>,
): Promise<TrafficRuleRow | undefined> {
  return db
    .updateTable('traffic_rules')
    .set(edit)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes a rule with its figures; returns false if there is none. */
export async function deleteTrafficRule(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('traffic_rules')
    .where('id', '=', id)
    .executeTakeFirst();
  await db.deleteFrom('traffic_figures').where('rule_id', '=', id).execute();
  await db.deleteFrom('traffic_latencies').where('rule_id', '=', id).execute();
  return numDeletedRows > 0n;
}

const ROWS_AT_ONCE = 200;

/** Adds to the stored figures, as several nodes write the same rows. Runs in the caller's transaction. */
export async function addTrafficFigures(
  db: Db,
  figures: readonly TrafficFiguresRow[],
  latencies: readonly TrafficLatencyRow[],
): Promise<void> {
  for (let start = 0; start < figures.length; start += ROWS_AT_ONCE)
    await db
      .insertInto('traffic_figures')
      .values(figures.slice(start, start + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict.columns(['rule_id', 'hour', 'side']).doUpdateSet({
          calls: sql`traffic_figures.calls + excluded.calls`,
          errors: sql`traffic_figures.errors + excluded.errors`,
          prompt_tokens: sql`traffic_figures.prompt_tokens + excluded.prompt_tokens`,
          completion_tokens: sql`traffic_figures.completion_tokens + excluded.completion_tokens`,
          cost: sql`traffic_figures.cost + excluded.cost`,
        }),
      )
      .execute();
  for (let start = 0; start < latencies.length; start += ROWS_AT_ONCE)
    await db
      .insertInto('traffic_latencies')
      .values(latencies.slice(start, start + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict
          .columns(['rule_id', 'hour', 'side', 'measure', 'bucket'])
          .doUpdateSet({ calls: sql`traffic_latencies.calls + excluded.calls` }),
      )
      .execute();
}

/** Sums the figures of a rule's sides since an hour. */
export async function readTrafficFigures(
  db: Db,
  ruleId: number,
  since: number,
): Promise<{ figures: TrafficFiguresRow[]; latencies: TrafficLatencyRow[] }> {
  const figures = await db
    .selectFrom('traffic_figures')
    .selectAll()
    .where('rule_id', '=', ruleId)
    .where('hour', '>=', since)
    .execute();
  const latencies = await db
    .selectFrom('traffic_latencies')
    .selectAll()
    .where('rule_id', '=', ruleId)
    .where('hour', '>=', since)
    .execute();
  return { figures, latencies };
}

/** Deletes figures from before an hour. */
export async function deleteOldTraffic(db: Db, before: number): Promise<void> {
  await db.deleteFrom('traffic_figures').where('hour', '<', before).execute();
  await db.deleteFrom('traffic_latencies').where('hour', '<', before).execute();
}

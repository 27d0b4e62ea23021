import type { Transaction } from 'kysely';
import type { Database, Db } from './schema.ts';

/** All stored options. Secrets are still encrypted. */
export function loadOptions(db: Db): Promise<{ key: string; value: string }[]> {
  return db.selectFrom('options').select(['key', 'value']).execute();
}

export interface WriteOptionsInput {
  values: { key: string; value: string }[];
  changes: { key: string; from: string; to: string }[];
  actor: { id: number; name: string };
  changedAt: number;
}

/** Stores values and one history row for all of them. */
export async function writeOptions(
  trx: Transaction<Database>,
  { values, changes, actor, changedAt }: WriteOptionsInput,
): Promise<void> {
  for (const { key, value } of values) {
    await trx
      .insertInto('options')
      .values({ key, value, updated_at: changedAt })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({ value, updated_at: changedAt }),
      )
      .execute();
  }
  await trx
    .insertInto('option_history')
    .values({
      changed_at: changedAt,
      actor_id: actor.id,
      actor_name: actor.name,
      changes: JSON.stringify(changes),
    })
    .execute();
}

/** Lists changes, newest first. */
export async function listOptionHistory(db: Db, limit: number) {
  const rows = await db
    .selectFrom('option_history')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ changes, ...row }) => ({
    ...row,
    changes: JSON.parse(changes) as { key: string; from: string; to: string }[],
  }));
}

const CHANGES_LOOKED_AT = 1000;

/**
 * Finds who last changed each secret and when, within the latest 1,000 changes of secrets; values are masked.
 */
export async function findLastSecretChanges(
  db: Db,
): Promise<Map<string, { actor_name: string; changed_at: number }>> {
  const rows = await db
    .selectFrom('option_history')
    .select(['actor_name', 'changed_at', 'changes'])
    .where('changes', 'like', '%••••••%')
    .orderBy('id', 'desc')
    .limit(CHANGES_LOOKED_AT)
    .execute();
  const last = new Map<string, { actor_name: string; changed_at: number }>();
  for (const { actor_name, changed_at, changes } of rows.toReversed())
    for (const { key } of JSON.parse(changes) as { key: string }[])
      last.set(key, { actor_name, changed_at: Number(changed_at) });
  return last;
}

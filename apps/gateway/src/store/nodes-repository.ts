import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';

export interface NodeRow {
  id: string;
  /** Seconds; 0 where a node leases but has not reported yet. */
  seenAt: number;
  /** Open leases of users and keys. */
  leases: number;
  /** Quota of users in these leases; limits of keys are of the same quota and don't count again. */
  held: number;
}

/** Every node that was ever seen, with what it holds at the moment; the newest sign of life first. */
export async function listNodes(db: Kysely<Database>): Promise<NodeRow[]> {
  const nodes = await db.selectFrom('nodes').select(['id', 'seen_at']).execute();
  const lent = await db
    .selectFrom('leases')
    .select([
      'node_id',
      sql<number | string>`count(*)`.as('leases'),
      sql<number | string>`sum(CASE WHEN owner_kind = 'user' THEN amount ELSE 0 END)`.as('held'),
    ])
    .groupBy('node_id')
    .execute();
  const rows = new Map<string, NodeRow>(
    nodes.map(({ id, seen_at: seenAt }) => [id, { id, seenAt, leases: 0, held: 0 }]),
  );
  for (const { node_id: id, leases, held } of lent)
    rows.set(id, {
      id,
      seenAt: rows.get(id)?.seenAt ?? 0,
      leases: Number(leases),
      held: Number(held),
    });
  return [...rows.values()].sort((one, other) => other.seenAt - one.seenAt);
}

/** When a node last showed a sign of life, seconds; undefined for one that was never here. */
export async function findNodeSeenAt(
  db: Kysely<Database>,
  id: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('nodes')
    .select('seen_at')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.seen_at;
}

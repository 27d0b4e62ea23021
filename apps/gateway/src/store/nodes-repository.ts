import { sql } from 'kysely';
import type { Db } from './schema.ts';

export interface NodeRow {
  id: string;
  /** Seconds; 0 if a node has leases but has not reported yet. */
  seenAt: number;
  /** Open leases of users and keys. */
  leases: number;
  /** '' if unknown. */
  version: string;
  /**
   * Quota of users in these leases; leases of key limits draw on the same quota and are not counted again.
   */
  held: number;
}

/** Lists every node ever seen, with its current leases; the most recently seen first. */
export async function listNodes(db: Db): Promise<NodeRow[]> {
  const nodes = await db.selectFrom('nodes').select(['id', 'seen_at', 'version']).execute();
  const leaseTotals = await db
    .selectFrom('leases')
    .select([
      'node_id',
      sql<number | string>`count(*)`.as('leases'),
      sql<number | string>`sum(CASE WHEN owner_kind = 'user' THEN amount ELSE 0 END)`.as('held'),
    ])
    .groupBy('node_id')
    .execute();
  const rows = new Map<string, NodeRow>(
    nodes.map(({ id, seen_at: seenAt, version }) => [
      id,
      { id, seenAt, version, leases: 0, held: 0 },
    ]),
  );
  for (const { node_id: id, leases, held } of leaseTotals)
    rows.set(id, {
      id,
      seenAt: rows.get(id)?.seenAt ?? 0,
      version: rows.get(id)?.version ?? '',
      leases: Number(leases),
      held: Number(held),
    });
  return [...rows.values()].sort((node, other) => other.seenAt - node.seenAt);
}

/** Returns when a node was last seen, in seconds; undefined if it never was. */
export async function findNodeSeenAt(db: Db, id: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('nodes')
    .select('seen_at')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.seen_at;
}

/** The identity of a running node process. */
export interface NodeIdentity {
  nodeId: string;
  /** Unique per process, so that another process's changes under the same name are noticed. */
  incarnation: string;
}

/** Who owns a node's row: this process, nobody (its leases were returned), or another process. */
export type NodeOwnership = 'mine' | 'dropped' | 'taken-over';

/** Makes a process the owner of its node's row; returns how far its journal is applied. */
export async function registerNode(
  db: Db,
  { nodeId, incarnation }: NodeIdentity,
  { at, version }: { at: number; version: string },
): Promise<number> {
  const row = await db
    .insertInto('nodes')
    .values({ id: nodeId, started_at: at, seen_at: at, applied_log_id: 0, incarnation, version })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ started_at: at, seen_at: at, incarnation, version }),
    )
    .returning('applied_log_id')
    .executeTakeFirstOrThrow();
  return row.applied_log_id;
}

/**
 * PostgreSQL only: reads and locks the node's row as weakly as the purpose allows. Locks are taken in the
 * order node, users, keys, which prevents deadlocks.
 */
export async function readOwnership(
  trx: Db,
  { nodeId, incarnation }: NodeIdentity,
  lock: 'against-removal' | 'against-writers' | 'alone',
): Promise<{ ownership: NodeOwnership; appliedUpTo: number }> {
  const query = trx
    .selectFrom('nodes')
    .select(['incarnation', 'applied_log_id'])
    .where('id', '=', nodeId);
  const locked =
    lock === 'alone'
      ? query.forUpdate()
      : lock === 'against-writers'
        ? query.forNoKeyUpdate()
        : query.forKeyShare();
  const row = await locked.executeTakeFirstOrThrow();
  const ownership =
    row.incarnation === incarnation ? 'mine' : row.incarnation === '' ? 'dropped' : 'taken-over';
  return { ownership, appliedUpTo: row.applied_log_id };
}

/** Records that a process is alive; returns false if its node's row is no longer its own. */
export async function touchNode(
  db: Db,
  { nodeId, incarnation }: NodeIdentity,
  at: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('nodes')
    .set({ seen_at: at })
    .where('id', '=', nodeId)
    .where('incarnation', '=', incarnation)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Makes a process the owner of its node's row again, or nobody ('' as the incarnation). */
export async function setIncarnation(
  trx: Db,
  { nodeId, incarnation }: NodeIdentity,
  seenAt?: number,
): Promise<void> {
  await trx
    .updateTable('nodes')
    .set({ incarnation, ...(seenAt === undefined ? {} : { seen_at: seenAt }) })
    .where('id', '=', nodeId)
    .execute();
}

/** Records how far a node's journal is applied. */
export async function setAppliedUpTo(
  trx: Db,
  nodeId: string,
  { appliedUpTo, at }: { appliedUpTo: number; at: number },
): Promise<void> {
  await trx
    .updateTable('nodes')
    .set({ applied_log_id: appliedUpTo, seen_at: at })
    .where('id', '=', nodeId)
    .execute();
}

/** The times, in seconds, between which a living node was last seen. */
export interface SeenWindow {
  from: number;
  /** A later time is from before a clock was set back. */
  to: number;
}

/** Lists nodes that own their row and were last seen outside the window. */
export async function listSilentNodes(db: Db, window: SeenWindow): Promise<string[]> {
  const rows = await silentNodes(db, window).execute();
  return rows.map(({ id }) => id);
}

/**
 * PostgreSQL only: locks the row of a node that is still silent; returns false if it no longer is, or another
 * node has handled it.
 */
export async function lockSilentNode(trx: Db, id: string, window: SeenWindow): Promise<boolean> {
  const row = await silentNodes(trx, window).where('id', '=', id).forUpdate().executeTakeFirst();
  return row !== undefined;
}

function silentNodes(db: Db, { from, to }: SeenWindow) {
  return db
    .selectFrom('nodes')
    .select('id')
    .where((row) => row.or([row('seen_at', '<', from), row('seen_at', '>', to)]))
    .where('incarnation', '!=', '');
}

/** Lists the versions of nodes seen since a time, with one node of each. */
export async function listRunningVersions(
  db: Db,
  since: number,
): Promise<{ version: string; node: string; count: number }[]> {
  const rows = await db
    .selectFrom('nodes')
    .select([
      'version',
      sql<string>`min(id)`.as('node'),
      sql<number | string>`count(*)`.as('count'),
    ])
    .where('seen_at', '>=', since)
    .where('incarnation', '!=', '')
    .groupBy('version')
    .orderBy('version')
    .execute();
  return rows.map(({ version, node, count }) => ({ version, node, count: Number(count) }));
}

/** Returns when each node was last seen, as one text: it changes while any of them runs. */
export async function listHeartbeats(db: Db): Promise<string> {
  const rows = await db.selectFrom('nodes').select(['id', 'seen_at']).orderBy('id').execute();
  return rows.map(({ id, seen_at: at }) => `${id} ${at}`).join(' ');
}

/** Keeps nodes from registering or reporting until the transaction ends. */
export async function lockNodes(trx: Db, kind: 'sqlite' | 'postgres'): Promise<void> {
  if (kind === 'postgres') await sql`LOCK TABLE nodes IN EXCLUSIVE MODE`.execute(trx);
}

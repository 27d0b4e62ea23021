import { sql } from 'kysely';
import { findLedgerDifferences } from '../../src/store/ledger-repository.ts';
import type { Store } from '../../src/store/open-store.ts';

export interface MoneyState {
  quota: number;
  used: number;
  held: number;
  /** Sum of the log's consume rows. */
  logged: number;
  /** Number of charges in the log by request id. */
  timesLogged: Map<string, number>;
  /** Users whose balance is not the sum of their ledger. */
  differences: unknown[];
  /** Leases held by any node. */
  leases: number;
}

/** Reads a user's balance and everything that must agree with it. */
export async function readMoneyState(store: Store, userId: number): Promise<MoneyState> {
  const user = await store.db
    .selectFrom('users')
    .select(['quota', 'used_quota', 'held'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const rows = await store.db
    .selectFrom('logs')
    .select(['request_id', 'quota'])
    .where('user_id', '=', userId)
    .where('type', '=', 2)
    .execute();
  const timesLogged = new Map<string, number>();
  for (const { request_id: id } of rows) timesLogged.set(id, (timesLogged.get(id) ?? 0) + 1);
  const leases = await store.db
    .selectFrom('leases')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return {
    quota: user.quota,
    used: user.used_quota,
    held: user.held,
    logged: rows.reduce((sum, { quota }) => sum + quota, 0),
    timesLogged,
    differences: await findLedgerDifferences(store.db),
    leases: Number(leases.count),
  };
}

import { sql } from 'kysely';
import type { StoreTransaction } from '../../../store/open-store.ts';
import { startsWithText } from '../../../store/search.ts';

/** A user's current balance at the gateway that an import came from. In quota, none below 0. */
export interface RenewedBalance {
  userId: number;
  quota: number;
  usedQuota: number;
  requestCount: number;
  /** The source account's name in the ledger, before the time of a renewal. */
  reference: string;
  reason: string;
}

/** An imported user's balance, and what the import has booked of it. */
export interface ImportedBalance {
  quota: number;
  booked: number;
  usedQuota: number;
  requestCount: number;
  /** Whether it was never used here: no other ledger row, nothing held or spent. */
  isUntouched: boolean;
}

type ImportedBalanceRow = Record<
  'id' | 'quota' | 'booked' | 'used' | 'requests' | 'others' | 'spent',
  number | string
>;

/** Reads the balances of some imported users. */
export async function readImportedBalances(
  db: StoreTransaction,
  userIds: readonly number[],
  source: string,
): Promise<Map<number, ImportedBalance>> {
  if (userIds.length === 0) return new Map();
  const startsWith = (text: string) => startsWithText<'ledger'>('idempotency_key', text);
  const isOwn = sql`(${startsWith(`import:${source}:`)} OR ${startsWith(`import-renewed:${source}:`)})`;
  const { rows } = await sql<ImportedBalanceRow>`
    SELECT users.id AS id, users.quota AS quota, users.held + users.used_quota - users.imported_usage AS spent,
      users.imported_usage AS used, users.request_count AS requests,
      coalesce(sum(CASE WHEN ${isOwn} THEN ledger.amount ELSE 0 END), 0) AS booked,
      sum(CASE WHEN ${isOwn} THEN 0 ELSE 1 END) AS others
    FROM users JOIN ledger ON ledger.user_id = users.id WHERE users.id IN (${sql.join([...userIds])})
    GROUP BY users.id, users.quota, users.held, users.used_quota, users.imported_usage, users.request_count`.execute(
    db,
  );
  return new Map(
    rows.map(({ id, ...row }): [number, ImportedBalance] => {
      const [quota, booked] = [Number(row.quota), Number(row.booked)];
      const isUntouched = Number(row.others) === 0 && Number(row.spent) === 0 && booked === quota;
      const [usedQuota, requestCount] = [Number(row.used), Number(row.requests)];
      return [Number(id), { quota, booked, usedQuota, requestCount, isUntouched }];
    }),
  );
}

type Figures = Pick<ImportedBalance, 'quota' | 'usedQuota' | 'requestCount'>;

/** Whether balance and usage at the source are those known here. */
export function isSameBalance(here: Figures, there: Figures): boolean {
  return (
    here.quota === there.quota &&
    here.usedQuota === there.usedQuota &&
    here.requestCount === there.requestCount
  );
}

/**
 * Books what changed at the source since an import, one row per user, if nothing has happened here in the
 * meantime: each change is conditional on the balance that was read. Within the caller's transaction. Returns
 * the users whose balance is now up to date.
 */
export async function renewImportedBalances(
  trx: StoreTransaction,
  balances: readonly RenewedBalance[],
  {
    at,
    actorId,
    seen,
  }: { at: number; actorId: number; seen: ReadonlyMap<number, ImportedBalance> },
): Promise<Set<number>> {
  const renewed = new Set<number>();
  for (const balance of balances) {
    const before = seen.get(balance.userId);
    if (!before?.isUntouched) continue;
    if (
      isSameBalance(before, balance) ||
      (await renewBalance(trx, balance, before.quota, { at, actorId }))
    )
      renewed.add(balance.userId);
  }
  return renewed;
}

async function renewBalance(
  trx: StoreTransaction,
  { userId, quota, usedQuota, requestCount, reference, reason }: RenewedBalance,
  before: number,
  { at, actorId }: { at: number; actorId: number },
): Promise<boolean> {
  const row = await trx
    .updateTable('users')
    .set({
      quota,
      used_quota: usedQuota,
      imported_usage: usedQuota,
      request_count: requestCount,
    })
    .where('id', '=', userId)
    .where('quota', '=', before)
    .where('held', '=', 0)
    .where(sql<boolean>`used_quota = imported_usage`)
    .returning('quota')
    .executeTakeFirst();
  if (!row) return false;
  if (quota === before) return true;
  // Two renewals may happen in the same second; the balance distinguishes them.
  const key = `${reference}:${at}:${before}`;
  await trx
    .insertInto('ledger')
    .values({
      user_id: userId,
      amount: quota - before,
      balance_after: quota,
      created_at: at,
      kind: 'opening',
      idempotency_key: key,
      reference: key,
      reason,
      actor_id: actorId,
    })
    .execute();
  return true;
}

/** Sets the remaining quota of keys, and their usage elsewhere, if they were not used here. */
export async function renewImportedKeys(
  trx: StoreTransaction,
  keys: readonly { id: number; remainQuota: number; usedQuota: number }[],
): Promise<void> {
  for (const { id, remainQuota, usedQuota } of keys)
    await trx
      .updateTable('tokens')
      .set({ remain_quota: remainQuota, used_quota: usedQuota })
      .where('id', '=', id)
      .where('held', '=', 0)
      .execute();
}

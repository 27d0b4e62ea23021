import { sql } from 'kysely';
import type { Store } from '../../store/open-store.ts';
import type { OwnerKind } from './account.ts';
import type { BalanceChange, LeaseRequest, WalletBackend } from './backend.ts';
import type { JournalEntry, LocalJournal } from './local-journal.ts';
import {
  applySums,
  bookLosses,
  insertLedger,
  insertLogRows,
  type Transaction,
} from './postgres-usage.ts';
import { addToSums, emptySums } from './usage-record.ts';

const BATCH = 2000;
const LEASE_SECONDS = 600;

export interface PostgresBackendOptions {
  store: Store;
  journal: LocalJournal;
  nodeId: string;
  nowSeconds: () => number;
}

/**
 * The wallet on PostgreSQL, for any number of nodes. Finished calls are durable in the node's
 * local journal first; `apply` ships them in order, each batch in one transaction that also moves
 * the node's watermark, so that shipping a batch twice changes nothing.
 */
// tidy-ignore: a closure over shared state, made of short functions
export function createPostgresBackend({
  store,
  journal,
  nodeId,
  nowSeconds,
}: PostgresBackendOptions): WalletBackend {
  let shipping: Promise<void> | undefined;

  async function shipBatch(entries: JournalEntry[]): Promise<JournalEntry[]> {
    return store.transaction(async (trx) => {
      const node = await trx
        .selectFrom('nodes')
        .select('applied_log_id')
        .where('id', '=', nodeId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const fresh = entries.filter(({ sequence }) => sequence > node.applied_log_id);
      const last = fresh.at(-1);
      if (!last) return fresh;
      const sums = emptySums();
      for (const { record } of fresh) addToSums(sums, record);
      await insertLogRows(
        trx,
        fresh.flatMap(({ record }) => (record.logged ? [record.row] : [])),
      );
      await bookLosses(
        trx,
        nodeId,
        fresh.map(({ record }) => record),
      );
      await applySums(trx, {
        sums,
        nodeId,
        at: nowSeconds(),
        range: `${fresh[0]?.sequence}-${last.sequence}`,
      });
      await trx
        .updateTable('nodes')
        .set({ applied_log_id: last.sequence, seen_at: nowSeconds() })
        .where('id', '=', nodeId)
        .execute();
      return fresh;
    });
  }

  async function shipAll(): Promise<void> {
    for (;;) {
      const entries = journal.oldest(BATCH);
      const last = entries.at(-1);
      if (!last) return;
      const shipped = await shipBatch(entries);
      journal.forgetUpTo(last.sequence);
      for (const { record } of shipped) {
        backend.onApplied({ kind: 'user', ownerId: record.row.user_id, amount: record.row.quota });
        if (record.tokenPaid > 0)
          backend.onApplied({
            kind: 'token',
            ownerId: record.row.token_id,
            amount: record.tokenPaid,
          });
      }
    }
  }

  const backend: WalletBackend = {
    onApplied: () => {},
    append: (record) => journal.append(record),
    async apply() {
      // One shipper at a time; whoever comes later waits for it and then ships the rest.
      while (shipping) await shipping.catch(() => {});
      shipping = shipAll().finally(() => {
        shipping = undefined;
      });
      await shipping;
    },
    acquire: (request) =>
      store.transaction((trx) => acquireLease(trx, { nodeId, request, now: nowSeconds() })),
    release: (kind, ownerId, amount) =>
      store.transaction((trx) => releaseLease(trx, { nodeId, kind, ownerId, amount })),
    change: (change) => store.transaction((trx) => changeBalance(trx, change)),
    changeTokenLimit: (tokenId, delta) =>
      store.transaction((trx) => changeTokenLimit(trx, tokenId, delta)),
    async recover() {
      const at = nowSeconds();
      await store.db
        .insertInto('nodes')
        .values({ id: nodeId, started_at: at, seen_at: at, applied_log_id: 0 })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      await backend.apply();
      await store.transaction((trx) => dropLeases(trx, nodeId));
    },
    async close() {
      await backend.apply();
      journal.close();
    },
  };
  return backend;
}

async function acquireLease(
  trx: Transaction,
  { nodeId, request, now }: { nodeId: string; request: LeaseRequest; now: number },
): Promise<number> {
  const { kind, ownerId } = request;
  const owner =
    kind === 'user'
      ? await trx
          .selectFrom('users')
          .select(sql<number>`quota - held`.as('free'))
          .where('id', '=', ownerId)
          .where('deleted_at', 'is', null)
          .forUpdate()
          .executeTakeFirst()
      : await trx
          .selectFrom('tokens')
          .select(sql<number>`remain_quota - held`.as('free'))
          .where('id', '=', ownerId)
          .where('deleted_at', 'is', null)
          .forUpdate()
          .executeTakeFirst();
  const amount = request.choose(Number(owner?.free ?? 0));
  if (amount <= 0) return 0;
  await addToHeld(trx, kind, ownerId, amount);
  await trx
    .insertInto('leases')
    .values({
      node_id: nodeId,
      owner_kind: kind,
      owner_id: ownerId,
      amount,
      expires_at: now + LEASE_SECONDS,
    })
    .onConflict((conflict) =>
      conflict.columns(['node_id', 'owner_kind', 'owner_id']).doUpdateSet({
        amount: sql`leases.amount + excluded.amount`,
        expires_at: now + LEASE_SECONDS,
      }),
    )
    .execute();
  return amount;
}

async function addToHeld(
  trx: Transaction,
  kind: OwnerKind,
  ownerId: number,
  amount: number,
): Promise<void> {
  if (kind === 'user') {
    await trx
      .updateTable('users')
      .set({ held: sql`held + ${amount}` })
      .where('id', '=', ownerId)
      .execute();
  } else {
    await trx
      .updateTable('tokens')
      .set({ held: sql`held + ${amount}` })
      .where('id', '=', ownerId)
      .execute();
  }
}

async function releaseLease(
  trx: Transaction,
  {
    nodeId,
    kind,
    ownerId,
    amount,
  }: { nodeId: string; kind: OwnerKind; ownerId: number; amount: number },
): Promise<void> {
  await addToHeld(trx, kind, ownerId, -amount);
  await trx
    .updateTable('leases')
    .set({ amount: sql`amount - ${amount}` })
    .where('node_id', '=', nodeId)
    .where('owner_kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .execute();
  await trx
    .deleteFrom('leases')
    .where('node_id', '=', nodeId)
    .where('owner_kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .where('amount', '<=', 0)
    .execute();
}

async function dropLeases(trx: Transaction, nodeId: string): Promise<void> {
  const leases = await trx
    .deleteFrom('leases')
    .where('node_id', '=', nodeId)
    .returning(['owner_kind', 'owner_id', 'amount'])
    .execute();
  for (const lease of leases)
    await addToHeld(trx, lease.owner_kind as OwnerKind, lease.owner_id, -lease.amount);
}

async function changeBalance(
  trx: Transaction,
  change: BalanceChange,
): Promise<{ quota: number } | 'unknown-user' | 'below-zero'> {
  const before = await trx
    .selectFrom('users')
    .select('quota')
    .where('id', '=', change.userId)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return 'unknown-user';
  const done = await trx
    .selectFrom('ledger')
    .select('id')
    .where('idempotency_key', '=', change.idempotencyKey)
    .executeTakeFirst();
  if (done) return { quota: before.quota };
  const topup = change.kind === 'topup' || change.kind === 'redemption' ? change.delta : 0;
  const result = await trx
    .updateTable('users')
    .set({ quota: sql`quota + ${change.delta}`, total_topup: sql`total_topup + ${topup}` })
    .where('id', '=', change.userId)
    .where(sql<boolean>`quota + ${change.delta} >= held`)
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) return 'below-zero';
  await insertLedger(trx, [
    {
      user_id: change.userId,
      created_at: change.createdAt,
      kind: change.kind,
      amount: change.delta,
      balance_after: before.quota + change.delta,
      idempotency_key: change.idempotencyKey,
      actor_id: change.actorId,
      reason: change.reason,
      reference: change.reference,
    },
  ]);
  return { quota: before.quota + change.delta };
}

async function changeTokenLimit(
  trx: Transaction,
  tokenId: number,
  delta: number,
): Promise<{ remainQuota: number } | 'unknown-token' | 'below-zero'> {
  const before = await trx
    .selectFrom('tokens')
    .select('remain_quota')
    .where('id', '=', tokenId)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return 'unknown-token';
  const result = await trx
    .updateTable('tokens')
    .set({ remain_quota: sql`remain_quota + ${delta}` })
    .where('id', '=', tokenId)
    .where(sql<boolean>`remain_quota + ${delta} >= held`)
    .executeTakeFirst();
  return result.numUpdatedRows === 0n ? 'below-zero' : { remainQuota: before.remain_quota + delta };
}

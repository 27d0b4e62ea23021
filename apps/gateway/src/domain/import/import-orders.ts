import { readTable } from '../../store/import-source/import-source.ts';
import {
  addMapped,
  findMapped,
  findTaken,
  insertKeepingIds,
} from '../../store/imports-repository.ts';
import { addImportedTopUps } from '../wallet/store/open-imported-balances.ts';
import { type ImportRun, mapScopeOf, processPages } from './import-run.ts';
import { type ImportedOrder, mapOrder } from './map-order.ts';
import { sourceIdOf } from './source-values.ts';

const PAGE = 200;

/** Imports orders as history: nothing is credited again, and orders that are unpaid there expire. */
export async function importOrders(run: ImportRun): Promise<void> {
  const table = run.family === 'one-hub' ? 'orders' : 'top_ups';
  if (run.family === 'one-api') return;
  const count = run.counts.orders;
  count.found = await run.source.count(table);
  const quotaPerUnit = Number(run.options.get('QuotaPerUnit') ?? 0) || DEFAULT_QUOTA_PER_UNIT;
  const seenNumbers = new Set<string>();
  await processPages(
    run,
    'orders',
    readTable(run.source, table, { pageSize: PAGE }),
    async (rows) => {
      const { db } = run.target.store;
      const mappedIds = await findMapped(db, mapScopeOf(run, 'order'), rows.map(sourceIdOf));
      count.present += mappedIds.size;
      const newRows = rows.filter((row) => !mappedIds.has(sourceIdOf(row)));
      const mapped = newRows
        .map((row) => mapOrder(run.family, row, { findings: run.findings, quotaPerUnit }))
        .filter((order) => order !== undefined);
      const takenNumbers = await findTaken(
        db,
        'orders.trade_no',
        mapped.map(({ tradeNo }) => tradeNo),
      );
      const orders = mapped.filter(({ tradeNo, userSourceId }) => {
        const isNew = !takenNumbers.has(tradeNo) && !seenNumbers.has(tradeNo);
        const hasUser = run.users.has(userSourceId);
        if (!hasUser) run.findings.add('orders', 'order_without_user', tradeNo, userSourceId);
        else if (!isNew) run.findings.add('orders', 'order_duplicate', tradeNo);
        seenNumbers.add(tradeNo);
        return isNew && hasUser;
      });
      if (!run.dryRun) await writeOrders(run, orders);
      count.imported += orders.length;
      count.skipped += newRows.length - orders.length;
    },
  );
}

const DEFAULT_QUOTA_PER_UNIT = 500_000;

async function writeOrders(run: ImportRun, orders: readonly ImportedOrder[]): Promise<void> {
  const { store } = run.target;
  await store.transaction(async (trx) => {
    const userOf = (order: ImportedOrder) => run.users.get(order.userSourceId) as number;
    const ids = await insertKeepingIds(
      store,
      trx,
      'orders',
      orders.map((order) => ({
        id: order.sourceId,
        trade_no: order.tradeNo,
        user_id: userOf(order),
        provider: order.provider,
        method: order.method,
        status: order.status,
        buy_cents: order.buyCents,
        pay_cents: order.payCents,
        currency: order.currency,
        quota: order.quota,
        details: JSON.stringify({ imported: run.name }),
        created_at: order.createdAt || run.now,
        expires_at: order.createdAt || run.now,
        paid_at: order.paidAt,
      })),
    );
    const paid = new Map<number, number>();
    for (const order of orders)
      if (order.status === 'paid')
        paid.set(userOf(order), (paid.get(userOf(order)) ?? 0) + order.quota);
    await addImportedTopUps(trx, paid);
    const pairs = orders.map(({ sourceId }, index) => [sourceId, ids[index] as number] as const);
    await addMapped(trx, mapScopeOf(run, 'order'), pairs);
  });
}

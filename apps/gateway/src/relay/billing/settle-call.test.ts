import { expect, test } from 'vitest';
import type { UsageLogRow } from '../../domain/wallet/usage-record.ts';
import { recordFailure, type SettleContext } from './settle-call.ts';

test('a refused call gets a log row that fits the index, however long its model name', () => {
  const rows: UsageLogRow[] = [];
  const wallet = { record: async (row: UsageLogRow) => void rows.push(row) };
  const context = { wallet, nowMs: () => 0, logConsume: () => true } as unknown as SettleContext;
  const call = {
    holder: {},
    attempts: [],
    clientRequest: { model: 'm'.repeat(16_000), stream: true },
  } as unknown as Parameters<typeof recordFailure>[1];
  recordFailure(context, call, { code: 'relay_model_not_priced', status: 400, message: '' });
  expect(rows.map(({ model_name: name }) => name.length)).toEqual([200]);
});

import type { CryptoTransaction } from '@tollgate/contract';
import { expect, test, vi } from 'vitest';
import { lastTransaction } from './last-transaction.ts';

test('the address to pay to survives a reload, for the user who pays only, until it is given up', async () => {
  const transaction = { uuid: 'u1', address: 'TQrZ8cB7' } as CryptoTransaction;
  lastTransaction.keep(1, transaction);
  vi.resetModules();
  const reloaded = (await import('./last-transaction.ts')).lastTransaction;
  expect(reloaded.readOf(2)).toBeUndefined();
  expect(reloaded.readOf(1)).toEqual(transaction);
  reloaded.forget();
  expect(reloaded.readOf(1)).toBeUndefined();
});

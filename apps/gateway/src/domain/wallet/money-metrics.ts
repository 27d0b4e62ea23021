import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../../platform/clock.ts';
import { registry } from '../../platform/metrics.ts';
import type { Wallet } from './wallet.ts';

/**
 * Shows what waits in the wallet's journal: rows, bytes, age of the oldest in seconds. Read when
 * the metrics are asked for. Without a journal (SQLite) nothing is shown. Several wallets in one
 * process (tests): the newest is shown.
 */
export function showJournal(wallet: Wallet, clock: Clock, into: Registry = registry): void {
  const gauges: [name: string, help: string, read: () => number | undefined][] = [
    [
      'tollgate_journal_rows',
      'Finished calls that wait to be applied to the balances',
      () => wallet.journalState()?.rows,
    ],
    ['tollgate_journal_bytes', 'Size of what waits', () => wallet.journalState()?.bytes],
    [
      'tollgate_journal_oldest_seconds',
      'Age of the oldest call that waits; 0 when none does',
      () => ageOfOldest(wallet, clock),
    ],
    [
      'tollgate_lending_refused',
      '1 while new calls are refused because they could not be booked',
      () => (wallet.trouble() === undefined ? 0 : 1),
    ],
  ];
  for (const [name, help, read] of gauges) {
    into.removeSingleMetric(name);
    const collect = function (this: Gauge): void {
      const value = read();
      if (value !== undefined) this.set(value);
    };
    into.registerMetric(new Gauge({ name, help, registers: [], collect }));
  }
}

function ageOfOldest(wallet: Wallet, clock: Clock): number | undefined {
  const state = wallet.journalState();
  if (state === undefined) return undefined;
  return state.oldestAt === undefined
    ? 0
    : Math.max(0, Math.floor(clock.nowMs() / 1000) - state.oldestAt);
}

let discrepancies: Gauge | undefined;

/** Sets how many discrepancies the last check of the books found. */
export function showDiscrepancies(count: number): void {
  discrepancies ??= new Gauge({
    name: 'tollgate_money_discrepancies',
    help: 'What the last check of the books found wrong; anything but 0 needs a person',
    registers: [registry],
  });
  discrepancies.set(count);
}

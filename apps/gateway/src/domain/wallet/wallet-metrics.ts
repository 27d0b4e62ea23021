import { Counter, Gauge, type Registry } from 'prom-client';
import type { Clock } from '../../platform/clock.ts';
import { registry } from '../../platform/metrics.ts';
import type { Wallet } from './wallet.ts';

/**
 * Exports the wallet's journal: rows, bytes, age of the oldest entry in seconds. Read on scrape. Without a
 * journal (SQLite) nothing is exported. With several wallets in one process (tests), the latest one wins.
 */
export function exportJournalMetrics(
  wallet: Wallet,
  clock: Clock,
  into: Registry = registry,
): void {
  const gauges: [name: string, help: string, read: () => number | undefined][] = [
    [
      'tollgate_journal_rows',
      'Finished calls waiting to be applied to balances',
      () => wallet.journalState()?.rows,
    ],
    [
      'tollgate_journal_bytes',
      'Size of the journal waiting to be applied',
      () => wallet.journalState()?.bytes,
    ],
    [
      'tollgate_journal_oldest_seconds',
      'Age of the oldest waiting call; 0 if there is none',
      () => ageOfOldest(wallet, clock),
    ],
    [
      'tollgate_lease_contact_age_seconds',
      'Seconds since this node last reached the database; leases lapse after 480',
      () => wallet.leaseContactAge(),
    ],
    [
      'tollgate_ledger_unavailable',
      '1 while new calls are refused because they could not be booked',
      () => (wallet.unavailableReason() === undefined ? 0 : 1),
    ],
  ];
  for (const [name, help, read] of gauges) {
    into.removeSingleMetric(name);
    const collect = function (this: Gauge): void {
      const value = read();
      if (value !== undefined) this.set(value);
    };
    // Across workers, ages are combined by maximum, everything else by sum.
    const aggregator = name.endsWith('_seconds') ? 'max' : 'sum';
    into.registerMetric(new Gauge({ name, help, registers: [], aggregator, collect }));
  }
}

function ageOfOldest(wallet: Wallet, clock: Clock): number | undefined {
  const state = wallet.journalState();
  if (state === undefined) return undefined;
  return state.oldestAt === undefined
    ? 0
    : Math.max(0, Math.floor(clock.nowMs() / 1000) - state.oldestAt);
}

const discrepancies = new Gauge({
  name: 'tollgate_money_discrepancies',
  help: 'Mismatches found by the last ledger reconciliation; investigate anything but 0',
  registers: [registry],
});

/** Sets how many mismatches the last reconciliation found. */
export function showDiscrepancies(count: number): void {
  discrepancies.set(count);
}

const writeOffs = new Counter({
  name: 'tollgate_write_off_quota_total',
  help: 'Quota of finished calls that no balance covered and that was written off',
  registers: [registry],
});

/** Counts write-offs, in quota. */
export function countWriteOff(quota: number): void {
  writeOffs.inc(quota);
}

const CAUSES = [
  'not_stored',
  'set_aside',
  'client_gone',
  'given_up',
  'unreadable',
  'no_room',
  'shutdown',
  'task',
  'batch_lost',
] as const;

/** Why work that an upstream did, or may have done, was not charged; explained in docs/metrics.md. */
export type UnchargedCause = (typeof CAUSES)[number];

const uncharged = new Counter({
  name: 'tollgate_uncharged_calls_total',
  help: 'Requests that reached an upstream, or may have, and were not charged, by cause',
  labelNames: ['cause'],
  registers: [registry],
});
// Exported from the start: an alert on an increase needs a preceding 0.
for (const cause of CAUSES) uncharged.inc({ cause }, 0);

export function countUncharged(cause: UnchargedCause): void {
  uncharged.inc({ cause });
}

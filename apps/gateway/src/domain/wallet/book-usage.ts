import type { AppliedShare } from './backend.ts';
import type { OwnerKind } from './lease-account.ts';
import { type UsageEntryInput, usageEntry, writeOffEntry } from './ledger-entries.ts';
import { type ChargeParts, splitCharge } from './split-charge.ts';
import { type Booking, readRow, write } from './store/booking.ts';
import {
  addHourlyUsage,
  addToChannel,
  chargeApiKey,
  chargeUser,
  insertLedgerEntry,
  readChargeSources,
  readLease,
  reduceLease,
} from './store/statements.ts';
import type { ApiKeyTotal, UsageTotals } from './usage-record.ts';

export interface BookUsageInput {
  totals: UsageTotals;
  nodeId: string;
  /** Unix seconds. */
  at: number;
  /** Positions in the node's journal, `first-last`. */
  range: string;
}

/**
 * Settles finished calls: moves their totals into stored balances, leases, ledger and hourly usage. Returns
 * what paid for them. Processes owners in id order, so that nodes can't deadlock.
 */
export function* bookUsage(input: BookUsageInput): Booking<AppliedShare[]> {
  const shares: AppliedShare[] = [];
  const { users, apiKeys, channels, hours } = input.totals;
  for (const [id, total] of inOrder(users)) shares.push(yield* bookUser(input, id, total));
  for (const [id, total] of inOrder(apiKeys)) shares.push(yield* bookApiKey(input, id, total));
  for (const [id, quota] of inOrder(channels)) yield* write(addToChannel, { id, quota });
  for (const [, usage] of inOrder(hours)) yield* write(addHourlyUsage, usage);
  return shares;
}

function inOrder<Key extends number | string, Value>(map: Map<Key, Value>): [Key, Value][] {
  const entries = [...map];
  return entries.length < 2 ? entries : entries.sort(([left], [right]) => (left < right ? -1 : 1));
}

function* bookUser(
  { nodeId, at, range }: BookUsageInput,
  id: number,
  { quota: total, count }: { quota: number; count: number },
): Booking<AppliedShare> {
  const parts = yield* splitOf('user', { id, nodeId, total });
  if (!parts) return { kind: 'user', ownerId: id, amount: total, fromLease: 0 };
  const { quota, deducted, fromLease, writeOff } = parts;
  yield* write(chargeUser, { id, total, count, taken: deducted, fromLease });
  yield* payFromLease('user', { id, nodeId, fromLease });
  const entry: UsageEntryInput = { userId: id, quota, total, writeOff, nodeId, at, range };
  if (writeOff > 0) yield* write(insertLedgerEntry, writeOffEntry(entry));
  if (total > 0) yield* write(insertLedgerEntry, usageEntry(entry));
  return { kind: 'user', ownerId: id, amount: total, fromLease, writeOff };
}

/** Books a key's usage. Its limit is not money: a part that it can't cover is dropped, not written off. */
function* bookApiKey(
  { nodeId }: BookUsageInput,
  id: number,
  { quota: used, paid, lastUsedAt, lastIp }: ApiKeyTotal,
): Booking<AppliedShare> {
  const parts = yield* splitOf('token', { id, nodeId, total: paid });
  if (!parts) return { kind: 'token', ownerId: id, amount: paid, fromLease: 0 };
  const { deducted, fromLease } = parts;
  yield* write(chargeApiKey, { id, used, taken: deducted, fromLease, lastUsedAt, lastIp });
  yield* payFromLease('token', { id, nodeId, fromLease });
  return { kind: 'token', ownerId: id, amount: paid, fromLease };
}

interface StoredBalance {
  quota: number;
  held: number;
  /** Undefined until read. */
  lease?: number;
}

/**
 * Splits `total` by what pays for it, and returns the stored balance before; undefined if the owner does not
 * exist.
 */
function* splitOf(
  kind: OwnerKind,
  { id, nodeId, total }: { id: number; nodeId: string; total: number },
): Booking<(ChargeParts & { quota: number; deducted: number }) | undefined> {
  const balance = yield* readRow<StoredBalance>(readChargeSources[kind], { id, nodeId });
  if (!balance) return undefined;
  const { quota, held } = balance;
  let { lease } = balance;
  if (lease === undefined && total > 0)
    lease = (yield* readRow<{ amount: number }>(readLease, { nodeId, kind, ownerId: id }))?.amount;
  const parts = splitCharge({ total, lease: lease ?? 0, quota, held });
  return { ...parts, quota, deducted: parts.fromLease + parts.fromFree };
}

function* payFromLease(
  kind: OwnerKind,
  { id, nodeId, fromLease }: { id: number; nodeId: string; fromLease: number },
): Booking<void> {
  if (fromLease > 0) yield* write(reduceLease, { nodeId, kind, ownerId: id, amount: fromLease });
}

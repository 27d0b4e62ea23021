import type { Insertable } from 'kysely';
import type { LedgerTable } from '../../store/schema.ts';

export interface UsageEntryInput {
  userId: number;
  /** The stored balance before the change. */
  quota: number;
  /** The cost of the calls in the range. */
  total: number;
  /** The part of it that was written off. */
  writeOff: number;
  nodeId: string;
  /** Unix seconds. */
  at: number;
  /** Positions in the node's journal, `first-last`; the idempotency key together with node and user. */
  range: string;
}

type Entry = Insertable<LedgerTable>;

/**
 * Returns the write-off: a credit for what nothing covers. Booked before the usage, so that the balance never
 * drops below 0 in between.
 */
export function writeOffEntry({
  userId,
  quota,
  writeOff: amountWrittenOff,
  nodeId,
  at,
  range,
}: UsageEntryInput): Entry {
  return {
    ...common(userId, at, range),
    kind: 'loss',
    amount: amountWrittenOff,
    balance_after: quota + amountWrittenOff,
    idempotency_key: `loss:${nodeId}:${range}:${userId}`,
    reason: 'the calls cost more than the balance',
  };
}

/** Returns all finished calls of a user in a range as one debit. */
export function usageEntry({
  userId,
  quota,
  total,
  writeOff: amountWrittenOff,
  nodeId,
  at,
  range,
}: UsageEntryInput): Entry {
  return {
    ...common(userId, at, range),
    kind: 'usage',
    amount: -total,
    balance_after: quota + amountWrittenOff - total,
    idempotency_key: `usage:${nodeId}:${range}:${userId}`,
    reason: '',
  };
}

function common(userId: number, at: number, range: string) {
  return { user_id: userId, created_at: at, actor_id: 0, reference: range };
}

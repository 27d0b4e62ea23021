import type { BalanceChange, JournalState, UnavailableReason } from './backend.ts';
import type { LeaseAccount, OwnerKind } from './lease-account.ts';
import type { CallTiming } from '../../store/usage-stats.ts';
import type { SpendingCap } from './spending-cap.ts';
import type { SpendingClaim } from './spending-limits.ts';
import type { UsageLogRow } from './usage-record.ts';

/** Quota reserved for one running call, in the user's balance and in a limited key's limit. */
export interface Reservation {
  readonly user: LeaseAccount;
  readonly apiKey: LeaseAccount | undefined;
  amount: number;
  open: boolean;
  /** Its reservation within daily, weekly and monthly limits. */
  spending: SpendingClaim | undefined;
  /** Set once what its stream has delivered was noted. */
  noteId: string | undefined;
}

export interface ReserveInput {
  userId: number;
  /** The key's id if it has a limit. */
  limitedApiKeyId: number | undefined;
  amount: number;
  /** Daily, weekly and monthly limits, if the key or its member has any. */
  spending?: readonly SpendingCap[] | undefined;
  /** If the balance is too small for `amount`, a share of at least this is reserved; defaults to `amount`. */
  least?: number;
}

/** A deduction, and the owner that it concerns. */
export interface Deduction {
  kind: OwnerKind;
  ownerId: number;
  delta: number;
}

/** The owner that could not pay. */
export type RefusedBy = 'user' | 'token';

export interface SettleInput {
  /** The row to log; its `quota` is the call's price. */
  row: UsageLogRow;
  logged: boolean;
  /** The call's timing, for the statistics. */
  timing?: CallTiming;
  /**
   * Whether the caller has received part of the response: the charge is then kept until it can be stored.
   */
  delivered?: boolean;
}

/** What a running stream would be charged if it ended now. */
export interface StreamCharge extends SettleInput {
  /** Unique among all calls. */
  id: string;
  reservation: Reservation;
}

/**
 * The only writer of quota. Calls are paid in two phases, in memory, within leases that this node holds of
 * balances: reserve, then settle or void. All amounts are whole quota. For the rules see docs/decisions/0005
 * and 0010.
 */
export interface Wallet {
  /**
   * Reserves `amount`, or a share of a small balance. Returns synchronously if the lease covers it, otherwise
   * after leasing more. Throws AppError relay_ledger_unavailable (503) if finished calls can't be booked, or
   * no lease can be taken because the database is unreachable, and relay_spending_limit_reached (402) if a
   * daily, weekly or monthly limit has too little left.
   */
  reserve(input: ReserveInput): Reservation | Promise<Reservation | RefusedBy>;
  /**
   * Opens an empty reservation for what an upstream has already done: always granted, so that it can be
   * settled from whatever is left, whatever the state of the database.
   */
  reserveNothing(input: Omit<ReserveInput, 'amount'>): Reservation;
  /**
   * Reserves more for a running call; returns false if the balance is too small or the database is
   * unreachable.
   */
  extend(reservation: Reservation, more: number): Promise<boolean>;
  /**
   * Charges the call, resolves when the charge is durable, and releases the rest of the reservation. Needs no
   * database on PostgreSQL: a running call can always be settled. If the charge can't be stored, rejects; the
   * charge of a `delivered` response is stored later, any other is dropped.
   */
  settle(reservation: Reservation, input: SettleInput): Promise<void>;
  /**
   * Notes what running streams have delivered, in one write: they are charged that if this process is killed.
   * Their own charges replace it.
   */
  noteStreams(charges: readonly StreamCharge[]): Promise<void>;
  /** Releases the whole reservation. A no-op after settle. */
  void(reservation: Reservation): void;
  /** Stores the log row of a call that cost nothing (a failed one). */
  record(row: UsageLogRow): Promise<void>;
  /** Applies finished calls to the stored balances. */
  flush(): Promise<void>;
  /** Applies finished calls, sends the heartbeat, returns idle leases. To be called every few seconds. */
  maintain(idleMs: number): Promise<void>;
  /** Books a balance change. Throws AppError user_not_found or quota_below_zero. */
  adjustUser(
    change: Omit<BalanceChange, 'createdAt' | 'reference'> & { reference?: string },
  ): Promise<{ quota: number }>;
  /**
   * Runs a change that books `delta` in the caller's own transaction, which throws InsufficientQuotaError if
   * the quota is too small. For a deduction, idle leases are returned first, and until it ends only calls take
   * new ones; if that is not enough, other nodes return theirs too, and the change runs once more.
   */
  deduct<Result>(
    deduction: Deduction,
    change: () => Promise<Result>,
  ): Promise<Result | 'insufficient-quota'>;
  /** Changes the limit of an API key by a difference. Throws AppError token_not_found or quota_invalid. */
  adjustApiKey(change: { apiKeyId: number; delta: number }): Promise<{ remainQuota: number }>;
  /** Returns leases that have been unused for `idleMs` milliseconds. */
  returnIdle(idleMs: number): Promise<void>;
  /** Returns why new calls are refused now, for health probes. */
  unavailableReason(): UnavailableReason | undefined;
  /** Returns the seconds since this node last reached the database under its name; undefined on SQLite. */
  leaseContactAge(): number | undefined;
  /** Returns the state of the local journal; undefined on SQLite, which has none. */
  journalState(): JournalState | undefined;
  /** Returns everything after all calls have ended. What can't be applied stays in the journal. */
  close(): Promise<void>;
}

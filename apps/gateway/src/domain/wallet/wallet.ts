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
  /** What it holds of limits by day, week and month. */
  spending: SpendingClaim | undefined;
}

export interface ReserveInput {
  userId: number;
  /** The key's id when it has a limit. */
  limitedApiKeyId: number | undefined;
  amount: number;
  /** Limits by day, week and month, where the key or its member has any. */
  spending?: readonly SpendingCap[] | undefined;
  /**
   * When the balance is too small for `amount`, a share of at least this is reserved; defaults to `amount`.
   */
  least?: number;
}

/** What is booked, and on whom. */
export interface Deduction {
  kind: OwnerKind;
  ownerId: number;
  delta: number;
}

/** Who could not pay. */
export type RefusedBy = 'user' | 'token';

export interface SettleInput {
  /** The row to log; its `quota` is the price of the call. */
  row: UsageLogRow;
  logged: boolean;
  /** How long it took, for the statistics. */
  timing?: CallTiming;
  /**
   * Whether the caller has received part of the response: the charge is then kept until it can be stored.
   */
  delivered?: boolean;
}

/**
 * The only writer of quota. Calls are paid in two phases, in memory, inside leases that this node holds of
 * balances: reserve, then settle or void. All amounts are whole quota units. For the rules see
 * docs/decisions/0005 and 0010.
 */
export interface Wallet {
  /**
   * Reserves `amount`, or the share of a small balance. Returns synchronously when the lease covers it,
   * otherwise after leasing more. Throws AppError relay_ledger_unavailable (503) when finished calls can't
   * be booked, or no lease can be taken because the database is unreachable, and
   * relay_spending_limit_reached (402) where a limit by day, week or month has too little left.
   */
  reserve(input: ReserveInput): Reservation | Promise<Reservation | RefusedBy>;
  /**
   * An empty reservation for what an upstream has already done: always granted, so that it can be settled
   * from whatever is left, whatever the state of the database.
   */
  reserveNothing(input: Omit<ReserveInput, 'amount'>): Reservation;
  /**
   * Reserves more for a running call; false when the balance is too small or the database is unreachable.
   */
  extend(reservation: Reservation, more: number): Promise<boolean>;
  /**
   * Charges the call, resolves when the charge is durable, and releases the rest of the reservation. Needs
   * no database on PostgreSQL: a running call can always be settled. Rejects when the charge can't be
   * stored; the charge of a `delivered` response is stored later, any other is dropped.
   */
  settle(reservation: Reservation, input: SettleInput): Promise<void>;
  /** Releases the whole reservation. A no-op after settle. */
  void(reservation: Reservation): void;
  /** Stores the log row of a call that cost nothing (a failed one). */
  record(row: UsageLogRow): Promise<void>;
  /** Applies finished calls to the stored balances. */
  flush(): Promise<void>;
  /** To be called every few seconds: applies finished calls, sends the heartbeat, returns idle leases. */
  maintain(idleMs: number): Promise<void>;
  /** Books a balance change. Throws AppError user_not_found or quota_below_zero. */
  adjustUser(
    change: Omit<BalanceChange, 'createdAt' | 'reference'> & { reference?: string },
  ): Promise<{ quota: number }>;
  /**
   * Runs a change that books `delta` in the caller's own transaction, which throws InsufficientQuotaError
   * when the quota is too small. For a deduction, idle leases are returned first; if that is too little,
   * other nodes' too, and the change runs once more.
   */
  deduct<Result>(
    deduction: Deduction,
    change: () => Promise<Result>,
  ): Promise<Result | 'insufficient-quota'>;
  /** Changes the limit of an API key by a difference. Throws AppError token_not_found or quota_invalid. */
  adjustApiKey(change: { apiKeyId: number; delta: number }): Promise<{ remainQuota: number }>;
  /** Returns leases that have been unused for `idleMs` milliseconds. */
  returnIdle(idleMs: number): Promise<void>;
  /** Why new calls are refused at the moment, for health probes. */
  unavailableReason(): UnavailableReason | undefined;
  /** Seconds since this node last reached the database under its name; undefined on SQLite. */
  leaseContactAge(): number | undefined;
  /** The state of the local journal; undefined on SQLite, which has none. */
  journalState(): JournalState | undefined;
  /** Gives everything back, after all calls ended. What can't be applied stays in the journal. */
  close(): Promise<void>;
}

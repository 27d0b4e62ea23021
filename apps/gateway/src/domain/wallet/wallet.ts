import type { BalanceChange, JournalState, UnavailableReason } from './backend.ts';
import type { LeaseAccount, OwnerKind } from './lease-account.ts';
import type { UsageLogRow } from './usage-record.ts';

/** Quota promised to one running call, out of the user's balance and of a limited key's limit. */
export interface Reservation {
  readonly user: LeaseAccount;
  readonly apiKey: LeaseAccount | undefined;
  amount: number;
  open: boolean;
}

export interface ReserveInput {
  userId: number;
  /** The key's id when it has a limit of its own. */
  limitedApiKeyId: number | undefined;
  amount: number;
  /** Where the balance is too small for `amount`, a share of it of at least this; `amount` when absent. */
  least?: number;
}

/** What is going to be booked, and on whom. */
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
  /** Whether the caller has something of the answer: then the charge is kept until it can be stored. */
  delivered?: boolean;
}

/**
 * The only writer of quota. Calls are paid in two phases, in memory, inside leases that this node
 * holds of balances: reserve, then settle or void. All amounts are whole quota units. See
 * docs/decisions/0005 and 0010 for the rules.
 */
export interface Wallet {
  /**
   * Promises `amount`, or the share of a small balance. Answers at once when the lease covers it,
   * else after leasing more. Throws AppError relay_books_unavailable (503) when finished calls can't be booked or no lease can be
   * taken because the database is away.
   */
  reserve(input: ReserveInput): Reservation | Promise<Reservation | RefusedBy>;
  /**
   * A promise of nothing, for what an upstream has done already: always granted, so that it can be
   * settled from whatever is left, however the database is.
   */
  reserveNothing(input: Omit<ReserveInput, 'amount'>): Reservation;
  /** Promises more to a running call; false when the balance can't follow or can't be asked. */
  extend(reservation: Reservation, more: number): Promise<boolean>;
  /**
   * Charges the call and resolves when the charge is durable. The rest of the promise returns.
   * Needs no database on PostgreSQL: a running call can always be settled. Rejects when the charge
   * can't be stored; one of a `delivered` answer is stored later, any other is forgotten.
   */
  settle(reservation: Reservation, input: SettleInput): Promise<void>;
  /** Returns the whole promise. Safe to call after settle: does nothing then. */
  void(reservation: Reservation): void;
  /** Stores a row of a call that cost nothing (a failed one). */
  record(row: UsageLogRow): Promise<void>;
  /** Applies finished calls to the stored balances. */
  flush(): Promise<void>;
  /**
   * To be called every few seconds: applies finished calls, tells the database that this node
   * lives, gives idle leases back.
   */
  maintain(idleMs: number): Promise<void>;
  /** Books a change of a balance. Throws AppError user_not_found or quota_below_zero. */
  adjustUser(
    change: Omit<BalanceChange, 'createdAt' | 'reference'> & { reference?: string },
  ): Promise<{ quota: number }>;
  /**
   * Runs a change that books `delta` in a transaction of the caller's, which throws InsufficientQuotaError where
   * there is too little. Where it takes something away, what leases hold idle comes back first, and
   * from other nodes when it was too little; then it runs once more.
   */
  deduct<Result>(
    deduction: Deduction,
    change: () => Promise<Result>,
  ): Promise<Result | 'insufficient-quota'>;
  /** Changes the own limit of a key by a difference. Throws AppError token_not_found or quota_invalid. */
  adjustApiKey(change: { apiKeyId: number; delta: number }): Promise<{ remainQuota: number }>;
  /** Gives back what leases hold that nobody has used for `idleMs` milliseconds. */
  returnIdle(idleMs: number): Promise<void>;
  /** Why new calls are refused at the moment, for probes. */
  unavailableReason(): UnavailableReason | undefined;
  /** Seconds since this node last reached the database under its name; undefined on SQLite. */
  leaseContactAge(): number | undefined;
  /** What waits in the local journal; undefined on SQLite, which has none. */
  journalState(): JournalState | undefined;
  /** Gives everything back, after all calls ended. What can't be applied stays in the journal. */
  close(): Promise<void>;
}

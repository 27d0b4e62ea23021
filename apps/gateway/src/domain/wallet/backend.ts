import type { OwnerKind } from './lease-account.ts';
import type { StreamNote } from './store/stream-notes.ts';
import type { UsageRecord } from './usage-record.ts';

export interface LeaseRequest {
  kind: OwnerKind;
  ownerId: number;
  /** Chooses the lease size from the free quota (stored balance minus all leases); 0 declines. */
  choose: (free: number) => number;
}

/** A balance change made manually or by an event other than a call. */
export interface BalanceChange {
  userId: number;
  delta: number;
  kind: LedgerKind;
  reason: string;
  actorId: number;
  reference: string;
  idempotencyKey: string;
  createdAt: number;
}

export type LedgerKind =
  | 'gift'
  /** The balance of a user imported from another gateway. */
  | 'opening'
  | 'topup'
  | 'redemption'
  | 'rebate'
  | 'transfer'
  | 'adjustment'
  | 'refund'
  /** The credit of a refunded order, deducted again. */
  | 'topup-returned'
  /** Redemption codes bought by an agent, and the price returned for voided ones. */
  | 'codes'
  | 'codes-returned'
  /** Transferred between the balances of a member and a team. */
  | 'team'
  /** Taken for a running batch and released when it ends. */
  | 'hold'
  | 'usage'
  | 'loss';

/** One owner's usage that was applied to the stored balance, and the part of it that a lease paid. */
export interface AppliedShare {
  kind: OwnerKind;
  ownerId: number;
  amount: number;
  fromLease: number;
  /** The part that nothing covered; it was written off. */
  writeOff?: number;
}

/** Why a node must not grant reservations now. */
export type UnavailableReason =
  /** The journal has reached its limit. */
  | 'journal-full'
  /** The database has been unreachable for so long that the leases may have expired. */
  | 'leases-expired'
  /** Another process runs under this node's name. */
  | 'taken-over'
  /** The last charge could not be stored: the disk is full or broken. */
  | 'not-stored';

/** The contents waiting in the local journal. */
export interface JournalState {
  rows: number;
  bytes: number;
  /** When the oldest waiting call was charged, in Unix seconds. */
  oldestAt: number | undefined;
  /** Resolves to false if the file was deleted, moved or replaced meanwhile. */
  isFileInPlace(): Promise<boolean>;
}

/**
 * The database side of the wallet, one implementation each for SQLite and PostgreSQL. Every method is
 * atomic and conditional: a balance never drops below 0, nor below what nodes hold of it.
 */
export interface WalletBackend {
  /**
   * Returns leases that an earlier run of this node held, charges what its running streams had delivered, and
   * applies usage that it left unapplied.
   */
  recover(): Promise<void>;
  /** Takes a lease. Returns its size, 0 when refused. Rejects when the database is unreachable. */
  acquire(request: LeaseRequest): Promise<number>;
  /**
   * Returns part of a lease. Rejects when the outcome is uncertain; the backend then resolves the doubt
   * itself.
   */
  release(kind: OwnerKind, ownerId: number, amount: number): Promise<void>;
  /**
   * Asks other nodes to return quota of an owner that they hold but don't use. Resolves when they have
   * replied or the wait timed out; false if no live node holds any.
   */
  recall(kind: OwnerKind, ownerId: number): Promise<boolean>;
  /** Makes a finished call durable. If that fails, rejects, and nothing of it is stored. */
  append(record: UsageRecord): Promise<void>;
  /**
   * Stores what running streams have delivered, to be charged if this process is killed, and forgets the
   * notes of streams that are not charged.
   */
  note(notes: readonly StreamNote[], droppedIds: readonly string[]): Promise<void>;
  /** Applies all durable usage to the stored balances. */
  apply(): Promise<void>;
  /** Records in the database that this node is alive, and corrects its leases where they are in doubt. */
  heartbeat(): Promise<void>;
  /** Returns why no reservation may be granted now. Read on every call, so it must be cheap. */
  unavailableReason(): UnavailableReason | undefined;
  /**
   * Returns the seconds since this node last reached the database under its name; undefined for an in-process
   * database.
   */
  leaseContactAge(): number | undefined;
  /** Returns the state of the local journal; undefined if there is none. */
  journalState(): JournalState | undefined;
  /** Called for each owner whose usage was applied, to update the accounts in memory. */
  onApplied: (share: AppliedShare) => void;
  /** Called when another node recalls idle quota: removes it from memory and returns the amount. */
  onRecalled: (kind: OwnerKind, ownerId: number) => number;
  /** Called when all leases of this node were returned: the accounts in memory start from zero. */
  onLeasesDropped: () => void;
  /** Called when streams of a killed process were charged for what they had delivered. */
  onStreamsCharged: (count: number) => void;
  /**
   * Books a change of a user's balance. Returns the new balance, or why it was refused. Idempotent by key:
   * a repeat returns the balance and books nothing.
   */
  change(change: BalanceChange): Promise<{ quota: number } | 'unknown-user' | 'insufficient-quota'>;
  /** Changes the limit of an API key; refused if it would drop below 0 or below what is held. */
  changeApiKeyLimit(
    apiKeyId: number,
    delta: number,
  ): Promise<{ remainQuota: number } | 'unknown-api-key' | 'insufficient-quota'>;
  close(): Promise<void>;
}

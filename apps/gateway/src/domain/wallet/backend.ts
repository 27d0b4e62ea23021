import type { OwnerKind } from './lease-account.ts';
import type { UsageRecord } from './usage-record.ts';

export interface LeaseRequest {
  kind: OwnerKind;
  ownerId: number;
  /** Chooses the lease out of the free quota (stored balance minus all leases); 0 declines. */
  choose: (free: number) => number;
}

/** One change of a balance by hand or by an event that is not a call. */
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
  | 'topup'
  | 'redemption'
  | 'rebate'
  | 'transfer'
  | 'adjustment'
  | 'refund'
  /** Taken for a batch that runs, and given back when it ends. */
  | 'hold'
  | 'usage'
  | 'loss';

/** Usage of one owner that was applied to the stored balance, and how much of it a lease paid. */
export interface AppliedShare {
  kind: OwnerKind;
  ownerId: number;
  amount: number;
  fromLease: number;
  /** What nothing covered: it was written off. */
  writeOff?: number;
}

/** Why a node must not promise anything at the moment. */
export type UnavailableReason =
  /** The journal has reached its limit. */
  | 'journal-full'
  /** The database was away for so long that the leases may have gone back. */
  | 'leases-expired'
  /** Another process works under this node's name. */
  | 'taken-over'
  /** The last charge could not be stored: the disk is full or broken. */
  | 'not-stored';

/** What waits in the local journal. */
export interface JournalState {
  rows: number;
  bytes: number;
  /** When the oldest waiting call was charged, in seconds since 1970. */
  oldestAt: number | undefined;
}

/**
 * The database side of the wallet, one for SQLite and one for PostgreSQL. Every method is atomic
 * and conditional: a balance never goes below 0 and never below what nodes hold of it.
 */
export interface WalletBackend {
  /** Gives back what an earlier run of this node held and applies usage that it left unapplied. */
  recover(): Promise<void>;
  /** Takes a lease; answers its size, 0 when refused. Rejects when the database is away. */
  acquire(request: LeaseRequest): Promise<number>;
  /** Gives a part of a lease back. Rejects when that is not certain; the backend puts it right. */
  release(kind: OwnerKind, ownerId: number, amount: number): Promise<void>;
  /**
   * Asks other nodes for what they hold of an owner and nobody uses there. Resolves when they have
   * answered or it took too long; false where no node that lives holds any.
   */
  recall(kind: OwnerKind, ownerId: number): Promise<boolean>;
  /**
   * Makes a finished call durable. Resolves when it is; rejects when it is not, and then nothing
   * of it is stored.
   */
  append(record: UsageRecord): Promise<void>;
  /** Applies all durable usage to the stored balances. */
  apply(): Promise<void>;
  /** Tells the database that this node lives, and puts right which leases it has where that is in doubt. */
  heartbeat(): Promise<void>;
  /** Why nothing may be promised now. Asked for every call: costs nothing. */
  unavailableReason(): UnavailableReason | undefined;
  /** Seconds since the database was last reached under this node's name; undefined where it is in this process. */
  leaseContactAge(): number | undefined;
  /** What waits in a journal beside the database; undefined where there is none. */
  journalState(): JournalState | undefined;
  /** Called for each owner whose usage was applied, so that memory follows. */
  onApplied: (share: AppliedShare) => void;
  /** Called when another node asks for what is idle here: takes it out of memory and answers how much. */
  onRecalled: (kind: OwnerKind, ownerId: number) => number;
  /** Called when all leases of this node went back: memory starts from nothing. */
  onLeasesDropped: () => void;
  /**
   * Books a change of a user's balance. Answers the new balance, or why not. The same key twice
   * books once and answers the balance again.
   */
  change(change: BalanceChange): Promise<{ quota: number } | 'unknown-user' | 'insufficient-quota'>;
  /** Changes the own limit of a key; refused where it would fall below 0 or below what is held. */
  changeApiKeyLimit(
    apiKeyId: number,
    delta: number,
  ): Promise<{ remainQuota: number } | 'unknown-api-key' | 'insufficient-quota'>;
  close(): Promise<void>;
}

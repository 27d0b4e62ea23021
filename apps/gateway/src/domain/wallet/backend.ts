import type { OwnerKind } from './account.ts';
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
  | 'usage'
  | 'loss';

export interface AppliedShare {
  kind: OwnerKind;
  ownerId: number;
  amount: number;
}

/**
 * The database side of the wallet, one for SQLite and one for PostgreSQL. Every method is atomic
 * and conditional: a balance never goes below 0 and never below what nodes hold of it.
 */
export interface WalletBackend {
  /** Gives back what an earlier run of this node held and applies usage that it left unapplied. */
  recover(): Promise<void>;
  /** Takes a lease; answers its size, 0 when refused. */
  acquire(request: LeaseRequest): Promise<number>;
  /** Gives a part of a lease back. */
  release(kind: OwnerKind, ownerId: number, amount: number): Promise<void>;
  /**
   * Makes a finished call durable. Resolves when it is; rejects when it is not, and then nothing
   * of it is stored.
   */
  append(record: UsageRecord): Promise<void>;
  /** Applies all durable usage to the stored balances. */
  apply(): Promise<void>;
  /** Called for each share of a lease that was applied, so that memory follows. */
  onApplied: (share: AppliedShare) => void;
  /**
   * Books a change of a user's balance. Answers the new balance, or why not. The same key twice
   * books once and answers the balance again.
   */
  change(change: BalanceChange): Promise<{ quota: number } | 'unknown-user' | 'below-zero'>;
  /** Changes the own limit of a key; refused where it would fall below 0 or below what is held. */
  changeTokenLimit(
    tokenId: number,
    delta: number,
  ): Promise<{ remainQuota: number } | 'unknown-token' | 'below-zero'>;
  close(): Promise<void>;
}

/** What the quota belongs to: a user's balance, or the limit of an API key. */
export type OwnerKind = 'user' | 'token';

/**
 * What this node may spend of one owner's quota without asking the database. `granted` is leased (the owner's
 * `held` column includes it), `reserved` belongs to running calls, `spent` is settled but not yet applied to
 * the stored balance. All in quota. Reservations fit into what is granted. Only a call that cost more than it
 * reserved, or lost leases, exceed it temporarily; then nothing is reserved until more is leased.
 */
export interface LeaseAccount {
  readonly kind: OwnerKind;
  readonly ownerId: number;
  granted: number;
  /** The owner's free quota when this node last took a lease. */
  free: number;
  reserved: number;
  spent: number;
  /** Calls with an open reservation, including empty ones. */
  running: number;
  lastUsedMs: number;
  /** Spent since `rateSinceMs`, to size the next lease. */
  recentlySpent: number;
  rateSinceMs: number;
  /** The lease request in flight; others await it instead of sending their own. */
  acquiring: Promise<LeaseAttempt> | undefined;
  /** The recall of other nodes' idle quota in flight. */
  recalling: Promise<boolean> | undefined;
  /** Calls waiting for a lease; an account with waiting calls is never dropped. */
  waitingClaims: number;
  /** Deductions from the owner's quota in progress; nothing is leased ahead of calls in the meantime. */
  deductions: number;
}

/** The outcome of one attempt to take a lease. */
export interface LeaseAttempt {
  /**
   * True if less was free than was missing. An attempt that leased nothing because nothing was missing any
   * more is not a refusal.
   */
  readonly refused: boolean;
  /** The amount that it was meant to make available, in quota. */
  readonly requested: number;
}

export function createLeaseAccount(kind: OwnerKind, ownerId: number, nowMs: number): LeaseAccount {
  return {
    kind,
    ownerId,
    granted: 0,
    free: 0,
    reserved: 0,
    spent: 0,
    running: 0,
    lastUsedMs: nowMs,
    recentlySpent: 0,
    rateSinceMs: nowMs,
    acquiring: undefined,
    recalling: undefined,
    waitingClaims: 0,
    deductions: 0,
  };
}

/** Returns what can still be reserved for a new call. */
export function availableIn(account: LeaseAccount): number {
  return account.granted - account.reserved - account.spent;
}

/** Returns whether `amount` can be reserved immediately. */
export function hasAvailable(account: LeaseAccount, amount: number): boolean {
  return amount === 0 || availableIn(account) >= amount;
}

/** How much one call may reserve of what is available. */
export interface ShareRange {
  readonly least: number;
  readonly most: number;
}

/**
 * A call reserves at most one in this many parts of the remaining quota, so that others can run concurrently.
 */
const SHARE_PART = 20;

/**
 * Returns the reservation of a call that could use up to `most`: all of it while there is plenty, otherwise
 * its share.
 */
export function shareOf(account: LeaseAccount, range: ShareRange): number {
  return shareOfRest(availableIn(account) + account.free, range);
}

/** Returns the same for a known remainder. */
export function shareOfRest(rest: number, { least, most }: ShareRange): number {
  return Math.min(most, Math.max(least, Math.floor(rest / SHARE_PART)));
}

/** How long calls can continue while the database is unreachable. */
const LEASE_AHEAD_MS = 30_000;
const RATE_WINDOW_MS = 10_000;
const SMALL_PART = 4;

/** Records spending, so that busy owners lease more at a time. */
export function recordSpending(account: LeaseAccount, quota: number, nowMs: number): void {
  account.lastUsedMs = nowMs;
  // After the clock was set back the window restarts; otherwise the rate would never drop.
  if (nowMs < account.rateSinceMs) account.rateSinceMs = nowMs;
  if (nowMs - account.rateSinceMs > RATE_WINDOW_MS) {
    account.recentlySpent = Math.floor(account.recentlySpent / 2);
    account.rateSinceMs = nowMs - RATE_WINDOW_MS / 2;
  }
  account.recentlySpent += quota;
}

/**
 * Returns how much to lease when `requested` more is wanted and the owner has `free` quota that no node holds:
 * half a minute of the current spending, at most half of what is free (other nodes and the console need
 * some), and exactly what is needed if that is all there is. 0 if it is not available.
 */
export function leaseSize(
  account: LeaseAccount,
  requested: number,
  free: number,
  nowMs: number,
): number {
  if (free < requested) return 0;
  const target = requested * 8 + spendingAhead(account, nowMs);
  return Math.max(requested, Math.min(target, Math.floor(free / 2)));
}

/** Estimates the owner's spending in the next half minute from the current rate. */
function spendingAhead(account: LeaseAccount, nowMs: number): number {
  const elapsedMs = Math.max(1000, nowMs - account.rateSinceMs);
  return Math.ceil((account.recentlySpent / elapsedMs) * LEASE_AHEAD_MS);
}

/**
 * Returns how much to lease ahead: only a small part of what is free, because near zero other nodes may need
 * it.
 */
export function leaseAhead(account: LeaseAccount, free: number, nowMs: number): number {
  const missing = spendingAhead(account, nowMs) - availableIn(account);
  return missing * SMALL_PART <= free ? Math.max(0, missing) : 0;
}

/** Returns whether the account holds less than half of what the estimated spending needs. */
export function isBelowTarget(account: LeaseAccount, nowMs: number): boolean {
  return availableIn(account) * 2 < spendingAhead(account, nowMs);
}

/** Returns whether no call or deduction uses the account or is about to. */
function isUnused(account: LeaseAccount): boolean {
  return (
    account.running === 0 &&
    account.reserved === 0 &&
    account.waitingClaims === 0 &&
    account.deductions === 0 &&
    account.acquiring === undefined
  );
}

/** Returns whether the account has been unused for `idleMs`. Setting the clock back restarts the wait. */
export function isIdle(account: LeaseAccount, nowMs: number, idleMs: number): boolean {
  account.lastUsedMs = Math.min(account.lastUsedMs, nowMs);
  return nowMs - account.lastUsedMs >= idleMs && isUnused(account);
}

/** Returns whether an account holds nothing any more and may be dropped. */
export function isEmpty(account: LeaseAccount): boolean {
  return account.granted === 0 && account.spent === 0 && isUnused(account);
}

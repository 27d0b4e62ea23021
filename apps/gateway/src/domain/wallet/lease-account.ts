/** Whose quota: a user's balance, or the own limit of a key. */
export type OwnerKind = 'user' | 'token';

/**
 * What this node may spend of one owner without asking the database.
 *
 * `granted` is leased (the owner's `held` column includes it), `reserved` is promised to running
 * calls, `spent` is settled but not yet applied to the stored balance. All in quota units. What is
 * promised fits into what is granted; only a call that cost more than it reserved, or leases that
 * were lost, make it more for a while, and then nothing is promised until more is leased.
 */
export interface LeaseAccount {
  readonly kind: OwnerKind;
  readonly ownerId: number;
  granted: number;
  /** What nobody held of the owner when this node leased last. */
  free: number;
  reserved: number;
  spent: number;
  /** Calls whose reservation is open, those that were promised nothing too. */
  running: number;
  lastUsedMs: number;
  /** Spent since `rateSinceMs`, to size the next lease. */
  recentlySpent: number;
  rateSinceMs: number;
  /** The lease being taken right now; others wait for it instead of taking their own. */
  acquiring: Promise<LeaseAttempt> | undefined;
  /** Other nodes being asked right now for what they hold idle. */
  recalling: Promise<boolean> | undefined;
  /** Calls that wait for a lease; an account that somebody waits for is not forgotten. */
  waiting: number;
}

/** What one try at a lease came to. */
export interface LeaseAttempt {
  /** True where less was free than was missing. A try that brought nothing because nothing was missing any more is none. */
  readonly refused: boolean;
  /** What it wanted to make available. Quota units. */
  readonly needed: number;
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
    waiting: 0,
  };
}

/** What a new call could still be promised. */
export function availableIn(account: LeaseAccount): number {
  return account.granted - account.reserved - account.spent;
}

/** Whether a call can be promised so much at once. */
export function hasAvailable(account: LeaseAccount, amount: number): boolean {
  return amount === 0 || availableIn(account) >= amount;
}

/** How much one call is promised of what is there. */
export interface ShareRange {
  readonly least: number;
  readonly most: number;
}

/** A call takes no more than this part of what is left, so that others can run beside it. */
const SHARE_PART = 20;

/** What a call is promised that could use up to `most`: all of it while there is plenty, else its share. */
export function shareOf(account: LeaseAccount, { least, most }: ShareRange): number {
  const share = Math.floor((availableIn(account) + account.free) / SHARE_PART);
  return Math.min(most, Math.max(least, share));
}

/** Calls go on for so long while the database is away. */
const LEASE_AHEAD_MS = 30_000;
const RATE_WINDOW_MS = 10_000;
const SMALL_PART = 4;

/** Remembers spending, so that busy owners lease more at a time. */
export function noteSpending(account: LeaseAccount, quota: number, nowMs: number): void {
  account.lastUsedMs = nowMs;
  // A clock that was set back starts the window again, or the rate would never fall.
  if (nowMs < account.rateSinceMs) account.rateSinceMs = nowMs;
  if (nowMs - account.rateSinceMs > RATE_WINDOW_MS) {
    account.recentlySpent = Math.floor(account.recentlySpent / 2);
    account.rateSinceMs = nowMs - RATE_WINDOW_MS / 2;
  }
  account.recentlySpent += quota;
}

/**
 * How much to lease when `needed` more is wanted and the owner has `free` quota that nobody holds.
 * Half a minute of the present spending, never more than half of what is free (other nodes and
 * forms need some), and exactly what is needed when that is all there is. 0 when it can't be had.
 */
export function leaseSize(
  account: LeaseAccount,
  needed: number,
  free: number,
  nowMs: number,
): number {
  if (free < needed) return 0;
  const wanted = needed * 8 + spendingAhead(account, nowMs);
  return Math.max(needed, Math.min(wanted, Math.floor(free / 2)));
}

/** What the owner spends in the next half minute if it goes on as it does. */
function spendingAhead(account: LeaseAccount, nowMs: number): number {
  const elapsedMs = Math.max(1000, nowMs - account.rateSinceMs);
  return Math.ceil((account.recentlySpent / elapsedMs) * LEASE_AHEAD_MS);
}

/** What to lease before it is needed: only a small part of what is free, as near zero other nodes may need it. */
export function leaseAhead(account: LeaseAccount, free: number, nowMs: number): number {
  const wanted = spendingAhead(account, nowMs) - availableIn(account);
  return wanted * SMALL_PART <= free ? Math.max(0, wanted) : 0;
}

/** Whether less than half is there of what lies ahead. */
export function isBelowTarget(account: LeaseAccount, nowMs: number): boolean {
  return availableIn(account) * 2 < spendingAhead(account, nowMs);
}

/** Whether no call has the account, or will in a moment. */
function isUnused(account: LeaseAccount): boolean {
  return (
    account.running === 0 &&
    account.reserved === 0 &&
    account.waiting === 0 &&
    account.acquiring === undefined
  );
}

/** Whether nobody has used the account for so long. A clock that was set back starts the wait again. */
export function isIdle(account: LeaseAccount, nowMs: number, idleMs: number): boolean {
  account.lastUsedMs = Math.min(account.lastUsedMs, nowMs);
  return nowMs - account.lastUsedMs >= idleMs && isUnused(account);
}

/** Whether an account holds nothing any more and may be forgotten. */
export function isEmpty(account: LeaseAccount): boolean {
  return account.granted === 0 && account.spent === 0 && isUnused(account);
}

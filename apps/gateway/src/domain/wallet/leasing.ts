import type { Clock } from '../../platform/clock.ts';
import {
  type LeaseAccount,
  availableIn,
  hasAvailable,
  createLeaseAccount,
  isEmpty,
  isIdle,
  leaseAhead,
  type LeaseAttempt,
  leaseSize,
  type ShareRange,
  shareOf,
  isBelowTarget,
  type OwnerKind,
} from './lease-account.ts';
import type { AppliedShare, WalletBackend } from './backend.ts';
import { countWriteOff } from './wallet-metrics.ts';

/** Maximum number of accounts that lease ahead in one maintenance run; the others follow in the next. */
const AHEAD_A_ROUND = 100;

/** Leases of this node by owner: how it gets more, and how it returns what it does not need. */
export class Leasing {
  readonly #backend: WalletBackend;
  readonly #clock: Clock;
  readonly #accounts = {
    user: new Map<number, LeaseAccount>(),
    token: new Map<number, LeaseAccount>(),
  };
  readonly #background = new Set<Promise<unknown>>();
  #closing = false;

  constructor(backend: WalletBackend, clock: Clock) {
    this.#backend = backend;
    this.#clock = clock;
    backend.onApplied = (share) => this.#follow(share);
    backend.onLeasesDropped = () => this.#startFromNothing();
    backend.onRecalled = (kind, ownerId) => this.#takeIdle(this.find(kind, ownerId));
  }

  /** Returns an owner's account; undefined if the owner has made no call for a long time. */
  find(kind: OwnerKind, ownerId: number): LeaseAccount | undefined {
    return this.#accounts[kind].get(ownerId);
  }

  /** Returns an owner's account, created if missing. */
  accountOf(kind: OwnerKind, ownerId: number): LeaseAccount {
    const accounts = this.#accounts[kind];
    let account = accounts.get(ownerId);
    if (account === undefined)
      accounts.set(ownerId, (account = createLeaseAccount(kind, ownerId, this.#clock.nowMs())));
    return account;
  }

  *#all(): Generator<LeaseAccount> {
    yield* this.#accounts.user.values();
    yield* this.#accounts.token.values();
  }

  #follow({ kind, ownerId, amount, fromLease, writeOff = 0 }: AppliedShare): void {
    if (writeOff > 0) countWriteOff(writeOff);
    const account = this.find(kind, ownerId);
    if (account === undefined) return;
    account.spent -= amount;
    account.granted -= fromLease;
  }

  /** Starts over after all leases are gone: leases again for running calls, in the background. */
  #startFromNothing(): void {
    for (const account of this.#all()) {
      account.granted = 0;
      this.leaseInBackground(account);
    }
  }

  /**
   * Reserves `amount` in the account, leasing as needed. Returns false if the quota is not available; rejects
   * if that can't be determined. Check and reservation are one step that nothing may interleave. Another
   * call's failed attempt counts for this one too if it began after this call arrived and asked for no more.
   * Before refusing, it asks other nodes once for idle quota.
   */
  async claim(account: LeaseAccount, amount: number): Promise<boolean> {
    account.waitingClaims += 1;
    let hasAskedOthers = false;
    try {
      for (let tries = 0; !hasAvailable(account, amount); tries += 1) {
        const runningAttempt = account.acquiring;
        const attempt = await (runningAttempt ?? this.#lease(account, amount));
        const isConclusive =
          runningAttempt === undefined || (tries > 0 && attempt.requested <= amount);
        if (!attempt.refused || !isConclusive || hasAvailable(account, amount)) continue;
        if (hasAskedOthers || !(await this.#askOthers(account))) {
          this.#returnRemnant(account);
          return false;
        }
        hasAskedOthers = true;
        // Attempts from before the other nodes replied are no longer valid.
        tries = -1;
      }
      account.reserved += amount;
      return true;
    } finally {
      account.waitingClaims -= 1;
    }
  }

  /**
   * Reserves a share of what is available, within the range. Returns its size, 0 if less than the minimum is
   * available. What counts is the free quota in the database, not what this node happens to hold.
   */
  async claimShare(account: LeaseAccount, range: ShareRange): Promise<number> {
    account.waitingClaims += 1;
    let hasAskedOthers = false;
    try {
      for (;;) {
        const runningAttempt = account.acquiring;
        // oxlint-disable-next-line no-await-in-loop -- one look after the other
        const attempt = await (runningAttempt ?? this.#leaseShare(account, range));
        const amount = shareOf(account, range);
        if (hasAvailable(account, amount)) {
          account.reserved += amount;
          return amount;
        }
        // Other calls that waited for an attempt may have taken what it leased.
        if (runningAttempt || !attempt.refused) continue;
        // oxlint-disable-next-line no-await-in-loop -- once
        if (hasAskedOthers || !(await this.#askOthers(account))) {
          this.#returnRemnant(account);
          return 0;
        }
        hasAskedOthers = true;
      }
    } finally {
      account.waitingClaims -= 1;
    }
  }

  /**
   * Makes one attempt to lease enough for the share. While the database is unreachable, what is held has to
   * suffice.
   */
  #leaseShare(account: LeaseAccount, range: ShareRange): Promise<LeaseAttempt> {
    let refused = false;
    return this.#acquire(
      account,
      (free) => {
        account.free = free;
        refused = range.least - availableIn(account) > free;
        const missing = shareOf(account, range) - availableIn(account);
        return missing <= 0 ? 0 : leaseSize(account, missing, free, this.#clock.nowMs());
      },
      () => ({ refused, requested: range.least }),
    ).catch((error: unknown) => {
      account.free = 0;
      if (availableIn(account) < range.least) throw error;
      return { refused: false, requested: 0 };
    });
  }

  /** Makes one attempt to lease enough to make `amount` available. */
  #lease(account: LeaseAccount, amount: number): Promise<LeaseAttempt> {
    let refused = false;
    return this.#acquire(
      account,
      (free) => {
        const missing = amount - availableIn(account);
        refused = missing > free;
        return missing <= 0 ? 0 : leaseSize(account, missing, free, this.#clock.nowMs());
      },
      () => ({ refused, requested: amount }),
    );
  }

  /**
   * Leases ahead for owners with steady spending, so that calls continue while the database is unreachable.
   */
  async leaseAhead(): Promise<void> {
    const nowMs = this.#clock.nowMs();
    let accountsLeft = AHEAD_A_ROUND;
    for (const account of this.#all()) {
      if (account.acquiring !== undefined || account.deductions > 0) continue;
      if (!isBelowTarget(account, nowMs)) continue;
      if ((accountsLeft -= 1) < 0 || this.#closing) return;
      await this.#acquire(
        account,
        (free) => leaseAhead(account, free, nowMs),
        () => ({ refused: false, requested: 0 }),
      );
    }
  }

  /** Recalls idle quota from other nodes; concurrent callers share one recall. */
  #askOthers(account: LeaseAccount): Promise<boolean> {
    account.recalling ??= this.#backend.recall(account.kind, account.ownerId).finally(() => {
      account.recalling = undefined;
    });
    return account.recalling;
  }

  /**
   * Leases in the background what a call cost beyond its reservation, or what lost leases left uncovered.
   */
  leaseInBackground(account: LeaseAccount): void {
    if (availableIn(account) >= 0) return;
    if (account.acquiring !== undefined || this.#closing) return;
    // The charge is in the journal in any case; a part that the balance can't pay then is written off.
    this.#inBackground(
      this.#acquire(
        account,
        (free) => Math.min(free, Math.max(0, -availableIn(account))),
        () => ({ refused: false, requested: 0 }),
      ),
    );
  }

  #acquire(
    account: LeaseAccount,
    choose: (free: number) => number,
    describe: () => LeaseAttempt,
  ): Promise<LeaseAttempt> {
    const { kind, ownerId } = account;
    const attempt = this.#backend
      .acquire({
        kind,
        ownerId,
        choose: (free) => {
          const leaseAmount = choose(free);
          account.free = free - leaseAmount;
          return leaseAmount;
        },
      })
      .then((leased) => {
        account.granted += leased;
        return describe();
      })
      .finally(() => {
        account.acquiring = undefined;
      });
    account.acquiring = attempt;
    return attempt;
  }

  /**
   * Runs work in the background, which only closing waits for. If it fails, the backend resolves the doubt
   * itself.
   */
  #inBackground(work: Promise<unknown>): void {
    const done: Promise<unknown> = work
      .catch(() => undefined)
      .finally(() => this.#background.delete(done));
    this.#background.add(done);
  }

  /**
   * Returns a remainder that is too small for a call here, as it may suffice together with what other nodes
   * hold. Done at once while nothing runs, so that near zero no quota lies idle on several nodes.
   */
  #returnRemnant(account: LeaseAccount): void {
    if (account.reserved === 0) this.#inBackground(this.returnIdleQuota(account));
  }

  /**
   * Returns the unused part of a lease. Updates memory first, so that no call can reserve it in the meantime.
   */
  async returnIdleQuota(account: LeaseAccount): Promise<void> {
    const amount = this.#takeIdle(account);
    if (amount > 0) await this.#backend.release(account.kind, account.ownerId, amount);
  }

  /**
   * Runs a deduction from an owner's quota after returning what is idle here. Until it ends, only calls take
   * leases.
   */
  async withIdleReturned<Result>(
    account: LeaseAccount,
    deduct: () => Promise<Result>,
  ): Promise<Result> {
    account.deductions += 1;
    try {
      // Of a lease that arrives now, what no call takes would be missing.
      await account.acquiring?.catch(() => undefined);
      await this.#backend.apply();
      await this.returnIdleQuota(account);
      return await deduct();
    } finally {
      account.deductions -= 1;
    }
  }

  /** Removes unreserved quota from memory. Returns the amount. */
  #takeIdle(account: LeaseAccount | undefined): number {
    const amount = account ? Math.max(0, availableIn(account)) : 0;
    if (account) account.granted -= amount;
    return amount;
  }

  /** Returns what has been unused for `idleMs`, and drops accounts that hold nothing. */
  async returnIdle(idleMs: number): Promise<void> {
    for (const account of this.#all()) {
      if (!isIdle(account, this.#clock.nowMs(), idleMs)) continue;
      await this.returnIdleQuota(account);
      if (isEmpty(account)) this.#accounts[account.kind].delete(account.ownerId);
    }
  }

  /** Stops leasing, and returns everything once background work has ended. */
  async end(apply: () => Promise<void>): Promise<void> {
    this.#closing = true;
    await Promise.all(this.#background);
    await apply();
    for (const account of this.#all()) await this.returnIdleQuota(account);
  }
}

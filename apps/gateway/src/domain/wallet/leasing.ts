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

/** Accounts that lease ahead in one upkeep; the others have their turn in the next. */
const AHEAD_A_ROUND = 100;

/** What this node leases of each owner, and how it comes by more and gives back what it does not need. */
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

  /** The account of an owner; undefined where none of its calls came by for long. */
  find(kind: OwnerKind, ownerId: number): LeaseAccount | undefined {
    return this.#accounts[kind].get(ownerId);
  }

  /** The account of an owner, made where there is none. */
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

  #follow({ kind, ownerId, amount, fromLease, writeOff: loss = 0 }: AppliedShare): void {
    if (loss > 0) countWriteOff(loss);
    const account = this.find(kind, ownerId);
    if (account === undefined) return;
    account.spent -= amount;
    account.granted -= fromLease;
  }

  /** The leases are gone; what runs is leased for again, in the background. */
  #startFromNothing(): void {
    for (const account of this.#all()) {
      account.granted = 0;
      this.leaseInBackground(account);
    }
  }

  /**
   * Promises `amount` out of the account, leasing as needed; false when it can't be had, and an error
   * when nobody can tell. The look and the promise are one step: between them nobody else may run. A
   * try of somebody else that began after this call came, asked for no more and got nothing answers
   * for this one too. Before it is refused, other nodes are asked once for what they hold idle.
   */
  async claim(account: LeaseAccount, amount: number): Promise<boolean> {
    account.waiting += 1;
    let asked = false;
    try {
      for (let tries = 0; !hasAvailable(account, amount); tries += 1) {
        const joined = account.acquiring;
        const attempt = await (joined ?? this.#lease(account, amount));
        const tells = joined === undefined || (tries > 0 && attempt.needed <= amount);
        if (!attempt.refused || !tells || hasAvailable(account, amount)) continue;
        if (asked || !(await this.#askOthers(account))) {
          this.#returnRemnant(account);
          return false;
        }
        asked = true;
        // What others tried before the answers came tells nothing.
        tries = -1;
      }
      account.reserved += amount;
      return true;
    } finally {
      account.waiting -= 1;
    }
  }

  /**
   * Promises a share of what is there, within the range; answers how much, 0 when there is less than
   * the least. What the database says is free decides, not what this node happens to hold.
   */
  async claimShare(account: LeaseAccount, range: ShareRange): Promise<number> {
    account.waiting += 1;
    let asked = false;
    try {
      for (;;) {
        const joined = account.acquiring;
        // oxlint-disable-next-line no-await-in-loop -- one look after the other
        const attempt = await (joined ?? this.#leaseShare(account, range));
        const amount = shareOf(account, range);
        if (hasAvailable(account, amount)) {
          account.reserved += amount;
          return amount;
        }
        // What a try brought may have gone to others who waited for it.
        if (joined || !attempt.refused) continue;
        // oxlint-disable-next-line no-await-in-loop -- once
        if (asked || !(await this.#askOthers(account))) {
          this.#returnRemnant(account);
          return 0;
        }
        asked = true;
      }
    } finally {
      account.waiting -= 1;
    }
  }

  /** One try at a lease that makes the share available. What is held already has to do where the database is away. */
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
      () => ({ refused, needed: range.least }),
    ).catch((error: unknown) => {
      account.free = 0;
      if (availableIn(account) < range.least) throw error;
      return { refused: false, needed: 0 };
    });
  }

  /** One try at a lease that makes `amount` available. */
  #lease(account: LeaseAccount, amount: number): Promise<LeaseAttempt> {
    let refused = false;
    return this.#acquire(
      account,
      (free) => {
        const missing = amount - availableIn(account);
        refused = missing > free;
        return missing <= 0 ? 0 : leaseSize(account, missing, free, this.#clock.nowMs());
      },
      () => ({ refused, needed: amount }),
    );
  }

  /** Leases before it is needed for who spends steadily, so that calls go on while the database is away. */
  async leaseAhead(): Promise<void> {
    const nowMs = this.#clock.nowMs();
    let left = AHEAD_A_ROUND;
    for (const account of this.#all()) {
      if (account.acquiring !== undefined || !isBelowTarget(account, nowMs)) continue;
      if ((left -= 1) < 0 || this.#closing) return;
      await this.#acquire(
        account,
        (free) => leaseAhead(account, free, nowMs),
        () => ({ refused: false, needed: 0 }),
      );
    }
  }

  /** Asks other nodes for what they hold idle; callers of the same moment ask together. */
  #askOthers(account: LeaseAccount): Promise<boolean> {
    account.recalling ??= this.#backend.recall(account.kind, account.ownerId).finally(() => {
      account.recalling = undefined;
    });
    return account.recalling;
  }

  /** Leases, without anybody waiting, what a call cost beyond its promise or lost leases left open. */
  leaseInBackground(account: LeaseAccount): void {
    if (availableIn(account) >= 0) return;
    if (account.acquiring !== undefined || this.#closing) return;
    // The charge is in the journal all the same; what it can't be paid from then is a write-off.
    this.#inBackground(
      this.#acquire(
        account,
        (free) => Math.min(free, Math.max(0, -availableIn(account))),
        () => ({ refused: false, needed: 0 }),
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
          const taken = choose(free);
          account.free = free - taken;
          return taken;
        },
      })
      .then((brought) => {
        account.granted += brought;
        return describe();
      })
      .finally(() => {
        account.acquiring = undefined;
      });
    account.acquiring = attempt;
    return attempt;
  }

  /** Work that nobody waits for but the end. Where it fails the backend ends the doubt by itself. */
  #inBackground(work: Promise<unknown>): void {
    const done: Promise<unknown> = work
      .catch(() => undefined)
      .finally(() => this.#background.delete(done));
    this.#background.add(done);
  }

  /**
   * What is too little for a call here may be enough together with what other nodes hold: while
   * nothing runs it goes back at once, so that near zero no quota lies idle on several nodes.
   */
  #returnRemnant(account: LeaseAccount): void {
    if (account.reserved === 0) this.#inBackground(this.giveBack(account));
  }

  /** Returns the unused part of a lease. Memory first, so that no call can be promised it meanwhile. */
  async giveBack(account: LeaseAccount): Promise<void> {
    const amount = this.#takeIdle(account);
    if (amount > 0) await this.#backend.release(account.kind, account.ownerId, amount);
  }

  /** Takes what nobody is promised out of memory; answers how much. */
  #takeIdle(account: LeaseAccount | undefined): number {
    const amount = account ? Math.max(0, availableIn(account)) : 0;
    if (account) account.granted -= amount;
    return amount;
  }

  /** Gives back what nobody has used for so long, and forgets accounts that hold nothing. */
  async returnIdle(idleMs: number): Promise<void> {
    for (const account of this.#all()) {
      if (!isIdle(account, this.#clock.nowMs(), idleMs)) continue;
      await this.giveBack(account);
      if (isEmpty(account)) this.#accounts[account.kind].delete(account.ownerId);
    }
  }

  /** Leases no more, and gives all back once what runs in the background has ended. */
  async end(apply: () => Promise<void>): Promise<void> {
    this.#closing = true;
    await Promise.all(this.#background);
    await apply();
    for (const account of this.#all()) await this.giveBack(account);
  }
}

import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  type Account,
  availableIn,
  covers,
  createAccount,
  isEmpty,
  isIdle,
  leaseAhead,
  type LeaseAttempt,
  leaseSize,
  noteSpending,
  runsLow,
  type OwnerKind,
} from './account.ts';
import type { AppliedShare, WalletBackend } from './backend.ts';
import { BookingWatch } from './booking-watch.ts';
import type { UsageLogRow } from './usage-record.ts';
import type { Refusal, Reservation, ReserveInput, SettleInput, Wallet } from './wallet.ts';

export interface WalletOptions {
  backend: WalletBackend;
  clock: Clock;
}

/** Accounts that lease ahead in one upkeep; the others have their turn in the next. */
const AHEAD_A_ROUND = 100;

/** Builds the wallet over a recovered backend. */
export function createWallet(options: WalletOptions): Wallet {
  return new LeasedWallet(options);
}

class LeasedWallet implements Wallet {
  readonly #backend: WalletBackend;
  readonly #clock: Clock;
  readonly #booking: BookingWatch;
  readonly #accounts = { user: new Map<number, Account>(), token: new Map<number, Account>() };
  readonly #background = new Set<Promise<unknown>>();
  #closing = false;

  constructor({ backend, clock }: WalletOptions) {
    this.#backend = backend;
    this.#clock = clock;
    this.#booking = new BookingWatch(clock);
    backend.onApplied = (share) => this.#follow(share);
    backend.onLeasesDropped = () => this.#startFromNothing();
    backend.onRecalled = (kind, ownerId) => this.#takeIdle(this.#accounts[kind].get(ownerId));
  }

  reserve({
    userId,
    limitedTokenId,
    amount,
  }: ReserveInput): Reservation | Promise<Reservation | Refusal> {
    mustBeQuota(amount);
    const trouble = this.#backend.trouble();
    if (trouble !== undefined) throw booksUnavailable(trouble);
    if (this.#booking.refuses()) throw booksUnavailable('charges could not be stored');
    const user = this.#accountOf('user', userId);
    const token =
      limitedTokenId === undefined ? undefined : this.#accountOf('token', limitedTokenId);
    if (!covers(user, amount) || (token && !covers(token, amount)))
      return this.#reserveSlowly(user, token, amount);
    user.reserved += amount;
    if (token) token.reserved += amount;
    return { user, token, amount, open: true };
  }

  async extend(reservation: Reservation, more: number): Promise<boolean> {
    mustBeQuota(more);
    const { user, token } = reservation;
    // A running call outlives a database that is away: it ends with what it has and is charged.
    const refusal = await this.#claimBoth(user, token, more).catch(() => 'user');
    if (refusal !== undefined) return false;
    if (reservation.open) {
      reservation.amount += more;
      return true;
    }
    // The call ended while this waited: the promise goes back.
    user.reserved -= more;
    if (token) token.reserved -= more;
    return false;
  }

  async settle(reservation: Reservation, { row, logged }: SettleInput): Promise<void> {
    if (!reservation.open) throw new Error('a reservation is settled once');
    mustBeQuota(row.quota);
    const { user, token } = reservation;
    const nowMs = this.#clock.nowMs();
    closeReservation(reservation);
    user.spent += row.quota;
    noteSpending(user, row.quota, nowMs);
    if (token) {
      token.spent += row.quota;
      noteSpending(token, row.quota, nowMs);
    }
    try {
      await this.#backend.append({ row, limited: token !== undefined, logged });
      this.#booking.stored();
    } catch (error) {
      this.#booking.failed(error);
      user.spent -= row.quota;
      if (token) token.spent -= row.quota;
      throw error;
    }
    if (availableIn(user) < 0) this.#coverSoon(user);
    if (token && availableIn(token) < 0) this.#coverSoon(token);
  }

  void(reservation: Reservation): void {
    if (reservation.open) closeReservation(reservation);
  }

  record(row: UsageLogRow): Promise<void> {
    return this.#backend.append({ row, limited: false, logged: true });
  }

  flush(): Promise<void> {
    return this.#backend.apply();
  }

  async upkeep(idleMs: number): Promise<void> {
    await this.#backend.apply();
    await this.#backend.heartbeat();
    await this.returnIdle(idleMs);
    await this.#leaseAhead();
  }

  async adjustUser(change: Parameters<Wallet['adjustUser']>[0]): Promise<{ quota: number }> {
    const createdAt = Math.floor(this.#clock.nowMs() / 1000);
    const result = await this.#deduct('user', change.userId, change.delta, () =>
      this.#backend.change({ reference: '', ...change, createdAt }),
    );
    if (result === 'unknown-user') throw new AppError('user_not_found');
    if (result === 'below-zero') throw new AppError('quota_below_zero');
    return result;
  }

  async adjustToken({
    tokenId,
    delta,
  }: {
    tokenId: number;
    delta: number;
  }): Promise<{ remainQuota: number }> {
    const result = await this.#deduct('token', tokenId, delta, () =>
      this.#backend.changeTokenLimit(tokenId, delta),
    );
    if (result === 'unknown-token') throw new AppError('token_not_found');
    if (result === 'below-zero') throw new AppError('quota_invalid');
    return result;
  }

  async returnIdle(idleMs: number): Promise<void> {
    for (const account of this.#all()) {
      if (!isIdle(account, this.#clock.nowMs(), idleMs)) continue;
      await this.#giveBack(account);
      if (isEmpty(account)) this.#accounts[account.kind].delete(account.ownerId);
    }
  }

  trouble() {
    return this.#backend.trouble() ?? (this.#booking.isFailing ? 'not-stored' : undefined);
  }

  journalState() {
    return this.#backend.journalState();
  }

  async close(): Promise<void> {
    this.#closing = true;
    try {
      await Promise.all(this.#background);
      await this.#backend.apply();
      for (const account of this.#all()) await this.#giveBack(account);
    } finally {
      await this.#backend.close();
    }
  }

  #accountOf(kind: OwnerKind, ownerId: number): Account {
    const accounts = this.#accounts[kind];
    let account = accounts.get(ownerId);
    if (account === undefined)
      accounts.set(ownerId, (account = createAccount(kind, ownerId, this.#clock.nowMs())));
    return account;
  }

  *#all(): Generator<Account> {
    yield* this.#accounts.user.values();
    yield* this.#accounts.token.values();
  }

  #follow({ kind, ownerId, amount, fromLease }: AppliedShare): void {
    const account = this.#accounts[kind].get(ownerId);
    if (account === undefined) return;
    account.spent -= amount;
    account.granted -= fromLease;
  }

  /** The leases are gone; what runs is leased for again, in the background. */
  #startFromNothing(): void {
    for (const account of this.#all()) {
      account.granted = 0;
      if (availableIn(account) < 0) this.#coverSoon(account);
    }
  }

  async #reserveSlowly(
    user: Account,
    token: Account | undefined,
    amount: number,
  ): Promise<Reservation | Refusal> {
    const refusal = await this.#claimBoth(user, token, amount);
    return refusal ?? { user, token, amount, open: true };
  }

  /** Promises `amount` out of both accounts or of none; answers who can't pay. */
  async #claimBoth(
    user: Account,
    token: Account | undefined,
    amount: number,
  ): Promise<Refusal | undefined> {
    if (!(await this.#claim(user, amount))) return 'user';
    if (token === undefined) return undefined;
    let claimed = false;
    try {
      claimed = await this.#claim(token, amount);
    } finally {
      if (!claimed) user.reserved -= amount;
    }
    return claimed ? undefined : 'token';
  }

  /**
   * Promises `amount` out of the account, leasing as needed; false when it can't be had. The look
   * and the promise are one step: between them nobody else may run. A try of somebody else that
   * began after this call came, asked for no more and got nothing answers for this one too. Before
   * it is refused, other nodes are asked once for what they hold idle.
   */
  async #claim(account: Account, amount: number): Promise<boolean> {
    account.waiting += 1;
    let asked = false;
    try {
      for (let tries = 0; !covers(account, amount); tries += 1) {
        const joined = account.acquiring;
        const attempt = await (joined ?? this.#lease(account, amount));
        const tells = joined === undefined || (tries > 0 && attempt.needed <= amount);
        if (!attempt.refused || !tells || covers(account, amount)) continue;
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
    } catch (error) {
      throw booksUnavailable('no lease could be taken', error);
    } finally {
      account.waiting -= 1;
    }
  }

  /** One try at a lease that makes `amount` available. */
  #lease(account: Account, amount: number): Promise<LeaseAttempt> {
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
  async #leaseAhead(): Promise<void> {
    const nowMs = this.#clock.nowMs();
    let left = AHEAD_A_ROUND;
    for (const account of this.#all()) {
      if (account.acquiring !== undefined || !runsLow(account, nowMs)) continue;
      if ((left -= 1) < 0 || this.#closing) return;
      await this.#acquire(
        account,
        (free) => leaseAhead(account, free, nowMs),
        () => ({ refused: false, needed: 0 }),
      );
    }
  }

  /** Asks other nodes for what they hold idle; callers of the same moment ask together. */
  #askOthers(account: Account): Promise<boolean> {
    account.recalling ??= this.#backend.recall(account.kind, account.ownerId).finally(() => {
      account.recalling = undefined;
    });
    return account.recalling;
  }

  /** Leases, without anybody waiting, what a call cost beyond its promise or lost leases left open. */
  #coverSoon(account: Account): void {
    if (account.acquiring !== undefined || this.#closing) return;
    // The charge is in the journal all the same; what it can't be paid from then is a loss of the house.
    this.#inBackground(
      this.#acquire(
        account,
        (free) => Math.min(free, Math.max(0, -availableIn(account))),
        () => ({ refused: false, needed: 0 }),
      ),
    );
  }

  #acquire(
    account: Account,
    choose: (free: number) => number,
    describe: () => LeaseAttempt,
  ): Promise<LeaseAttempt> {
    const { kind, ownerId } = account;
    const attempt = this.#backend
      .acquire({ kind, ownerId, choose })
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
  #returnRemnant(account: Account): void {
    if (account.reserved === 0) this.#inBackground(this.#giveBack(account));
  }

  /** Returns the unused part of a lease. Memory first, so that no call can be promised it meanwhile. */
  async #giveBack(account: Account): Promise<void> {
    const amount = this.#takeIdle(account);
    if (amount > 0) await this.#backend.release(account.kind, account.ownerId, amount);
  }

  /** Takes what nobody is promised out of memory; answers how much. */
  #takeIdle(account: Account | undefined): number {
    const amount = account ? Math.max(0, availableIn(account)) : 0;
    if (account) account.granted -= amount;
    return amount;
  }

  /** Runs a change that may be a deduction: it needs the quota that nodes merely hold in reserve, too. */
  async #deduct<Result>(
    kind: OwnerKind,
    ownerId: number,
    delta: number,
    change: () => Promise<Result>,
  ): Promise<Result> {
    const account = delta < 0 ? this.#accounts[kind].get(ownerId) : undefined;
    if (account) {
      await this.#backend.apply();
      await this.#giveBack(account);
    }
    const result = await change();
    if (result !== 'below-zero') return result;
    return (await this.#backend.recall(kind, ownerId)) ? change() : result;
  }
}

function closeReservation(reservation: Reservation): void {
  reservation.open = false;
  reservation.user.reserved -= reservation.amount;
  if (reservation.token) reservation.token.reserved -= reservation.amount;
}

/** One amount that is no whole number would make every later comparison of the account false. */
function mustBeQuota(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new RangeError(`${amount} is no amount of quota`);
}

function booksUnavailable(internal: string, cause?: unknown): AppError {
  return new AppError('relay_books_unavailable', {}, { internal, cause, retryAfterSeconds: 2 });
}

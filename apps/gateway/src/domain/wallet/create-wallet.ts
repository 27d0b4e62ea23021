import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  type LeaseAccount,
  hasAvailable,
  recordSpending,
  type ShareRange,
  shareOf,
} from './lease-account.ts';
import type { WalletBackend } from './backend.ts';
import type { DiskReserve } from './disk-reserve.ts';
import { LostCharges } from './lost-charges.ts';
import { InsufficientQuotaError } from './insufficient-quota-error.ts';
import { CommitCircuitBreaker } from './commit-circuit-breaker.ts';
import { Leasing } from './leasing.ts';
import { countUncharged } from './wallet-metrics.ts';
import { isRowFault } from './store/row-fault.ts';
import { reserveWithin } from './reserve-within.ts';
import { RunningNotes } from './running-notes.ts';
import type { SpendingLimits } from './spending-limits.ts';
import { storeLastCharges } from './store-last-charges.ts';
import { UnstoredCharges } from './unstored-charges.ts';
import type { UsageLogRow } from './usage-record.ts';
import type {
  Deduction,
  RefusedBy,
  Reservation,
  ReserveInput,
  SettleInput,
  StreamCharge,
  Wallet,
} from './wallet.ts';

export interface WalletOptions {
  backend: WalletBackend;
  clock: Clock;
  /** Daily, weekly and monthly limits; if absent, none are enforced. */
  spending?: SpendingLimits;
  /** Disk space for the last charges when the disk is full. */
  diskReserve?: DiskReserve | undefined;
}

/** Builds the wallet over a recovered backend. */
export function createWallet(options: WalletOptions): Wallet {
  return new LeasedWallet(options);
}

/** How long a call waits for a database that may be unreachable. */
const RENEWAL_WAIT_MS = 1000;

class LeasedWallet implements Wallet {
  readonly #backend: WalletBackend;
  readonly #clock: Clock;
  readonly #booking: CommitCircuitBreaker;
  readonly #leasing: Leasing;
  readonly #spending: SpendingLimits | undefined;
  readonly #unstored: UnstoredCharges;
  readonly #notes: RunningNotes;
  readonly #diskReserve: DiskReserve | undefined;
  /** The check in flight whether leases that seem expired are still valid. */
  #renewing: Promise<unknown> | undefined;

  constructor({ backend, clock, spending, diskReserve }: WalletOptions) {
    this.#diskReserve = diskReserve;
    this.#spending = spending;
    this.#backend = backend;
    this.#clock = clock;
    this.#booking = new CommitCircuitBreaker(clock);
    this.#leasing = new Leasing(backend, clock);
    this.#unstored = new UnstoredCharges((record) => backend.append(record));
    this.#notes = new RunningNotes(backend);
  }

  reserve(input: ReserveInput): Reservation | Promise<Reservation | RefusedBy> {
    const { userId, limitedApiKeyId, amount, least = amount, spending } = input;
    assertQuota(amount);
    if (spending !== undefined && this.#spending)
      return reserveWithin(this.#spending, { ...input, spending }, (rest) => this.reserve(rest));
    const unavailableReason = this.#backend.unavailableReason();
    if (unavailableReason === 'leases-expired') return this.#reserveOnceRenewed(input);
    if (unavailableReason !== undefined) throw ledgerUnavailable(unavailableReason);
    if (this.#booking.isOpen()) throw ledgerUnavailable('charges could not be stored');
    const { user, token } = this.#accountsOf(userId, limitedApiKeyId);
    const range = { least, most: amount };
    if (!hasAvailableAtOnce(user, range) || (token && !hasAvailableAtOnce(token, range)))
      return this.#reserveSlowly(user, token, range);
    user.reserved += amount;
    if (token) token.reserved += amount;
    return openReservation(user, token, amount);
  }

  reserveNothing(input: Omit<ReserveInput, 'amount'>): Reservation {
    const { user, token } = this.#accountsOf(input.userId, input.limitedApiKeyId);
    const reservation = openReservation(user, token, 0);
    if (input.spending) reservation.spending = this.#spending?.claimNothing(input.spending);
    return reservation;
  }

  async extend(reservation: Reservation, more: number): Promise<boolean> {
    assertQuota(more);
    const { user, apiKey: token } = reservation;
    const { spending } = reservation;
    if (spending && !(await this.#spending?.extend(spending, more).catch(() => false)))
      return false;
    // A running call survives a database outage: it continues with what it has, and is charged.
    const refusal = await this.#claimBoth(user, token, more).catch(() => 'user');
    if (refusal !== undefined) {
      if (reservation.open && spending) this.#spending?.release(spending, more);
      return false;
    }
    if (reservation.open) {
      reservation.amount += more;
      return true;
    }
    // The call ended during the wait, so the reservation is released.
    user.reserved -= more;
    if (token) token.reserved -= more;
    return false;
  }

  async settle(
    reservation: Reservation,
    { row, logged, timing, delivered = false }: SettleInput,
  ): Promise<void> {
    if (!reservation.open) throw new Error('a reservation is settled once');
    assertQuota(row.quota);
    const { user, apiKey: token } = reservation;
    const nowMs = this.#clock.nowMs();
    closeReservation(reservation);
    if (reservation.spending) this.#spending?.settle(reservation.spending, row.quota);
    user.spent += row.quota;
    recordSpending(user, row.quota, nowMs);
    if (token) {
      token.spent += row.quota;
      recordSpending(token, row.quota, nowMs);
    }
    const { noteId } = reservation;
    const record = { row, limited: token !== undefined, logged, timing, noteId };
    try {
      await this.#backend.append(record);
      this.#booking.recordSuccess();
    } catch (error) {
      this.#booking.recordFailure(error);
      if (delivered && !isRowFault(error)) {
        this.#unstored.add(record);
        throw error;
      }
      countUncharged('not_stored');
      this.#notes.drop(reservation);
      user.spent -= row.quota;
      if (token) token.spent -= row.quota;
      if (reservation.spending) this.#spending?.release(reservation.spending, row.quota);
      throw error;
    }
    this.#leasing.leaseInBackground(user);
    if (token) this.#leasing.leaseInBackground(token);
  }

  void(reservation: Reservation): void {
    if (!reservation.open) return;
    closeReservation(reservation);
    this.#notes.drop(reservation);
    if (reservation.spending) this.#spending?.settle(reservation.spending, 0);
  }

  noteStreams(charges: readonly StreamCharge[]): Promise<void> {
    return this.#notes.write(charges);
  }

  record(row: UsageLogRow): Promise<void> {
    return this.#backend.append({ row, limited: false, logged: true });
  }

  flush(): Promise<void> {
    return this.#backend.apply();
  }

  async maintain(idleMs: number): Promise<void> {
    await this.#storePending();
    try {
      await this.#backend.apply();
    } finally {
      // Charges that can't be booked stay in the journal; the node is alive nevertheless.
      await this.#backend.heartbeat();
      await this.#leasing.returnIdle(idleMs);
      await this.#leasing.leaseAhead();
      await this.#spending?.returnIdle(idleMs);
    }
  }

  async adjustUser(change: Parameters<Wallet['adjustUser']>[0]): Promise<{ quota: number }> {
    const createdAt = Math.floor(this.#clock.nowMs() / 1000);
    const result = await this.deduct(
      { kind: 'user', ownerId: change.userId, delta: change.delta },
      () => this.#backend.change({ reference: '', ...change, createdAt }),
    );
    if (result === 'unknown-user') throw new AppError('user_not_found');
    if (result === 'insufficient-quota') throw new AppError('quota_below_zero');
    return result;
  }

  async adjustApiKey({
    apiKeyId,
    delta,
  }: {
    apiKeyId: number;
    delta: number;
  }): Promise<{ remainQuota: number }> {
    const result = await this.deduct({ kind: 'token', ownerId: apiKeyId, delta }, () =>
      this.#backend.changeApiKeyLimit(apiKeyId, delta),
    );
    if (result === 'unknown-api-key') throw new AppError('token_not_found');
    if (result === 'insufficient-quota') throw new AppError('quota_invalid');
    return result;
  }

  returnIdle(idleMs: number): Promise<void> {
    return this.#leasing.returnIdle(idleMs);
  }

  unavailableReason() {
    return (
      this.#backend.unavailableReason() ?? (this.#booking.isFailing ? 'not-stored' : undefined)
    );
  }

  leaseContactAge() {
    return this.#backend.leaseContactAge();
  }

  journalState() {
    return this.#backend.journalState();
  }

  async close(): Promise<void> {
    this.#diskReserve?.close();
    await storeLastCharges(this.#unstored, {
      store: () => this.#storePending(),
      clock: this.#clock,
      diskReserve: this.#diskReserve,
    });
    const unstoredRows = this.#unstored.waiting.map(({ row }) => row);
    try {
      await this.#notes.close();
      await this.#leasing.end(() => this.#backend.apply());
      await this.#spending?.returnIdle(0);
    } catch (error) {
      if (unstoredRows.length === 0) throw error;
    } finally {
      await this.#backend.close();
    }
    if (unstoredRows.length > 0) throw new LostCharges(unstoredRows);
  }

  /**
   * Either the leases have expired or only the clock jumped; the database knows. All calls that arrive during
   * the check share it.
   */
  async #reserveOnceRenewed(input: ReserveInput): Promise<Reservation | RefusedBy> {
    this.#renewing ??= this.#backend
      .heartbeat()
      .catch(() => undefined)
      .finally(() => {
        this.#renewing = undefined;
      });
    let limit: NodeJS.Timeout | undefined;
    const timeout = new Promise((resolve) => {
      limit = setTimeout(resolve, RENEWAL_WAIT_MS);
    });
    await Promise.race([this.#renewing, timeout]).finally(() => clearTimeout(limit));
    const unavailableReason = this.#backend.unavailableReason();
    if (unavailableReason !== undefined) throw ledgerUnavailable(unavailableReason);
    return this.reserve(input);
  }

  /** Retries storing charges of delivered responses; those that still can't be stored keep waiting. */
  async #storePending(): Promise<void> {
    if (this.#unstored.isEmpty) return;
    try {
      await this.#unstored.store();
      this.#booking.recordSuccess();
    } catch (error) {
      this.#booking.recordFailure(error);
    }
  }

  #accountsOf(userId: number, limitedApiKeyId: number | undefined) {
    const token =
      limitedApiKeyId === undefined ? undefined : this.#leasing.accountOf('token', limitedApiKeyId);
    return { user: this.#leasing.accountOf('user', userId), token };
  }

  async #reserveSlowly(
    user: LeaseAccount,
    token: LeaseAccount | undefined,
    range: ShareRange,
  ): Promise<Reservation | RefusedBy> {
    const { least, most } = range;
    const claimed = least < most ? this.#claimShares(user, token, range) : undefined;
    const result = await (claimed ?? this.#claimBoth(user, token, most)).catch((error: unknown) => {
      throw ledgerUnavailable('no lease could be taken', error);
    });
    return typeof result === 'string' ? result : openReservation(user, token, result ?? most);
  }

  /**
   * Reserves a share that both accounts can cover. Returns its amount, or the account that can't cover the
   * minimum.
   */
  async #claimShares(
    user: LeaseAccount,
    token: LeaseAccount | undefined,
    { least, most }: ShareRange,
  ): Promise<number | RefusedBy> {
    const ofUser = await this.#leasing.claimShare(user, { least, most });
    if (ofUser === 0) return 'user';
    if (token === undefined) return ofUser;
    let shared = 0;
    try {
      shared = await this.#leasing.claimShare(token, { least, most: ofUser });
    } finally {
      user.reserved -= ofUser - shared;
    }
    return shared === 0 ? 'token' : shared;
  }

  /** Reserves `amount` in both accounts or in neither. Returns the account that can't cover it, if any. */
  async #claimBoth(
    user: LeaseAccount,
    token: LeaseAccount | undefined,
    amount: number,
  ): Promise<RefusedBy | undefined> {
    if (!(await this.#leasing.claim(user, amount))) return 'user';
    if (token === undefined) return undefined;
    let claimed = false;
    try {
      claimed = await this.#leasing.claim(token, amount);
    } finally {
      if (!claimed) user.reserved -= amount;
    }
    return claimed ? undefined : 'token';
  }

  /** Runs a change that may deduct quota, which may require idle quota held by nodes. */
  async deduct<Result>(
    { kind, ownerId, delta }: Deduction,
    change: () => Promise<Result>,
  ): Promise<Result | 'insufficient-quota'> {
    const run = () =>
      change().catch((error: unknown) => {
        if (error instanceof InsufficientQuotaError) return 'insufficient-quota' as const;
        throw error;
      });
    const runTwice = async () => {
      const result = await run();
      if (result !== 'insufficient-quota') return result;
      return (await this.#backend.recall(kind, ownerId)) ? run() : result;
    };
    const account = delta < 0 ? this.#leasing.find(kind, ownerId) : undefined;
    return account ? this.#leasing.withIdleReturned(account, runTwice) : runTwice();
  }
}

/** Returns whether a reservation needs no database access. It does if only a share may be granted. */
function hasAvailableAtOnce(account: LeaseAccount, range: ShareRange): boolean {
  if (!hasAvailable(account, range.most)) return false;
  return range.least === range.most || shareOf(account, range) === range.most;
}

/** Opens a reservation for what both accounts have granted. */
function openReservation(
  user: LeaseAccount,
  token: LeaseAccount | undefined,
  amount: number,
): Reservation {
  user.running += 1;
  if (token) token.running += 1;
  return { user, apiKey: token, amount, open: true, spending: undefined, noteId: undefined };
}

function closeReservation(reservation: Reservation): void {
  const { user, apiKey: token, amount } = reservation;
  reservation.open = false;
  user.running -= 1;
  user.reserved -= amount;
  if (!token) return;
  token.running -= 1;
  token.reserved -= amount;
}

/** A single non-integer amount would break every later comparison of the account. */
function assertQuota(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new RangeError(`${amount} is no amount of quota`);
}

function ledgerUnavailable(internal: string, cause?: unknown): AppError {
  return new AppError('relay_ledger_unavailable', {}, { internal, cause, retryAfterSeconds: 2 });
}

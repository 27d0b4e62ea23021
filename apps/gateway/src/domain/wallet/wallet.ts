import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  type Account,
  availableIn,
  createAccount,
  leaseSize,
  noteSpending,
  type OwnerKind,
} from './account.ts';
import type { BalanceChange, WalletBackend } from './backend.ts';
import type { UsageLogRow } from './usage-record.ts';

/** Quota promised to one running call, out of the user's balance and of a limited key's limit. */
export interface Reservation {
  readonly user: Account;
  readonly token: Account | undefined;
  amount: number;
  open: boolean;
}

export interface ReserveInput {
  userId: number;
  /** The key's id when it has a limit of its own. */
  limitedTokenId: number | undefined;
  amount: number;
}

/** Who could not pay. */
export type Refusal = 'user' | 'token';

export interface SettleInput {
  /** The row to log; its `quota` is the price of the call. */
  row: UsageLogRow;
  logged: boolean;
}

/**
 * The only writer of quota. Calls are paid in two phases, in memory, inside leases that this node
 * holds of balances: reserve, then settle or void. See docs/decisions for the rules.
 */
export interface Wallet {
  /** Promises `amount`. Answers at once when the lease covers it, else after leasing more. */
  reserve(input: ReserveInput): Reservation | Promise<Reservation | Refusal>;
  /** Promises more to a running call; false when the balance can't follow. */
  extend(reservation: Reservation, more: number): Promise<boolean>;
  /** Charges the call and resolves when the charge is durable. The rest of the promise returns. */
  settle(reservation: Reservation, input: SettleInput): Promise<void>;
  /** Returns the whole promise. Safe to call after settle: does nothing then. */
  void(reservation: Reservation): void;
  /** Stores a row of a call that cost nothing (a failed one). */
  record(row: UsageLogRow): Promise<void>;
  /** Applies finished calls to the stored balances. */
  flush(): Promise<void>;
  /** Books a change of a balance. Throws AppError user_not_found or quota_below_zero. */
  adjustUser(
    change: Omit<BalanceChange, 'createdAt' | 'reference'> & { reference?: string },
  ): Promise<{ quota: number }>;
  /** Changes the own limit of a key by a difference. Throws AppError token_not_found or quota_invalid. */
  adjustToken(change: { tokenId: number; delta: number }): Promise<{ remainQuota: number }>;
  /** Gives back what idle owners' leases hold. */
  returnIdle(idleMs: number): Promise<void>;
  /** Gives everything back, after all calls ended. */
  close(): Promise<void>;
}

export interface WalletOptions {
  backend: WalletBackend;
  clock: Clock;
}

/** Builds the wallet over a recovered backend. */
// tidy-ignore: a closure over shared state, made of short functions
export function createWallet({ backend, clock }: WalletOptions): Wallet {
  const accounts = { user: new Map<number, Account>(), token: new Map<number, Account>() };

  function accountOf(kind: OwnerKind, ownerId: number): Account {
    let account = accounts[kind].get(ownerId);
    if (!account)
      accounts[kind].set(ownerId, (account = createAccount(kind, ownerId, clock.nowMs())));
    return account;
  }

  backend.onApplied = ({ kind, ownerId, amount }) => {
    const account = accounts[kind].get(ownerId);
    if (!account) return;
    account.granted -= amount;
    account.spent -= amount;
  };

  /** One lease attempt for an account; true when it brought anything. */
  function acquire(account: Account, choose: (free: number) => number): Promise<boolean> {
    const attempt = backend
      .acquire({ kind: account.kind, ownerId: account.ownerId, choose })
      .then((amount) => {
        account.granted += amount;
        return amount > 0;
      })
      .finally(() => {
        account.acquiring = undefined;
      });
    account.acquiring = attempt;
    return attempt;
  }

  /**
   * Promises `amount` out of the account, leasing as needed; false when it can't be had. The look
   * and the promise are one step: between them nobody else may run.
   */
  async function claim(account: Account, amount: number): Promise<boolean> {
    while (availableIn(account) < amount) {
      if (account.acquiring) {
        await account.acquiring;
        continue;
      }
      const leased = await acquire(account, (free) =>
        leaseSize(account, amount - availableIn(account), free, clock.nowMs()),
      );
      if (!leased && availableIn(account) < amount) return false;
    }
    account.reserved += amount;
    return true;
  }

  async function reserveSlowly(
    user: Account,
    token: Account | undefined,
    amount: number,
  ): Promise<Reservation | Refusal> {
    if (!(await claim(user, amount))) return 'user';
    if (token && !(await claim(token, amount))) {
      user.reserved -= amount;
      return 'token';
    }
    return { user, token, amount, open: true };
  }

  /** Leases what an owner has left, up to what a call costs beyond its reservation. */
  async function stretch(account: Account, beyond: number): Promise<void> {
    while (account.acquiring) await account.acquiring;
    if (availableIn(account) < beyond)
      await acquire(account, (free) => Math.min(free, beyond - availableIn(account)));
  }

  /** What an account can't cover of `beyond`, now. */
  const missingIn = (account: Account, beyond: number) =>
    Math.max(0, beyond - Math.max(0, availableIn(account)));

  function closeReservation(reservation: Reservation): void {
    reservation.open = false;
    reservation.user.reserved -= reservation.amount;
    if (reservation.token) reservation.token.reserved -= reservation.amount;
  }

  return {
    reserve({ userId, limitedTokenId, amount }) {
      const user = accountOf('user', userId);
      const token = limitedTokenId === undefined ? undefined : accountOf('token', limitedTokenId);
      if (availableIn(user) < amount || (token && availableIn(token) < amount))
        return reserveSlowly(user, token, amount);
      user.reserved += amount;
      if (token) token.reserved += amount;
      return { user, token, amount, open: true };
    },

    async extend(reservation, more) {
      const { user, token } = reservation;
      if (!(await claim(user, more))) return false;
      const covered = token === undefined || (await claim(token, more));
      if (covered && reservation.open) {
        reservation.amount += more;
        return true;
      }
      // Refused, or the call ended while this waited: the promise goes back.
      user.reserved -= more;
      if (covered && token) token.reserved -= more;
      return false;
    },

    async settle(reservation, { row, logged }) {
      if (!reservation.open) throw new Error('a reservation is settled once');
      const { user, token } = reservation;
      const beyond = row.quota - reservation.amount;
      if (beyond > 0 && availableIn(user) < beyond) await stretch(user, beyond);
      if (token && beyond > 0 && availableIn(token) < beyond) await stretch(token, beyond);
      // From here to the end of the bookkeeping nothing waits, so nobody can take what is counted on.
      const loss = missingIn(user, beyond);
      const tokenPaid = token ? row.quota - missingIn(token, beyond) : 0;
      const nowMs = clock.nowMs();
      closeReservation(reservation);
      user.granted += loss;
      user.spent += row.quota;
      noteSpending(user, row.quota, nowMs);
      if (token) {
        token.spent += tokenPaid;
        noteSpending(token, tokenPaid, nowMs);
      }
      try {
        await backend.append({ row, tokenPaid, loss, logged });
      } catch (error) {
        user.granted -= loss;
        user.spent -= row.quota;
        if (token) token.spent -= tokenPaid;
        throw error;
      }
    },

    void(reservation) {
      if (reservation.open) closeReservation(reservation);
    },

    record: (row) => backend.append({ row, tokenPaid: 0, loss: 0, logged: true }),
    flush: () => backend.apply(),

    async adjustUser(change) {
      await recallIdle(accounts.user.get(change.userId), change.delta);
      const result = await backend.change({
        reference: '',
        ...change,
        createdAt: Math.floor(clock.nowMs() / 1000),
      });
      if (result === 'unknown-user') throw new AppError('user_not_found');
      if (result === 'below-zero') throw new AppError('quota_below_zero');
      return result;
    },

    async adjustToken({ tokenId, delta }) {
      await recallIdle(accounts.token.get(tokenId), delta);
      const result = await backend.changeTokenLimit(tokenId, delta);
      if (result === 'unknown-token') throw new AppError('token_not_found');
      if (result === 'below-zero') throw new AppError('quota_invalid');
      return result;
    },

    async returnIdle(idleMs) {
      const before = clock.nowMs() - idleMs;
      for (const kind of ['user', 'token'] as const) {
        for (const account of accounts[kind].values()) {
          if (account.lastUsedMs > before || account.reserved > 0 || account.acquiring) continue;
          await giveBack(account);
          if (account.granted === 0 && account.reserved === 0)
            accounts[kind].delete(account.ownerId);
        }
      }
    },

    async close() {
      await backend.apply();
      for (const kind of ['user', 'token'] as const) {
        for (const account of accounts[kind].values()) await giveBack(account);
      }
      await backend.close();
    },
  };

  /** Returns the unused part of a lease. Memory first, so that no call can be promised it meanwhile. */
  async function giveBack(account: Account): Promise<void> {
    const amount = availableIn(account);
    if (amount <= 0) return;
    account.granted -= amount;
    try {
      await backend.release(account.kind, account.ownerId, amount);
    } catch (error) {
      account.granted += amount;
      throw error;
    }
  }

  /** A deduction needs the quota that this node merely holds in reserve. */
  async function recallIdle(account: Account | undefined, delta: number): Promise<void> {
    if (!account || delta >= 0) return;
    await backend.apply();
    await giveBack(account);
  }
}

import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Store } from '../../store/open-store.ts';
import { shareOfRest, type ShareRange } from './lease-account.ts';
import { periodEnd, periodStart, type SpendingCap } from './spending-cap.ts';
import {
  changeWindow,
  openWindow,
  readWindow,
  takeOfWindow,
  type WindowKey,
} from './store/spending-windows.ts';
import type { Db } from '../../store/schema.ts';

/** A call's reservation within limits. */
export interface SpendingClaim {
  readonly caps: readonly SpendingCap[];
  /** When the period of each limit began, in Unix seconds. */
  readonly starts: readonly number[];
  /** In quota. */
  amount: number;
  /** What was added after one of these periods had ended. */
  later?: SpendingClaim | undefined;
  isSettled?: true;
}

/** What this node has taken of a limit; `free` is neither reserved nor spent. */
interface NodeWindow extends WindowKey {
  limit: number;
  free: number;
  /** What running calls have reserved of it. */
  reserved: number;
  lastUsedMs: number;
  /** When what is booked was last compared with what is taken. */
  checkedMs: number;
  /** The limits for which that was done: before one was set anew, there may have been none. */
  readonly checked: WeakSet<SpendingCap>;
}

export interface SpendingLimitsOptions {
  store: Pick<Store, 'db'>;
  clock: Clock;
  /** Reads what an owner has spent since a time (Unix seconds), in quota. */
  readSpent: (owner: string, since: number) => Promise<number>;
}

/**
 * A node takes one in this many parts of a limit on top of what a call needs, so that the next calls need no
 * query.
 */
const AHEAD_PART = 32;
/** How often at most a node compares what is taken of a limit with what is booked. */
export const CHECK_MS = 1000;
/** No period is longer. */
const LATE_KEPT_MS = 31 * 86_400_000;
const TRIES = 4;

/**
 * Enforces what keys and team members may spend per day, week and month. Calls reserve their worst case
 * within what this node took of a limit, so that any number of concurrent calls stay within it. What a node
 * took counts as spent until it is returned, so a crash never lets anybody spend more. Calls that reserved
 * nothing, as they began before there was a limit, count once they are booked: whoever takes more of a limit
 * looks (ADR 129).
 */
export class SpendingLimits {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #readSpent: SpendingLimitsOptions['readSpent'];
  readonly #windows = new Map<string, NodeWindow>();
  /** What calls of earlier periods cost in the current one, by limit. */
  readonly #late = new Map<string, { start: number; amount: number }>();
  readonly #checks = new Map<string, Promise<void>>();
  /** Changes in flight, which are awaited before taking more. */
  readonly #changing = new Set<Promise<void>>();

  constructor({ store, clock, readSpent }: SpendingLimitsOptions) {
    this.#db = store.db;
    this.#clock = clock;
    this.#readSpent = readSpent;
  }

  /**
   * Reserves `most`, or a share of a small remainder, within every limit: synchronously if this node has
   * taken enough. Throws (or rejects with) AppError relay_spending_limit_reached if one has too little left.
   */
  claim(caps: readonly SpendingCap[], range: ShareRange): SpendingClaim | Promise<SpendingClaim> {
    const nowMs = this.#clock.nowMs();
    for (const cap of caps) {
      const window = this.#windows.get(cap.id);
      if (
        window?.limit !== cap.limit ||
        window.free < range.most ||
        !window.checked.has(cap) ||
        window.start !== periodStart(cap.period, nowMs)
      )
        return this.#claimSlowly(caps, range, nowMs);
    }
    for (const cap of caps) this.#spendFree(cap, range.most, nowMs);
    return this.#open(caps, range.most, nowMs);
  }

  /** Opens an empty claim, for work already done: its cost is counted when it is settled. */
  claimNothing(caps: readonly SpendingCap[]): SpendingClaim {
    return this.#open(caps, 0, this.#clock.nowMs());
  }

  /**
   * Adds to the claim of a running call, in the periods of now. Returns false if a limit has too little left,
   * or the call ended during the wait.
   */
  async extend(claim: SpendingClaim, more: number): Promise<boolean> {
    const added = await this.claim(claim.caps, { least: more, most: more });
    if (claim.isSettled) {
      this.settle(added, 0);
      return false;
    }
    // Another addition may have been made during the wait.
    let latest = claim;
    while (latest.later) latest = latest.later;
    const { starts } = latest;
    if (added.starts.every((start, index) => start === starts[index])) latest.amount += more;
    else latest.later = added;
    return true;
  }

  /** Releases part of a claim, the latest first. */
  release(claim: SpendingClaim, amount: number): void {
    const ofLater = Math.min(amount, claim.later?.amount ?? 0);
    if (claim.later) this.release(claim.later, ofLater);
    claim.amount -= amount - ofLater;
    if (!claim.isSettled) this.#unreserve(claim, amount - ofLater);
    this.#returnUnused(claim, amount - ofLater);
  }

  /**
   * Ends a claim: what it had beyond the cost is free again; a cost beyond it is counted in any case, in the
   * latest period.
   */
  settle(claim: SpendingClaim, cost: number): void {
    const { later, amount } = claim;
    const own = later ? Math.min(cost, amount) : cost;
    this.#unreserve(claim, amount);
    this.#countLate(claim, own);
    Object.assign(claim, { amount: 0, later: undefined, isSettled: true });
    this.#returnUnused(claim, amount - own);
    if (later) this.settle(later, cost - own);
  }

  /** Returns what has not been used for this many milliseconds. */
  async returnIdle(idleMs: number): Promise<void> {
    const nowMs = this.#clock.nowMs();
    for (const [id, { start }] of this.#late)
      if (nowMs - start * 1000 > LATE_KEPT_MS) this.#late.delete(id);
    for (const [id, window] of this.#windows) {
      // Restarts the wait after the clock was set back: others could otherwise use that part only once the
      // clock caught up.
      window.lastUsedMs = Math.min(window.lastUsedMs, nowMs);
      if (nowMs - window.lastUsedMs < idleMs) continue;
      if (window.reserved === 0) this.#windows.delete(id);
      const { free } = window;
      window.free = 0;
      await this.#change(window, -free);
    }
  }

  #open(caps: readonly SpendingCap[], amount: number, nowMs: number): SpendingClaim {
    return { caps, starts: caps.map(({ period }) => periodStart(period, nowMs)), amount };
  }

  #spendFree({ id }: SpendingCap, amount: number, nowMs: number): void {
    const window = this.#windows.get(id);
    if (!window) return;
    reserveOf(window, amount);
    window.lastUsedMs = nowMs;
  }

  async #claimSlowly(
    caps: readonly SpendingCap[],
    { least, most }: ShareRange,
    nowMs: number,
  ): Promise<SpendingClaim> {
    const claim = this.#open([], most, nowMs) as SpendingClaim & {
      caps: SpendingCap[];
      starts: number[];
    };
    try {
      await Promise.all(this.#changing);
      for (const cap of caps) {
        const start = periodStart(cap.period, nowMs);
        const granted = await this.#claimOne(cap, start, { least, most: claim.amount });
        if (granted === 0) throw limitReached(cap, start);
        this.release(claim, claim.amount - granted);
        claim.caps.push(cap);
        claim.starts.push(start);
      }
      return claim;
    } catch (error) {
      this.settle(claim, 0);
      throw error instanceof AppError ? error : unavailable(error);
    }
  }

  /** Reserves within one limit. Returns how much, 0 if less than `least` is left. */
  async #claimOne(cap: SpendingCap, start: number, { least, most }: ShareRange): Promise<number> {
    const window = await this.#windowOf(cap, start);
    for (let tries = 0; tries < TRIES; tries += 1) {
      if (window.free < most) await this.#takeMore(window, most - window.free);
      if (window.free >= most) {
        reserveOf(window, most);
        return most;
      }
      const unspent = cap.limit - (await readWindow(this.#db, window));
      const available = window.free + Math.max(0, unspent);
      if (available < least) return 0;
      if (least === most) continue;
      const share = Math.min(shareOfRest(available, { least, most }), available);
      if (window.free < share) await this.#take(window, share - window.free);
      if (window.free < share) continue;
      reserveOf(window, share);
      return share;
    }
    return 0;
  }

  async #takeMore(window: NodeWindow, missing: number): Promise<void> {
    const extra = Math.floor(window.limit / AHEAD_PART);
    if (!(await this.#take(window, missing + extra))) await this.#take(window, missing);
  }

  async #take(window: NodeWindow, amount: number): Promise<boolean> {
    const { limit } = window;
    const isTaken = await takeOfWindow(this.#db, window, { amount, limit });
    if (isTaken) window.free += amount;
    return isTaken;
  }

  /** Returns this node's part of a limit in a period; its part of the previous period is void. */
  async #windowOf(cap: SpendingCap, start: number): Promise<NodeWindow> {
    const { id, owner, period, limit } = cap;
    const key = { owner, period, start };
    const nowMs = this.#clock.nowMs();
    const known = this.#windows.get(id);
    const isOpen = known?.start === start && known.checked.has(cap);
    const isCheckDue = !isOpen || Math.abs(nowMs - known.checkedMs) >= CHECK_MS;
    if (isCheckDue) await this.#check(id, key);
    let window = this.#windows.get(id);
    if (window?.start !== start) {
      const times = { lastUsedMs: nowMs, checkedMs: nowMs };
      window = { ...key, limit, free: 0, reserved: 0, ...times, checked: new WeakSet() };
      this.#windows.set(id, window);
    }
    window.lastUsedMs = nowMs;
    if (isCheckDue) window.checkedMs = nowMs;
    window.checked.add(cap);
    const isOverdrawn = isCheckDue && (await readWindow(this.#db, window)) > limit;
    if (window.limit !== limit || isOverdrawn) {
      // What was taken ahead must outlast neither the former limit nor what others spent of this one.
      const { free } = window;
      Object.assign(window, { limit, free: 0 });
      await this.#change(window, -free);
    }
    return window;
  }

  /**
   * Opens a period with what is booked in it, or takes what is booked beyond what is taken. Concurrent calls
   * share a check.
   */
  #check(id: string, key: WindowKey): Promise<void> {
    const name = `${id}:${key.start}`;
    const running = this.#checks.get(name);
    if (running) return running;
    const check = this.#readSpent(key.owner, key.start)
      .then((booked) => {
        const window = this.#windows.get(id);
        const held = window?.start === key.start ? window.free + window.reserved : 0;
        const counted = Math.max(0, booked - this.#lateIn(id, key.start));
        return openWindow(this.#db, key, counted + held);
      })
      .finally(() => this.#checks.delete(name));
    this.#checks.set(name, check);
    return check;
  }

  #unreserve({ caps, starts }: SpendingClaim, amount: number): void {
    caps.forEach(({ id }, index) => {
      const window = this.#windows.get(id);
      if (window && window.start === starts[index]) window.reserved -= amount;
    });
  }

  /** Notes what a call of an earlier period costs: it counts there, but is booked in the current one. */
  #countLate({ caps, starts }: SpendingClaim, cost: number): void {
    if (cost === 0) return;
    caps.forEach(({ id, period }, index) => {
      const start = periodStart(period, this.#clock.nowMs());
      if (start > (starts[index] as number))
        this.#late.set(id, { start, amount: this.#lateIn(id, start) + cost });
    });
  }

  #lateIn(id: string, start: number): number {
    const late = this.#late.get(id);
    return late?.start === start ? late.amount : 0;
  }

  #returnUnused({ caps, starts }: SpendingClaim, amount: number): void {
    if (amount === 0) return;
    caps.forEach(({ id, owner, period }, index) => {
      const start = starts[index] as number;
      const window = this.#windows.get(id);
      if (window?.start !== start) {
        void this.#change({ owner, period, start }, -amount);
        return;
      }
      window.free += amount;
      if (window.free >= 0) return;
      const overdrawn = -window.free;
      window.free = 0;
      void this.#change(window, overdrawn);
    });
  }

  /**
   * Changes what is taken. While the database is unreachable, a limit counts slightly too much or too little;
   * the balance never does.
   */
  async #change(key: WindowKey, amount: number): Promise<void> {
    if (amount === 0) return;
    const change = changeWindow(this.#db, key, amount).catch(() => undefined);
    this.#changing.add(change);
    await change;
    this.#changing.delete(change);
  }
}

function reserveOf(window: NodeWindow, amount: number): void {
  window.free -= amount;
  window.reserved += amount;
}

function limitReached({ period, owner }: SpendingCap, start: number): AppError {
  const resets = new Date(periodEnd(period, start) * 1000).toISOString().slice(0, 10);
  const internal = `${owner} by ${period}`;
  return new AppError('relay_spending_limit_reached', { resets }, { internal });
}

function unavailable(cause: unknown): AppError {
  const internal = 'no part of a spending limit could be taken';
  return new AppError('relay_ledger_unavailable', {}, { internal, cause, retryAfterSeconds: 2 });
}

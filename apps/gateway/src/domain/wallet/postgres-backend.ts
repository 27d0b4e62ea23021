import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, nowSeconds } from '../../platform/clock.ts';
import { VERSION } from '../../platform/version.ts';
import {
  type NodeIdentity,
  readOwnership,
  registerNode,
  setIncarnation,
  touchNode,
} from '../../store/nodes-repository.ts';
import type { Store } from '../../store/open-store.ts';
import type { Signals } from '../../store/postgres-signals.ts';
import type { OwnerKind } from './lease-account.ts';
import type {
  AppliedShare,
  BalanceChange,
  LeaseRequest,
  UnavailableReason,
  WalletBackend,
} from './backend.ts';
import { acquireLease, dropLeases, releaseLease } from './book-leases.ts';
import { RwLock } from './rw-lock.ts';
import {
  clearRecall,
  isRecallOpen,
  listRecalled,
  markRecalled,
  type Owner,
} from './store/lease-recall.ts';
import type { LocalJournal } from './store/local-journal.ts';
import { changeBalance } from './store/change-balance.ts';
import { changeApiKeyLimit } from './store/change-api-key-limit.ts';
import { bookOnPostgres } from './store/booking.ts';
import { LEASE_SECONDS } from './reap-dead-nodes.ts';
import { shipJournal } from './ship-journal.ts';

/**
 * A node that has not reached the database for this long stops granting reservations: its leases are about to
 * expire.
 */
const LENDING_SECONDS = LEASE_SECONDS - 120;
const LEASE_WAIT_MS = 5000;
const RECALL_WAIT_MS = 1000;
/** Pause between checks whether the others have replied; grows with each check. */
const RECALL_POLL_MS = 4;

/** Seconds by the wall clock, and by one that nobody sets. */
interface Moment {
  readonly at: number;
  readonly elapsed: number;
}

export interface PostgresBackendOptions {
  store: Store;
  journal: LocalJournal;
  nodeId: string;
  clock: Clock;
  /** How long a call waits for a lease before it is refused. */
  leaseWaitMs?: number;
  /** Called when another process runs under this node's name. */
  onTakenOver?: () => void;
  /** Called for a charge that the database permanently refuses; it is set aside in the journal. */
  onRefused?: (error: unknown) => void;
  /** How nodes notify each other of recalls; without it they check on each heartbeat. */
  openSignals?: (onSignal: () => void) => Promise<Signals>;
  /** How long to wait for other nodes' replies, in milliseconds. */
  recallWaitMs?: number;
}

/**
 * The wallet on PostgreSQL, for any number of nodes. Finished calls first become durable in the node's
 * local journal. `apply` ships them in order, each batch in one transaction that also advances the node's
 * watermark, so that shipping a batch twice changes nothing. For lost or doubtful leases see
 * docs/decisions/0010-dead-nodes-and-doubt.md.
 */
export class PostgresBackend implements WalletBackend {
  onApplied: (share: AppliedShare) => void = () => {};
  onLeasesDropped: () => void = () => {};
  onStreamsCharged: (count: number) => void = () => {};
  onRecalled: WalletBackend['onRecalled'] = () => 0;
  readonly #store: Store;
  readonly #journal: LocalJournal;
  readonly #node: NodeIdentity;
  readonly #clock: Clock;
  readonly #leaseWaitMs: number;
  readonly #onTakenOver: () => void;
  readonly #onRefused: (error: unknown) => void;
  readonly #openSignals: PostgresBackendOptions['openSignals'];
  #signals: Signals | undefined;
  /** The check for recalled leases in flight, and whether another one must follow. */
  #recallCheck: Promise<void> = Promise.resolve();
  #recallCheckDue = false;
  readonly #recallWaitMs: number;
  /** Lease transactions hold it shared; returning all leases holds it exclusively. */
  readonly #leasing = new RwLock();
  /** Serializes shipping and heartbeats. */
  #upkeep: Promise<unknown> = Promise.resolve();
  /** Whether memory and database may disagree about the leases. */
  #inDoubt = false;
  #takenOver = false;
  #timesDropped = 0;
  /** When the node last reached the database. */
  #reached: Moment;

  constructor(options: PostgresBackendOptions) {
    this.#store = options.store;
    this.#journal = options.journal;
    this.#node = { nodeId: options.nodeId, incarnation: randomUUID() };
    this.#clock = options.clock;
    this.#leaseWaitMs = options.leaseWaitMs ?? LEASE_WAIT_MS;
    this.#onTakenOver = options.onTakenOver ?? (() => {});
    this.#onRefused = options.onRefused ?? (() => {});
    this.#openSignals = options.openSignals;
    this.#recallWaitMs = options.recallWaitMs ?? RECALL_WAIT_MS;
    this.#reached = this.#now();
  }

  async recover(): Promise<void> {
    const now = this.#now();
    const registered = await registerNode(this.#store.db, this.#node, {
      at: now.at,
      version: VERSION,
    });
    const streams = this.#journal.chargeNotedStreams(registered);
    this.#journal.startSequenceAbove(registered);
    await this.apply();
    if (streams > 0) this.onStreamsCharged(streams);
    await this.#dropLeases();
    this.#reached = now;
    this.#signals = await this.#openSignals?.(() => this.#onRecallSignal());
  }

  append(record: Parameters<WalletBackend['append']>[0]): Promise<void> {
    return this.#journal.append(record);
  }

  note(...notes: Parameters<WalletBackend['note']>): Promise<void> {
    return this.#journal.note(...notes);
  }

  apply(): Promise<void> {
    const upTo = this.#journal.newest();
    return this.#inTurn(() =>
      shipJournal({
        store: this.#store,
        journal: this.#journal,
        node: this.#node,
        upTo,
        nowSeconds: () => nowSeconds(this.#clock),
        onApplied: (share) => this.onApplied(share),
        onDoubt: () => (this.#inDoubt = true),
        onTakenOver: () => this.#handleTakeover(),
        onRefused: this.#onRefused,
      }),
    );
  }

  heartbeat(): Promise<void> {
    return this.#inTurn(async () => {
      const now = this.#now();
      const isOwn = await touchNode(this.#store.db, this.#node, now.at);
      if (!isOwn || this.#inDoubt) await this.#dropLeases();
      this.#reached = now;
      await this.handleRecalls();
    });
  }

  acquire(request: LeaseRequest): Promise<number> {
    const leased = this.#leasing.read(async () => {
      const { nodeId } = this.#node;
      return this.#doubtOnFailure(() =>
        this.#store.transaction(async (trx) => {
          const { ownership } = await readOwnership(trx, this.#node, 'against-removal');
          if (ownership !== 'mine') throw new LeasesLost();
          const expiresAt = nowSeconds(this.#clock) + LEASE_SECONDS;
          return bookOnPostgres(trx, acquireLease(nodeId, request, expiresAt));
        }),
      );
    });
    return this.#withinWait(leased);
  }

  release(kind: OwnerKind, ownerId: number, amount: number): Promise<void> {
    const dropCount = this.#timesDropped;
    return this.#leasing.read(async () => {
      // All leases were returned during the wait, including the part to be returned here.
      if (dropCount !== this.#timesDropped) return;
      await this.#giveBack({ kind, ownerId }, amount);
    });
  }

  recall(kind: OwnerKind, ownerId: number): Promise<boolean> {
    return withinTime(this.#askOthers({ kind, ownerId }), this.#leaseWaitMs + this.#recallWaitMs);
  }

  async #askOthers(owner: Owner): Promise<boolean> {
    const { nodeId } = this.#node;
    const recalledNodes = await this.#store.transaction((trx) =>
      markRecalled(trx, owner, { nodeId, now: nowSeconds(this.#clock) }),
    );
    if (recalledNodes.length === 0) return false;
    void this.#signals?.notify('');
    let waitedMs = 0;
    for (let pauseMs = RECALL_POLL_MS; waitedMs < this.#recallWaitMs; pauseMs *= 1.5) {
      await pause(pauseMs);
      waitedMs += pauseMs;
      if (!(await isRecallOpen(this.#store, owner, recalledNodes))) break;
    }
    return true;
  }

  /** Returns this node's idle quota of all owners recalled by other nodes. Rejects like `release`. */
  async handleRecalls(): Promise<void> {
    for (const owner of await listRecalled(this.#store, this.#node.nodeId))
      await this.#leasing.read(() =>
        this.#giveBack(owner, this.onRecalled(owner.kind, owner.ownerId)),
      );
  }

  unavailableReason(): UnavailableReason | undefined {
    if (this.#takenOver) return 'taken-over';
    if (this.#journal.isFull()) return 'journal-full';
    if (this.leaseContactAge() >= LENDING_SECONDS) return 'leases-expired';
    return undefined;
  }

  leaseContactAge() {
    const now = this.#now();
    // Time without a jump also counts: after the clock is set back, others still see this node's silence.
    // The clock counts a suspension of the machine, which the elapsed time leaves out.
    return Math.max(0, now.at - this.#reached.at, now.elapsed - this.#reached.elapsed);
  }

  journalState() {
    return this.#journal.state();
  }

  change(change: BalanceChange) {
    return this.#store.transaction((trx) => changeBalance(trx, change));
  }

  changeApiKeyLimit(apiKeyId: number, delta: number) {
    return this.#store.transaction((trx) => changeApiKeyLimit(trx, apiKeyId, delta));
  }

  async close(): Promise<void> {
    await this.#upkeep;
    await this.#signals?.close();
    await this.#recallCheck;
    await this.#journal.close();
  }

  /**
   * Checks for recalls. One check covers all signals before it; a failed one is repeated with the next
   * heartbeat.
   */
  #onRecallSignal(): void {
    if (this.#recallCheckDue) return;
    this.#recallCheckDue = true;
    this.#recallCheck = this.#recallCheck.then(async () => {
      this.#recallCheckDue = false;
      await this.handleRecalls().catch(() => {});
    });
  }

  #now(): Moment {
    return { at: nowSeconds(this.#clock), elapsed: Math.floor(this.#clock.elapsedMs() / 1000) };
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const completion = this.#upkeep.then(work);
    this.#upkeep = completion.catch(() => {});
    return completion;
  }

  /** Returns everything that this node holds and starts from zero in memory: the way out of every doubt. */
  async #dropLeases(): Promise<void> {
    await this.#leasing.write(async () => {
      await this.#store.transaction(async (trx) => {
        const { ownership } = await readOwnership(trx, this.#node, 'alone');
        if (ownership === 'taken-over') throw this.#handleTakeover();
        await bookOnPostgres(trx, dropLeases(this.#node.nodeId));
        await setIncarnation(trx, this.#node, nowSeconds(this.#clock));
      });
      this.#inDoubt = false;
      this.#timesDropped += 1;
      this.onLeasesDropped();
    });
  }

  /** Runs a change of leases. If it fails, the node no longer knows whether the database has it. */
  async #doubtOnFailure<Result>(change: () => Promise<Result>): Promise<Result> {
    try {
      return await change();
    } catch (error) {
      this.#inDoubt = true;
      throw error;
    }
  }

  /** Returns part of a lease, which also replies to the recall. */
  async #giveBack({ kind, ownerId }: Owner, amount: number): Promise<void> {
    const { nodeId } = this.#node;
    await this.#doubtOnFailure(() =>
      this.#store.transaction(async (trx) => {
        const { ownership } = await readOwnership(trx, this.#node, 'against-removal');
        const released =
          ownership === 'mine' &&
          (amount === 0 ||
            (await bookOnPostgres(trx, releaseLease({ nodeId, kind, ownerId }, amount))));
        if (!released) throw new LeasesLost();
        await clearRecall(trx, { kind, ownerId }, nodeId);
      }),
    );
  }

  /**
   * Waits for a lease. One that arrives too late for its call is found by the next heartbeat and returned.
   */
  #withinWait(leased: Promise<number>): Promise<number> {
    return new Promise((resolve, reject) => {
      let late = false;
      const limit = setTimeout(() => {
        late = true;
        this.#inDoubt = true;
        reject(new Error(`no lease within ${this.#leaseWaitMs} ms`));
      }, this.#leaseWaitMs);
      leased
        .then((amount) => {
          if (late && amount > 0) this.#inDoubt = true;
          resolve(amount);
        }, reject)
        .finally(() => clearTimeout(limit));
    });
  }

  #handleTakeover(): Error {
    if (!this.#takenOver) this.#onTakenOver();
    this.#takenOver = true;
    return new Error(`another process works as node ${this.#node.nodeId}`);
  }
}

/** The node's leases differ from what it has in memory. */
class LeasesLost extends Error {
  override readonly name = 'LeasesLost';
  constructor() {
    super('the leases of this node were given back');
  }
}

/** Rejects if work takes longer than `limitMs`; the work itself continues. */
function withinTime<Result>(work: Promise<Result>, limitMs: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`nothing within ${limitMs} ms`)), limitMs);
    work.then(resolve, reject).finally(() => clearTimeout(limit));
  });
}

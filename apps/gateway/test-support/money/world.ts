import { reconcileLedger } from '../../src/domain/wallet/reconcile-ledger.ts';
import { reapDeadNodes } from '../../src/domain/wallet/reap-dead-nodes.ts';
import { manualClock } from '../../src/platform/clock.ts';
import type { Store } from '../../src/store/open-store.ts';
import { give, makeApiKey, makeUser } from './accounts.ts';
import { AgentSide } from './agent-side.ts';
import { SeededRandom } from './seeded-random.ts';
import { describeActivity } from './describe-activity.ts';
import type { InjectedFailure } from './crash-points.ts';
import { HedgedCall } from './hedged-call.ts';
import { findLateFaults, findStandingFaults } from './invariants.ts';
import { SimulatedCall } from './simulated-call.ts';
import { SimulatedNode } from './simulated-node.ts';
import { SimulatedSignals } from './simulated-signals.ts';
import { TeamSide } from './team-side.ts';

const STEPS = 50;
/**
 * Counts checks, a second apart, without progress, rather than time: a process that was suspended meanwhile
 * does not count as hanging.
 */
const HANG_LOOKS = 20;
const START_MS = 1_790_000_000_000;

const WEIGHTS = {
  calls: 30,
  finish: 30,
  grow: 4,
  note: 8,
  flush: 6,
  upkeep: 6,
  idle: 5,
  change: 6,
  agent: 8,
  team: 4,
  limit: 2,
  clock: 5,
  mishap: 6,
  kill: 2,
  start: 6,
};
const CLUSTER_WEIGHTS = { ...WEIGHTS, away: 3, back: 4, reap: 2 };

/** One seeded run of a wallet world: its nodes, its callers, and everything that goes wrong. */
export class World {
  readonly #random: SeededRandom;
  readonly #clock = manualClock(START_MS);
  readonly #nodes: SimulatedNode[];
  readonly #users: number[] = [];
  readonly #tokens = new Map<number, number>();
  readonly #calls: SimulatedCall[] = [];
  readonly #changes: { userId: number; delta: number; idempotencyKey: string }[] = [];
  readonly #trace: string[] = [];
  readonly #seed: string;
  readonly #store: Store;
  #agent!: AgentSide;
  #team!: TeamSide;
  /** Whether leases were lost or in doubt, in which case even a call within its reservation can be a loss. */
  #leasesLost = false;

  constructor(store: Store, dataDir: string, seed: number) {
    this.#store = store;
    this.#random = new SeededRandom(seed);
    this.#seed = `${seed}.${process.pid}`;
    const names = store.kind === 'sqlite' ? ['a'] : ['a', 'b'];
    const signals = new SimulatedSignals();
    this.#nodes = names.map(
      (name) =>
        new SimulatedNode({
          store,
          dataDir,
          name: `${name}${this.#seed}`,
          clock: this.#clock,
          signals,
        }),
    );
  }

  /** Runs to the end and returns what is wrong, with the steps that led there; undefined if all is well. */
  async run(): Promise<string | undefined> {
    let limit: NodeJS.Timeout | undefined;
    const hangs = new Promise<string>((resolve) => {
      let [looks, step] = [0, 0];
      limit = setInterval(() => {
        looks = step === this.#trace.length ? looks + 1 : 0;
        step = this.#trace.length;
        if (looks === HANG_LOOKS) void this.#describeHang().then(resolve);
      }, 1000);
    });
    try {
      const fault = await Promise.race([this.#playToTheEnd(), hangs]);
      return fault && `${fault}\nafter: ${this.#trace.join(' ')}`;
    } finally {
      clearInterval(limit);
      for (const node of this.#nodes) node.dispose();
    }
  }

  /** Describes what the nodes and the database do when idle. */
  async #describeHang(): Promise<string> {
    const nodes = this.#nodes.map(
      ({ name, points }) => `${name}${points.dead ? ' dead' : ''}${points.away ? ' away' : ''}`,
    );
    const activity = await describeActivity(this.#store);
    return `something waits for ever\nnodes: ${nodes.join(', ')}\n${activity}`;
  }

  async #playToTheEnd(): Promise<string | undefined> {
    return (await this.#play()) ?? (await this.#end());
  }

  async #play(): Promise<string | undefined> {
    for (const node of this.#nodes) await node.start();
    await this.#populate();
    const weights = this.#store.kind === 'sqlite' ? WEIGHTS : CLUSTER_WEIGHTS;
    for (let step = 0; step < STEPS; step += 1) {
      const name = this.#random.weighted<keyof typeof CLUSTER_WEIGHTS>(weights);
      this.#trace.push(name);
      await this.#steps[name]();
      const fault = await findStandingFaults(this.#store, this.#users, [...this.#tokens.keys()]);
      if (fault) return fault;
    }
    return undefined;
  }

  async #populate(): Promise<void> {
    const { wallet } = this.#random.one(this.#nodes);
    for (let count = 0; count < 3; count += 1) {
      const userId = await makeUser(this.#store, this.#clock);
      this.#users.push(userId);
      await give(wallet, userId, this.#random.between(0, 2500));
      const apiKeyId = await makeApiKey(this.#store, userId, this.#random.between(0, 1200));
      this.#tokens.set(apiKeyId, userId);
    }
    this.#agent = await AgentSide.open({
      store: this.#store,
      clock: this.#clock,
      random: this.#random,
      users: this.#users,
    });
    const [ownerId = 0, , teamId = 0] = this.#users;
    this.#team = await TeamSide.open({
      store: this.#store,
      clock: this.#clock,
      random: this.#random,
      teamId,
      ownerId,
    });
  }

  readonly #steps: Record<keyof typeof CLUSTER_WEIGHTS, () => Promise<unknown>> = {
    calls: () => this.#many(6, () => this.#beginCall()),
    finish: () => this.#many(5, () => this.#finishCall()),
    grow: async () => this.#running()[0]?.grow(this.#random.between(1, 200)),
    note: () => this.#noteStreams(),
    flush: () => this.#onNode((node) => node.wallet.flush()),
    upkeep: () => this.#onNode((node) => node.wallet.maintain(15_000)),
    idle: () => this.#onNode((node) => node.wallet.returnIdle(this.#random.between(0, 20_000))),
    change: () => this.#many(2, () => this.#changeBalance()),
    agent: () => this.#many(3, () => this.#onNode((node) => this.#agent.act(node))),
    team: () => this.#many(2, () => this.#onNode((node) => this.#team.act(node))),
    limit: () =>
      this.#onNode((node) =>
        node.wallet.adjustApiKey({
          apiKeyId: this.#random.one([...this.#tokens.keys()]),
          delta: this.#random.between(-300, 300),
        }),
      ),
    clock: async () =>
      this.#clock.advance(
        this.#random.oneIn(4)
          ? this.#random.between(-3_600_000, 3_600_000)
          : this.#random.between(1, 30_000),
      ),
    mishap: async () => this.#armMishap(),
    kill: async () => this.#random.one(this.#nodes).points.die(),
    start: () => this.#startDead(),
    away: async () => {
      this.#random.one(this.#nodes).points.away = true;
      this.#leasesLost = true;
    },
    back: async () => {
      for (const node of this.#nodes) node.points.away = false;
    },
    reap: () => this.#reap(),
  };

  async #many(most: number, work: () => Promise<void>): Promise<void> {
    await Promise.all(Array.from({ length: this.#random.between(1, most) }, work));
  }

  async #onNode(work: (node: SimulatedNode) => Promise<unknown>): Promise<void> {
    const node = this.#random.one(this.#nodes);
    if (node.alive) await node.live(() => work(node));
  }

  async #beginCall(): Promise<void> {
    const node = this.#random.one(this.#nodes);
    if (!node.alive) return;
    const userId = this.#random.one(this.#users);
    const token = [...this.#tokens].find(([, owner]) => owner === userId)?.[0];
    const amount = this.#random.oneIn(8) ? 0 : this.#random.between(0, 300);
    const plan = {
      node,
      requestId: `${this.#seed}:${this.#calls.length}`,
      userId,
      apiKeyId: this.#random.oneIn(2) ? token : undefined,
      price: this.#random.oneIn(5)
        ? this.#random.between(amount, amount * 2 + 60)
        : this.#random.between(0, amount),
      logged: !this.#random.oneIn(6),
      delivered: this.#random.oneIn(2),
    };
    const call = this.#random.oneIn(4)
      ? new HedgedCall(plan, this.#random)
      : new SimulatedCall(plan);
    this.#calls.push(call);
    await call.begin(amount);
    if (call.state === 'running' && !node.alive) call.state = 'free';
  }

  #running(): SimulatedCall[] {
    for (const call of this.#calls)
      if (call.state === 'running' && (!call.node.alive || call.reservation?.open === false))
        call.lose();
    return this.#calls.filter(({ state }) => state === 'running');
  }

  async #finishCall(): Promise<void> {
    const running = this.#running();
    if (running.length === 0) return;
    const call = this.#random.one(running);
    if (this.#random.oneIn(4)) call.fail();
    else await call.finish(Math.floor(this.#clock.nowMs() / 1000));
  }

  /** Notes parts of what running streams will cost. */
  async #noteStreams(): Promise<void> {
    const node = this.#random.one(this.#nodes);
    if (!node.alive) return;
    const at = Math.floor(this.#clock.nowMs() / 1000);
    const calls = this.#running().filter((call) => call.node === node);
    const deliveries = calls.flatMap((call) => {
      const floor = this.#random.between(0, call.price);
      const charge = call.delivery(floor, at);
      return charge ? [{ call, floor, charge }] : [];
    });
    for (const { call, floor } of deliveries) call.noted.push(floor);
    const stored = await node.live(() =>
      node.wallet.noteStreams(deliveries.map(({ charge }) => charge)).then(() => true),
    );
    if (stored)
      for (const { call, floor } of deliveries)
        Object.assign(call, { noted: [floor], isNoted: true });
  }

  async #changeBalance(): Promise<void> {
    const again = this.#changes.length > 0 && this.#random.oneIn(3);
    const change = again
      ? this.#random.one(this.#changes)
      : {
          userId: this.#random.one(this.#users),
          delta: this.#random.between(-600, 700),
          idempotencyKey: `${this.#seed}:change:${this.#changes.length}`,
        };
    if (!again) this.#changes.push(change);
    await this.#onNode((node) =>
      node.wallet.adjustUser({ ...change, kind: 'adjustment', reason: '', actorId: 0 }),
    );
  }

  #armMishap(): void {
    const cluster = this.#store.kind === 'postgres';
    const failure: InjectedFailure = this.#random.one(
      cluster
        ? ['die-before', 'die-after', 'fail-before', 'fail-after']
        : ['die-before', 'die-after', 'fail-before'],
    );
    if (failure === 'fail-before' || failure === 'fail-after') this.#leasesLost = true;
    this.#random.one(this.#nodes).points.arm(failure, this.#random.between(1, 4));
  }

  async #startDead(): Promise<void> {
    for (const node of this.#nodes) {
      if (node.alive) continue;
      this.#running();
      for (const call of this.#calls)
        if (call.node === node && call.state === 'owed') call.state = 'unknown';
      // A SQLite file restored elsewhere gets another node name.
      if (this.#store.kind === 'sqlite' && this.#random.oneIn(4)) node.name += 'x';
      const again = this.#random.oneIn(4);
      await node.start(again ? (points) => points.arm('die-after', 1) : undefined);
    }
  }

  /**
   * After a long silence every node that has not been seen is reaped, twice concurrently, whether it is dead
   * or not.
   */
  async #reap(): Promise<void> {
    this.#clock.advance(700_000);
    this.#leasesLost = true;
    const now = Math.floor(this.#clock.nowMs() / 1000);
    await Promise.all([reapDeadNodes(this.#store, now), reapDeadNodes(this.#store, now)]);
  }

  /** All failures are over, and all calls end: now the money must be right to the unit. */
  async #end(): Promise<string | undefined> {
    this.#trace.push('end');
    for (const node of this.#nodes) {
      node.points.heal();
      if (node.alive) await node.live(() => node.wallet.maintain(0));
      while (!node.alive) await this.#startDead();
    }
    for (const call of this.#running()) call.fail();
    for (const { wallet } of this.#nodes) {
      await wallet.maintain(0);
      await wallet.close();
    }
    for (const call of this.#calls) if (call.state === 'owed') call.state = 'answered';
    const users = this.#users;
    const tokens = [...this.#tokens.keys()];
    const discrepancies = await reconcileLedger(
      this.#store,
      Math.floor(this.#clock.nowMs() / 1000),
    );
    if (discrepancies.length > 0) return JSON.stringify(discrepancies);
    return (
      (await this.#agent.findFault()) ??
      (await this.#team.findFault()) ??
      (await findStandingFaults(this.#store, users, tokens)) ??
      (await findLateFaults(this.#store, {
        users,
        tokens,
        calls: this.#calls,
        leasesLost: this.#leasesLost,
        requestPrefix: `${this.#seed}:`,
      }))
    );
  }
}

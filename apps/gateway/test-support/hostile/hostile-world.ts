import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startSession } from '../../src/domain/accounts/sessions.ts';
import { BatchPoller } from '../../src/domain/batches/batch-poller.ts';
import { TaskPoller } from '../../src/domain/tasks/task-poller.ts';
import { manualClock, systemClock } from '../../src/platform/clock.ts';
import { insertApiKey } from '../../src/store/api-keys-repository.ts';
import { crashNextTransaction } from '../crash-transaction.ts';
import { createTestDatabase, type DatabaseKind, type TestDatabase } from '../databases.ts';
import { give, makeUser } from '../money/accounts.ts';
import { SeededRandom } from '../money/seeded-random.ts';
import { startTestGateway, type TestGateway } from '../test-gateway.ts';
import type { ActionTarget } from './hostile-action.ts';
import { ActionRegistry } from './action-registry.ts';
import { findHeldQuota } from './find-held-quota.ts';
import { findHostileFaults, type Payer } from './find-hostile-faults.ts';
import { HostileBatchUpstream } from './hostile-batch-upstream.ts';
import { openHostileChannels } from './open-hostile-channels.ts';
import { type HostileUpstream, startHostileUpstream } from './hostile-upstream.ts';
import { planAction } from './plan-action.ts';

const BURSTS = 4;
const ACTIONS_AT_ONCE = 6;
const START_MS = 1_790_000_000_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/**
 * Minutes for which the upstreams make progress; then time advances until whatever they never finish is given
 * up.
 */
const MINUTES = 8;
const WAITS_MAX = 20;
const LOOKS_MAX = 20;
const LOOK_MS = 2;

interface Caller extends Payer {
  secret: string;
  /** The session of the same user at each gateway. */
  session: ActionTarget['session'];
}

interface Node {
  gateway: TestGateway;
  tasks: TaskPoller;
  batches: BatchPoller;
}

interface Parts {
  database: TestDatabase;
  nodes: readonly Node[];
  clock: ReturnType<typeof manualClock>;
  registry: ActionRegistry;
  upstream: HostileUpstream;
  batches: HostileBatchUpstream;
}

/** Gateways on one database in front of upstreams that lie, for callers that try to pay too little. */
export class HostileWorld {
  readonly #parts: Parts;
  readonly #agent = new Agent({ keepAlive: true });

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Two nodes on PostgreSQL, one on SQLite. */
  static async open(kind: DatabaseKind): Promise<HostileWorld> {
    const database = await createTestDatabase(kind, { hasTables: true });
    const clock = manualClock(START_MS);
    const registry = new ActionRegistry();
    const upstream = await startHostileUpstream(registry);
    const batches = await HostileBatchUpstream.start(registry, () => clock.nowMs());
    const nodes: Node[] = [];
    for (const name of kind === 'sqlite' ? ['a'] : ['a', 'b']) {
      const dataDir = join(database.dataDir, name);
      mkdirSync(dataDir);
      // oxlint-disable-next-line no-await-in-loop -- the first one makes the schema
      nodes.push(await startNode(kind, { ...database, dataDir }, clock));
    }
    const parts = { database, nodes, clock, registry, upstream, batches };
    const [first] = nodes;
    if (!first) throw new Error('there are no nodes');
    await openHostileChannels(first.gateway, (service) =>
      service === 'batches' ? batches.url : upstream.url(service),
    );
    return new HostileWorld(parts);
  }

  /** Runs a seed and returns what is wrong with the money afterwards; undefined if all is well. */
  async run(seed: number): Promise<string | undefined> {
    const { registry, nodes, upstream, batches } = this.#parts;
    const random = new SeededRandom(seed);
    const callers = await Promise.all([
      this.#makeCaller(random, false),
      this.#makeCaller(random, true),
    ]);
    for (let burst = 0; burst < BURSTS; burst += 1) {
      const running = Array.from({ length: random.between(1, ACTIONS_AT_ONCE) }, () => {
        const { all } = registry;
        const address = `10.${(seed >> 8) & 255}.${seed & 255}.${all.length}`;
        const action = planAction(random, address, all);
        registry.add(action);
        const { secret, session } = random.one(callers);
        const { url } = random.one(nodes).gateway;
        return action.run({ url, secret, session, agent: this.#agent });
      });
      await Promise.all(running);
      if (random.oneIn(2)) await this.#passCrashing(random);
    }
    const fault = await this.#end(callers);
    registry.clear();
    upstream.clear();
    batches.clear();
    return fault;
  }

  async close(): Promise<void> {
    const { nodes, upstream, batches, database } = this.#parts;
    this.#agent.destroy();
    for (const { gateway } of nodes) await gateway.close();
    await upstream.close();
    await batches.close();
    await database.remove();
  }

  /** Lets everything end, and reconciles. */
  async #end(callers: readonly Caller[]): Promise<string | undefined> {
    const { nodes, registry } = this.#parts;
    const [node] = nodes;
    if (!node) return 'there are no nodes';
    const { store } = node.gateway.app.domain;
    for (let waits = 0; waits < WAITS_MAX && (await this.#isAwaited(callers)); waits += 1)
      await this.#pass(waits < MINUTES ? MINUTE_MS : HOUR_MS * 2 ** (waits - MINUTES));
    await this.#settle();
    const fault = await findHostileFaults(store, callers, registry.all);
    if (fault) return fault;
    // A lease requested while its session ended arrives when the database grants it. One whose transaction
    // died is in doubt, and returned by the node's next heartbeat (ADR 10).
    for (let looks = 0; looks < LOOKS_MAX && (await findHeldQuota(store, callers)); looks += 1) {
      for (const { gateway } of nodes) await gateway.app.domain.wallet.maintain(60_000);
      await this.#settle();
    }
    return findHeldQuota(store, callers);
  }

  /** Lets some time pass; usually one of the transactions dies, before or after its commit. */
  async #passCrashing(random: SeededRandom): Promise<void> {
    const { store } = random.one(this.#parts.nodes).gateway.app.domain;
    await this.#settle();
    const heal = random.oneIn(3) ? () => {} : crashNextTransaction(store, random.oneIn(2));
    await this.#pass(random.between(1, 600_000)).finally(heal);
  }

  /**
   * Advances the time, lets the upstreams make progress, and has every node check what is due, all
   * concurrently.
   */
  async #pass(milliseconds: number): Promise<void> {
    const { clock, nodes, batches } = this.#parts;
    // No call takes minutes.
    await this.#settle();
    clock.advance(milliseconds);
    batches.step();
    const { signal } = new AbortController();
    await Promise.all(nodes.flatMap((node) => [node.tasks.run(signal), node.batches.run(signal)]));
    // A node that has been silent for long grants no more leases.
    for (const { gateway } of nodes)
      await gateway.app.domain.wallet.maintain(60_000).catch(() => {});
  }

  /** Returns whether a task or a batch is unfinished. */
  async #isAwaited(callers: readonly Caller[]): Promise<boolean> {
    await this.#settle();
    const db = this.#parts.nodes[0]?.gateway.app.domain.store.db;
    const users = callers.map(({ userId }) => userId);
    for (const table of ['tasks', 'batches'] as const) {
      const rows = await db
        ?.selectFrom(table as 'tasks')
        .select('id')
        .where('user_id', 'in', users)
        .where('next_check_at', 'is not', null)
        .executeTakeFirst();
      if (rows) return true;
    }
    return false;
  }

  /** Resolves when no call is running, the charges are applied and no leases are held. */
  async #settle(): Promise<void> {
    const { nodes } = this.#parts;
    // Some wait seconds for usage that never arrives: polling every turn would use a whole core.
    while (nodes.some(({ gateway }) => gateway.app.relay.openCalls() > 0)) await delay(LOOK_MS);
    for (const { gateway } of nodes) await gateway.app.domain.wallet.flush();
    for (const { gateway } of nodes) await gateway.app.domain.wallet.returnIdle(0);
  }

  async #makeCaller(random: SeededRandom, isLimited: boolean): Promise<Caller> {
    const { domain } = random.one(this.#parts.nodes).gateway.app;
    const { store, clock, keyring, wallet } = domain;
    const userId = await makeUser(store, clock);
    const balance = random.one([0, 200, 2000, 20_000, 120_000, 300_000, 1_000_000]);
    if (balance > 0) await give(wallet, userId, balance);
    const key = randomBytes(24).toString('hex');
    const { id: apiKeyId } = await insertApiKey(store.db, {
      user_id: userId,
      name: 'k',
      key_hash: keyring.hash('token', key),
      key_cipher: '',
      status: 1,
      created_time: 0,
      expired_time: -1,
      remain_quota: random.one([200, 5000, 120_000, 500_000]),
      unlimited_quota: isLimited ? 0 : 1,
      allow_ips: '',
      group: '',
      model_limits_enabled: 0,
      model_limits: '',
      rate_limit: 0,
      mj_mode: '',
      deleted_at: null,
    });
    const client = { address: '127.0.0.1', userAgent: 'test' };
    const token = await startSession(domain, { id: userId, password_hash: null }, client);
    return { userId, apiKeyId, secret: `sk-${key}`, session: { userId, token } };
  }
}

/** Starts a gateway whose tasks and batches are checked only when the world says so. */
async function startNode(
  kind: DatabaseKind,
  database: TestDatabase,
  { nowMs }: { nowMs: () => number },
): Promise<Node> {
  const gateway = await startTestGateway({
    kind,
    env: { MASTER_KEY: 'ab'.repeat(32), TRUSTED_PROXIES: '127.0.0.1' },
    database,
    clock: { nowMs, elapsedMs: nowMs, after: systemClock.after },
  });
  await gateway.app.jobs.stop();
  const { domain } = gateway.app;
  return { gateway, tasks: new TaskPoller(domain), batches: new BatchPoller(domain) };
}

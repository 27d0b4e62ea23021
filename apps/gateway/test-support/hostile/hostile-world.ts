import { Agent } from 'node:http';
import { randomBytes } from 'node:crypto';
import { insertApiKey } from '../../src/store/api-keys-repository.ts';
import { give, makeUser } from '../money/accounts.ts';
import { Chance } from '../money/chance.ts';
import { createTestDatabase, type DatabaseKind, type TestDatabase } from '../databases.ts';
import { startTestGateway, type TestGateway } from '../test-gateway.ts';
import { planCall, UPSTREAM_MODELS, type UpstreamFormat } from './call-plan.ts';
import { HostileCall } from './hostile-call.ts';
import { type HostileUpstream, startHostileUpstream } from './hostile-upstream.ts';
import { findHostileFaults } from './judge-hostile-calls.ts';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const BURSTS = 4;
const CALLS_AT_ONCE = 6;
const CHANNEL_TYPES: Readonly<Record<UpstreamFormat, number>> = {
  openai: 1,
  anthropic: 14,
  gemini: 24,
  dify: 37,
};

interface Caller {
  userId: number;
  apiKeyId: number;
  balance: number;
  secret: string;
}

/** Gateways on one database before upstreams that lie, for callers that try to pay too little. */
export class HostileWorld {
  readonly #database: TestDatabase;
  readonly #nodes: readonly TestGateway[];
  readonly #upstream: HostileUpstream;
  readonly #agent = new Agent({ keepAlive: true });

  private constructor(
    database: TestDatabase,
    nodes: readonly TestGateway[],
    upstream: HostileUpstream,
  ) {
    this.#database = database;
    this.#nodes = nodes;
    this.#upstream = upstream;
  }

  /** Two nodes on PostgreSQL, one on SQLite. */
  static async open(kind: DatabaseKind): Promise<HostileWorld> {
    const database = await createTestDatabase(kind, { hasTables: true });
    const upstream = await startHostileUpstream();
    const env = { MASTER_KEY: 'ab'.repeat(32), TRUSTED_PROXIES: '127.0.0.1' };
    const nodes: TestGateway[] = [];
    for (const name of kind === 'sqlite' ? ['a'] : ['a', 'b']) {
      const dataDir = join(database.dataDir, name);
      mkdirSync(dataDir);
      // oxlint-disable-next-line no-await-in-loop -- the first one makes the schema
      nodes.push(await startTestGateway({ kind, env, database: { ...database, dataDir } }));
    }
    const [first] = nodes;
    if (!first) throw new Error('there are no nodes');
    await first.setOption('PreConsumedQuota', '0');
    await first.setOption('ChannelCooldownEnabled', 'false');
    for (const [format, models] of Object.entries(UPSTREAM_MODELS) as [UpstreamFormat, string][])
      // oxlint-disable-next-line no-await-in-loop -- one after another
      await first.channel({
        type: CHANNEL_TYPES[format],
        models,
        base_url: upstream.url(format),
        ...(format === 'openai' ? { setting: '{"dialect":"openai-chat"}' } : {}),
      });
    return new HostileWorld(database, nodes, upstream);
  }

  /** Runs a seed and returns what is wrong with the money then; undefined when all is well. */
  async run(seed: number): Promise<string | undefined> {
    const chance = new Chance(seed);
    const callers = await Promise.all([
      this.#makeCaller(chance, false),
      this.#makeCaller(chance, true),
    ]);
    const calls: HostileCall[] = [];
    for (let burst = 0; burst < BURSTS; burst += 1) {
      const width = chance.between(1, CALLS_AT_ONCE);
      const begun = Array.from({ length: width }, () => {
        const address = `10.${(seed >> 8) & 255}.${seed & 255}.${calls.length}`;
        const call = new HostileCall(planCall(chance, address));
        calls.push(call);
        this.#upstream.calls.set(address, call);
        const { secret } = chance.one(callers);
        return call.make({ url: chance.one(this.#nodes).url, secret, agent: this.#agent });
      });
      await Promise.all(begun);
    }
    await this.#settle();
    this.#upstream.calls.clear();
    const [node] = this.#nodes;
    return node && findHostileFaults(node.app.domain.store, callers, calls);
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    for (const node of this.#nodes) await node.close();
    await this.#upstream.close();
    await this.#database.remove();
  }

  /** Resolves when no call runs any more and the balances have followed. */
  async #settle(): Promise<void> {
    while (this.#nodes.some(({ app }) => app.relay.openCalls() > 0))
      await new Promise((resolve) => setImmediate(resolve));
    for (const { app } of this.#nodes) await app.domain.wallet.flush();
  }

  async #makeCaller(chance: Chance, isLimited: boolean): Promise<Caller> {
    const { domain } = chance.one(this.#nodes).app;
    const { store, clock, keyring, wallet } = domain;
    const userId = await makeUser(store, clock);
    const balance = chance.one([0, 200, 2000, 20_000, 1_000_000]);
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
      remain_quota: chance.one([200, 5000, 500_000]),
      unlimited_quota: isLimited ? 0 : 1,
      allow_ips: '',
      group: '',
      model_limits_enabled: 0,
      model_limits: '',
      rate_limit: 0,
      mj_mode: '',
      deleted_at: null,
    });
    return { userId, apiKeyId, balance, secret: `sk-${key}` };
  }
}

import type { LimitScope, RateLimitRule } from '@tollgate/contract';
import { type Simulator, startOpenAiSimulator } from '@tollgate/simulators';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { TEST_LIMITS } from '../../../../../test-limits.ts';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../test-support/databases.ts';
import { redisUrl } from '../../../test-support/redis.ts';
import { simulatorScript } from '../../../test-support/relay-scene.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../../test-support/test-gateway.ts';
import { manualClock } from '../../platform/clock.ts';

const SCOPES: readonly LimitScope[] = ['key', 'user', 'group', 'model'];
type Kind = 'requests' | 'tokens' | 'quota' | 'concurrent';
const LIMITS: Readonly<Record<Kind, number>> = { requests: 4, tokens: 30, quota: 1, concurrent: 2 };
const KINDS = Object.keys(LIMITS) as Kind[];
const PLAIN = 'gpt-4o-mini';
const pairs = SCOPES.flatMap((per) => KINDS.map((kind) => ({ per, kind })));

/** A subject that exactly one rule applies to. */
interface Subject {
  secret: string;
  model: string;
}

describe
  .runIf(databaseKinds.includes('postgres'))
  .each([
    ...(redisUrl ? [{ way: 'that share a Redis', url: redisUrl, shared: true }] : []),
    { way: 'without Redis, which count alone', url: undefined, shared: false },
  ])('limits on two nodes $way', ({ url, shared }) => {
  let database: TestDatabase;
  let simulator: Simulator;
  const nodes: TestGateway[] = [];
  const subjects = new Map<string, Subject>();

  beforeAll(async () => {
    database = await createTestDatabase('postgres', { hasTables: true });
    simulator = await startOpenAiSimulator();
    // The first millisecond of a minute, so that no window slides during the test.
    const clock = manualClock(Math.ceil(Date.now() / 60_000) * 60_000);
    // A new master key: Redis still has this minute's counts of earlier runs, under the same ids.
    const env = {
      MASTER_KEY: randomBytes(32).toString('hex'),
      ...(url === undefined ? {} : { REDIS_URL: url }),
    };
    for (const name of ['one', 'two']) {
      const dataDir = join(database.dataDir, name);
      mkdirSync(dataDir);
      nodes.push(
        await startTestGateway({
          kind: 'postgres',
          clock,
          env,
          database: { ...database, dataDir },
        }),
      );
    }
    const [first, second] = nodes as [TestGateway, TestGateway];
    const named = (per: LimitScope) =>
      pairs.filter((pair) => pair.per === per).map(({ kind }) => `${per}-${kind}`);
    const ratios = (names: readonly string[]) =>
      JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])));
    await first.setOption('ModelRatio', ratios([PLAIN, ...named('model')]));
    await first.setOption('GroupRatio', ratios(['default', ...named('group')]));
    await first.channel({
      base_url: simulator.url,
      models: [PLAIN, ...named('model')].join(','),
      group: ['default', ...named('group')].join(','),
      // Otherwise a call whose client disconnects would run until its response is complete.
      setting: '{"on_client_gone":"abort"}',
    });
    const rules: Partial<RateLimitRule>[] = [];
    for (const { per, kind } of pairs) {
      const user = await first.user({ quota: 10_000_000 });
      const key = await first.token(user, { unlimited_quota: true });
      const name = `${per}-${kind}`;
      if (per === 'group') await setGroup(first.root, user.id, name);
      const match = { key: String(key.id), user: String(user.id), group: name, model: name }[per];
      rules.push({ per, match: [match], [kind]: LIMITS[kind] });
      subjects.set(name, { secret: key.secret, model: per === 'model' ? name : PLAIN });
    }
    await first.setOption('RateLimits', JSON.stringify(rules));
    const known = () => second.app.domain.options.get('RateLimits').length === rules.length;
    await vi.waitUntil(known, TEST_LIMITS.expect.poll);
  });
  afterAll(async () => {
    for (const node of nodes) await node.close();
    await simulator.close();
    await database.remove();
  });

  async function setGroup(root: Client, id: number, group: string): Promise<void> {
    const { body } = await root.call('PUT', '/api/user/', { id, group });
    expect(body).toMatchObject({ success: true });
  }

  const call = (
    node: number,
    { secret, model }: Subject,
    {
      sim = {},
      signal = null,
    }: { sim?: Record<string, unknown>; signal?: AbortSignal | null } = {},
  ) =>
    fetch(`${nodes[node]?.url}/v1/chat/completions`, {
      method: 'POST',
      signal,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model,
        ...simulatorScript({ prompt_tokens: 20, completion_tokens: 20, ...sim }),
      }),
    }).then(async (response) => {
      await response.arrayBuffer();
      return response.status;
    });

  const whoIs = (per: LimitScope, kind: Kind) => subjects.get(`${per}-${kind}`) as Subject;

  test.each(SCOPES)('calls per minute per %s', async (per) => {
    const statuses: number[] = [];
    for (let turn = 0; turn < 20; turn += 1)
      statuses.push(await call(turn % 2, whoIs(per, 'requests')));
    const admitted = statuses.filter((status) => status === 200).length;
    expect(admitted).toBe(shared ? LIMITS.requests : LIMITS.requests * 2);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });

  test.each(pairs.filter(({ kind }) => kind === 'tokens' || kind === 'quota'))(
    '$kind per minute per $per',
    async ({ per, kind }) => {
      const who = whoIs(per, kind);
      expect(await call(0, who)).toBe(200);
      await expect.poll(() => call(0, who)).toBe(429);
      expect(await call(1, who)).toBe(shared ? 429 : 200);
      await expect.poll(() => call(1, who)).toBe(429);
    },
  );

  test.each(SCOPES)('running calls per %s', async (per) => {
    const who = whoIs(per, 'concurrent');
    const leave = new AbortController();
    const running = [0, 1].map((node) =>
      call(node, who, { sim: { fault: 'hang-before-headers' }, signal: leave.signal }).catch(
        () => 0,
      ),
    );
    await simulator.until(({ open }) => open === 2);
    expect(await call(0, who)).toBe(shared ? 429 : 200);
    expect(await call(1, who)).toBe(shared ? 429 : 200);
    leave.abort();
    await Promise.all(running);
    await simulator.until(({ open }) => open === 0);
    await expect.poll(() => call(0, who)).toBe(200);
  });
});

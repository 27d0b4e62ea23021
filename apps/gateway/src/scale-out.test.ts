import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Simulator, startOpenAiSimulator } from '@tollgate/simulators';
import { findFreePort } from '@tollgate/tools';
import { Agent, request } from 'undici';
import { databaseKinds } from '../test-support/databases.ts';
import { simulatorScript } from '../test-support/relay-scene.ts';
import { createNodes, type Nodes } from '../test-support/nodes.ts';

const MODEL = 'gpt-4o-mini';
/** A call that takes a tenth of a second, so that there are some at any time without hundreds per second. */
const body = JSON.stringify({ model: MODEL, ...simulatorScript({ tokens: 1, delay_ms: 100 }) });

const withPostgres = databaseKinds.includes('postgres');

let simulator: Simulator;
let nodes: Nodes;

beforeAll(async () => {
  simulator = await startOpenAiSimulator();
});
afterAll(() => simulator.close());
afterEach(() => nodes.remove());

describe.runIf(withPostgres)('several workers', () => {
  test('WORKERS=2 shares one port; a worker that dies is replaced; the metrics cover both', async () => {
    nodes = await createNodes();
    const gateway = await nodes.start({ WORKERS: '2', PORT: String(await findFreePort()) });
    const key = await setUp(gateway.url, simulator.url);
    const callAtOnce = (count: number) =>
      Promise.all(Array.from({ length: count }, () => post([gateway.url], key, oneCallAgent())));
    // The other worker learns of the channel a moment later.
    await expect.poll(async () => new Set(await callAtOnce(16))).toEqual(new Set([200]));
    expect(await callAtOnce(40)).toEqual(Array.from({ length: 40 }, () => 200));
    await expect.poll(() => countCalls(gateway.url)).toBeGreaterThanOrEqual(40);

    await expect.poll(() => workerIds(gateway.url)).toHaveLength(2);
    const before = (await workerIds(gateway.url)).at(0) as number;
    process.kill(before, 'SIGKILL');
    const others = async () => (await workerIds(gateway.url)).filter((id) => id !== before);
    await expect.poll(others).toHaveLength(2);
    expect(await post([gateway.url], key, oneCallAgent())).toBe(200);
    expect(await gateway.end('SIGTERM')).toBe(0);
  });
});

describe.runIf(withPostgres)('several nodes', () => {
  test('two nodes restart one after the other under load and no call fails', async () => {
    nodes = await createNodes();
    // Ports that nobody else gets while their node restarts.
    const start = async () => nodes.start({ PORT: String(await findFreePort()) });
    const [first, second] = await Promise.all([start(), start()]);
    const urls = [first.url, second.url];
    const key = await setUp(first.url, simulator.url);
    // The second node learns of the channel a moment later.
    await expect.poll(() => post([second.url], key, oneCallAgent())).toBe(200);
    const agent = new Agent({ connections: 20 });
    const failed: unknown[] = [];
    let answered = 0;
    let stopped = false;
    const load = Array.from({ length: 8 }, async (_, worker) => {
      for (let turn = worker; !stopped; turn += 1) {
        const from = turn % 2 === 0 ? urls : urls.toReversed();
        const status = await post(from, key, agent).catch((error: unknown) => error);
        if (status === 200) answered += 1;
        else failed.push(status);
      }
    });
    for (const node of [first, second]) {
      const { port } = new URL(node.url);
      const seen = answered;
      await expect.poll(() => answered).toBeGreaterThan(seen + 50);
      expect(await node.end('SIGTERM')).toBe(0);
      await nodes.start({ PORT: port });
    }
    const seen = answered;
    await expect.poll(() => answered).toBeGreaterThan(seen + 50);
    stopped = true;
    await Promise.all(load);
    expect(failed).toEqual([]);
    await agent.close();
  });
});

/** Connections close after one call. */
const oneCallAgent = () => new Agent({ pipelining: 0 });

/** Makes one call to the first node that accepts a connection, like a load balancer. Returns the status. */
async function post(urls: readonly string[], key: string, agent: Agent): Promise<number> {
  const [url, ...others] = urls;
  try {
    const answer = await request(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body,
      dispatcher: agent,
    });
    await answer.body.dump();
    return answer.statusCode;
  } catch (error) {
    if ((error as { code?: string }).code !== 'ECONNREFUSED' || others.length === 0) throw error;
    return post(others, key, agent);
  }
}

interface Answer {
  id: number;
  token: string;
  key: string;
}

/** Creates a channel and a key through the console API; returns the key. */
async function setUp(url: string, upstream: string): Promise<string> {
  const call = async (method: string, path: string, content?: object, headers = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: { ...headers, 'content-type': 'application/json', connection: 'close' },
      ...(content ? { body: JSON.stringify(content) } : {}),
    });
    const envelope = (await answer.json()) as { success: boolean; message: string; data: Answer };
    if (!envelope.success) throw new Error(envelope.message);
    return envelope.data;
  };
  const { id, token } = await call('POST', '/api/user/login', {
    username: 'root',
    password: '123456',
  });
  const headers = { authorization: `Bearer ${token}`, 'new-api-user': String(id) };
  await call(
    'POST',
    '/api/channel/',
    { type: 1, name: 'up', key: 'sk-up', base_url: upstream, models: MODEL, group: 'default' },
    headers,
  );
  const made = await call('POST', '/api/token/', { name: 'key', unlimited_quota: true }, headers);
  return `sk-${made.key}`;
}

async function readMetrics(url: string): Promise<string> {
  return (await fetch(`${url}/metrics`, { headers: { connection: 'close' } })).text();
}

async function countCalls(url: string): Promise<number> {
  const found = /^tollgate_relay_overhead_seconds_count\{kind="chat"\} (\d+)/m;
  return Number(found.exec(await readMetrics(url))?.[1] ?? 0);
}

async function workerIds(url: string): Promise<number[]> {
  const found = [...(await readMetrics(url)).matchAll(/^tollgate_worker_info\{pid="(\d+)"\} 1/gm)];
  return found.map(([, pid]) => Number(pid));
}

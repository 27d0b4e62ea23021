import { findFreePort } from '@tollgate/tools';
import { join } from 'node:path';
import { BenchError } from '../bench-error.ts';
import { openConsole } from '../open-console.ts';
import { setUpChannels } from '../set-up-channels.ts';
import { startGateway } from '../start-gateway.ts';
import { renderTable } from '../table.ts';
import type { Print, Trial } from '../trial.ts';
import {
  EMBEDDINGS,
  HOSTILE_REQUESTS,
  type HostileRequest,
  MODEL,
  PICTURES,
  TRANSLATED_MODEL,
} from './hostile-bodies.ts';
import { HOSTILE_ANSWERS, startHostileUpstream } from './hostile-upstream.ts';

const HOLD_MS = 200;
const AIM_MS = 50;
const ANTHROPIC = 14;
const POOR = { username: 'poor', password: 'password1' };

interface Stall {
  readonly what: string;
  readonly status: string;
  readonly ms: number;
}

interface Scene {
  readonly url: string;
  /** URL that reports the longest turn. */
  readonly meterUrl: string;
  readonly key: string;
  readonly poorKey: string;
  readonly times: number;
  readonly print: Print;
}

/** Measures how long the event loop stalls under hostile bodies and responses. */
export const hostileTrial: Trial = {
  name: 'hostile',
  title: 'Hostile bodies and answers',
  options: { times: 2 },
  async run(stage, { times = 2 }, print) {
    const upstream = await startHostileUpstream();
    const meterPort = await findFreePort();
    const gateway = await startGateway(stage, {
      nodeOptions: ['--import', join(import.meta.dirname, 'turn-meter.ts')],
      // Read by the turn meter, not by the gateway.
      env: { TURN_METER_PORT: String(meterPort) },
    });
    try {
      const key = await setUpChannels(gateway.url, [
        { type: 1, base_url: upstream.url, models: [MODEL, EMBEDDINGS, PICTURES].join(',') },
        { type: ANTHROPIC, base_url: upstream.url, models: TRANSLATED_MODEL },
      ]);
      const poorKey = await openPoorKey(gateway.url);
      const meterUrl = `http://127.0.0.1:${meterPort}`;
      const scene = { url: gateway.url, meterUrl, key, poorKey, times, print };
      await warmUp(scene);
      const requests: Stall[] = [];
      for (const request of HOSTILE_REQUESTS) requests.push(await measureRequest(scene, request));
      const responses: Stall[] = [];
      for (const { name, isStream, write } of HOSTILE_ANSWERS) {
        upstream.behave(write);
        for (const path of ['/v1/chat/completions', '/v1/messages'])
          responses.push(
            await measureRequest(scene, { name, path, body: () => chatBody(isStream) }),
          );
      }
      return render(requests, responses, times);
    } finally {
      await gateway.stop();
      upstream.stop();
    }
  },
};

const chatBody = (stream: boolean) =>
  Buffer.from(
    JSON.stringify({
      model: MODEL,
      max_tokens: 5,
      stream,
      messages: [{ role: 'user', content: 'hi' }],
    }),
  );

/** Warms up the compiler, so that first use causes no stall. */
async function warmUp(scene: Scene): Promise<void> {
  for (const path of ['/v1/chat/completions', '/v1/messages'])
    for (let turn = 0; turn < 50; turn += 1)
      await send(scene, { name: '', path, body: () => chatBody(false) }, chatBody(false));
}

/** Creates a user without balance; returns their key. */
async function openPoorKey(url: string): Promise<string> {
  const root = await openConsole(url);
  await root.call('POST', '/api/user/', { ...POOR, role: 1 });
  const { call } = await openConsole(url, POOR);
  await call('POST', '/api/token/', { name: 'poor', unlimited_quota: true, expired_time: -1 });
  const { items } = await call<{ items: { key: string }[] }>('GET', '/api/token/?p=1&size=10');
  return `sk-${(items[0]?.key ?? '').replace(/^sk-/, '')}`;
}

/** Sends several requests at once; returns the longest stall until all are done. */
async function measureRequest(scene: Scene, request: HostileRequest): Promise<Stall> {
  const body = request.body();
  await readStall(scene);
  const statuses = await Promise.all(
    Array.from({ length: scene.times }, () => send(scene, request, body)),
  );
  const ms = await readStall(scene);
  const status = [...new Set(statuses)].join(', ');
  const what = `${request.path}: ${request.name}`;
  scene.print(`  ${ms.toFixed(0).padStart(6)} ms  ${status.padEnd(7)} ${what}`);
  return { what, status, ms };
}

async function send(
  { url, key, poorKey }: Scene,
  { path, headers, isPoor }: HostileRequest,
  body: Buffer,
): Promise<string> {
  try {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${isPoor ? poorKey : key}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: new Uint8Array(body),
      signal: AbortSignal.timeout(120_000),
    });
    await response.arrayBuffer();
    return String(response.status);
  } catch {
    return 'closed';
  }
}

/** Returns the CPU milliseconds of the event loop's longest turn since the last read. */
async function readStall({ meterUrl }: Scene): Promise<number> {
  const ms = Number(await (await fetch(meterUrl)).text());
  if (Number.isNaN(ms)) throw new BenchError('the gateway tells nothing of its event loop');
  return ms;
}

function render(requests: readonly Stall[], responses: readonly Stall[], times: number): string {
  const longest = (stalls: readonly Stall[]) => Math.max(...stalls.map(({ ms }) => ms));
  const judge = (what: string, stalls: readonly Stall[]) => {
    const ms = longest(stalls);
    const verdict = ms <= AIM_MS ? 'aim reached' : ms <= HOLD_MS ? 'holds' : 'BELOW';
    return [what, `${ms.toFixed(0)} ms`, `${HOLD_MS} ms`, `${AIM_MS} ms`, verdict];
  };
  const rows = [...requests, ...responses].map(({ what, status, ms }) => [
    what,
    status,
    ms.toFixed(0),
  ]);
  return [
    `One gateway on core 0; each case is sent ${times} times at once, and the CPU of the longest turn of the event loop until all were answered is read: for so long everybody else waits. CPU and not time, so that a busy machine measures the same.`,
    renderTable(
      ['Longest turn', 'Measured', 'Hold', 'Aim', 'Verdict'],
      [judge('bodies of callers', requests), judge('answers of upstreams', responses)],
    ),
    renderTable(['Case', 'Answered', 'CPU ms'], rows),
  ].join('\n\n');
}

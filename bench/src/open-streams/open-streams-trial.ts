import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { BenchError } from '../bench-error.ts';
import { LOAD_CORE } from '../cores.ts';
import { readCpuSeconds, readMemoryMegabytes } from '../process-usage.ts';
import { startNode } from '../start-node.ts';
import { renderTable } from '../table.ts';
import { tollgateTarget } from '../targets/tollgate-target.ts';
import type { Trial } from '../trial.ts';
import { BENCH_MODEL } from '../workloads.ts';

const HOLD_MB = 450;
const AIM_MB = 250;
const AT_ONCE = 100;
const OPEN_LIMIT_MS = 60_000;

/** Measures the memory that open streams cost one process. */
export const openStreamsTrial: Trial = {
  name: 'open-streams',
  title: 'Memory of open streams',
  options: { streams: 5000, seconds: 20 },
  async run(stage, { streams = 5000, seconds = 20 }, print) {
    const program = join(import.meta.dirname, 'patient-mock-server.ts');
    const mock = await startNode({ stage, core: LOAD_CORE, args: [program] });
    const gateway = await tollgateTarget.start({ stage, upstream: mock.url, model: BENCH_MODEL });
    const clients: (() => void)[] = [];
    try {
      const before = readMemoryMegabytes(gateway.pid);
      for (let count = 0; count < streams; count += AT_ONCE)
        clients.push(
          ...(await Promise.all(
            Array.from({ length: Math.min(AT_ONCE, streams - count) }, () => openStream(gateway)),
          )),
        );
      await waitForOpen(mock.url, streams);
      print(`  ${streams} streams are open`);
      const { peakMb, endMb, cpuShare } = await watch(gateway.pid, seconds);
      const open = await countOpen(mock.url);
      if (open !== streams) throw new BenchError(`only ${open} of ${streams} streams stayed open`);
      return render({ streams, seconds, before, peakMb, endMb, cpuShare });
    } finally {
      for (const leave of clients) leave();
      await gateway.stop();
      await mock.stop();
    }
  },
};

/** Resolves when the first token has arrived; returns how to disconnect. */
function openStream({ url, headers }: { url: string; headers: Record<string, string> }) {
  const body = JSON.stringify({
    model: BENCH_MODEL,
    max_tokens: 100,
    stream: true,
    messages: [{ role: 'user', content: 'Say hello for a long time.' }],
  });
  return new Promise<() => void>((resolve, reject) => {
    const call = request(
      `${url}/v1/chat/completions`,
      {
        method: 'POST',
        agent: false,
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (response) => {
        if (response.statusCode !== 200)
          reject(new BenchError(`a stream answered ${response.statusCode}`));
        response.once('data', () => resolve(() => call.destroy()));
        response.resume();
        response.on('error', () => {});
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

async function countOpen(url: string): Promise<number> {
  return Number(await (await fetch(`${url}/open`)).text());
}

async function waitForOpen(url: string, streams: number): Promise<void> {
  const deadline = performance.now() + OPEN_LIMIT_MS;
  while ((await countOpen(url)) < streams) {
    if (performance.now() > deadline)
      throw new BenchError(`${await countOpen(url)} of ${streams} streams are open`);
    await wait(100);
  }
}

async function watch(pid: number, seconds: number) {
  const cpuBefore = readCpuSeconds(pid);
  let peakMb = 0;
  for (let second = 0; second < seconds; second += 1) {
    await wait(1000);
    peakMb = Math.max(peakMb, readMemoryMegabytes(pid));
  }
  return {
    peakMb,
    endMb: readMemoryMegabytes(pid),
    cpuShare: (readCpuSeconds(pid) - cpuBefore) / seconds,
  };
}

interface Result {
  streams: number;
  seconds: number;
  before: number;
  peakMb: number;
  endMb: number;
  cpuShare: number;
}

function render({ streams, seconds, before, peakMb, endMb, cpuShare }: Result): string {
  const verdict = peakMb < AIM_MB ? 'aim reached' : peakMb < HOLD_MB ? 'holds' : 'BELOW';
  const perStream = ((peakMb - before) * 1024) / streams;
  return [
    `${streams} streams through one process, each with its own client connection and four tokens a second, held for ${seconds} s. Before them it used ${before} MB; a stream costs ${perStream.toFixed(0)} kB. At the end ${endMb} MB, ${Math.round(cpuShare * 100)} % of a core.`,
    renderTable(
      ['What', 'Measured', 'Hold', 'Aim', 'Verdict'],
      [
        [
          `resident memory with ${streams} open streams, peak`,
          `${peakMb} MB`,
          `${HOLD_MB} MB`,
          `${AIM_MB} MB`,
          verdict,
        ],
      ],
    ),
  ].join('\n\n');
}

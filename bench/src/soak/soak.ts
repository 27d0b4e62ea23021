import { startOpenAiSimulator } from '@tollgate/simulators';
import { setTimeout as wait } from 'node:timers/promises';
import { openConsole } from '../open-console.ts';
import { readMemoryMegabytes } from '../process-usage.ts';
import { setUpGateway } from '../setup-gateway.ts';
import type { Stage } from '../stage.ts';
import { startGateway } from '../start-gateway.ts';
import { BENCH_MODEL } from '../workloads.ts';
import { judgeMemory, type MemorySample, type MemoryVerdict } from './judge-memory.ts';
import { ENDINGS, type Ending, makeMixedCall } from './mixed-call.ts';

export interface SoakOptions {
  minutes: number;
  /** Calls started per second, regardless of how many are running. */
  rate: number;
  print(line: string): void;
}

export interface SoakResult extends SoakOptions {
  endings: Record<Ending, number>;
  memory: MemoryVerdict;
  warmUpMinutes: number;
  /** Calls that the gateway charged. */
  charged: number;
  /** Discrepancies found by the reconciliation. */
  discrepancies: number;
}

const SAMPLE_EVERY_MS = 10_000;
const TICK_MS = 20;
const MOST_OPEN = 2000;
const WARM_UP_FACTOR = 4;

/** Runs a mix of successful and failing calls on a gateway for minutes, and watches its memory. */
export async function soak(stage: Stage, options: SoakOptions): Promise<SoakResult> {
  const simulators = [await startOpenAiSimulator(), await startOpenAiSimulator()];
  const gateway = await startGateway(stage);
  try {
    const key = await setUpGateway({
      url: gateway.url,
      upstreams: simulators.map(({ url }) => url),
      model: BENCH_MODEL,
    });
    const root = await openConsole(gateway.url);
    await root.call('PUT', '/api/option/', { key: 'RetryTimes', value: '1' });
    const warmUpMinutes = Math.floor(options.minutes / 5);
    const load = startLoad(gateway.url, key, options.rate, warmUpMinutes);
    const samples = await watchMemory(gateway, load, options);
    await load.end();
    const { total } = await root.call<{ total: number }>('POST', '/api/system/check');
    const self = await root.call<{ request_count: number }>('GET', '/api/user/self');
    return {
      ...options,
      endings: load.endings,
      memory: judgeMemory(samples, warmUpMinutes),
      warmUpMinutes,
      charged: self.request_count,
      discrepancies: total,
    };
  } finally {
    await gateway.stop();
    for (const simulator of simulators) await simulator.close();
  }
}

/**
 * Starts calls at a fixed rate, even if the gateway falls behind. The rate is higher during the warm-up, so
 * that caches are full when measuring begins.
 */
function startLoad(url: string, key: string, rate: number, warmUpMinutes: number) {
  const endings = Object.fromEntries(ENDINGS.map((ending) => [ending, 0])) as Record<
    Ending,
    number
  >;
  const open = new Set<Promise<void>>();
  const startedMs = performance.now();
  let started = 0;
  const begin = () => {
    const seconds = (performance.now() - startedMs) / 1000;
    const warm = Math.min(seconds, warmUpMinutes * 60);
    const due = Math.floor((seconds + warm * (WARM_UP_FACTOR - 1)) * rate);
    // Time during which the machine was stalled is not made up for.
    started = Math.max(started, due - rate);
    for (; started < due; started += 1) {
      if (open.size >= MOST_OPEN) continue;
      const call: Promise<void> = makeMixedCall(url, key, Math.random).then((ending) => {
        endings[ending] += 1;
        open.delete(call);
      });
      open.add(call);
    }
  };
  const timer = setInterval(begin, TICK_MS);
  return {
    endings,
    async end() {
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}

async function watchMemory(
  { pid, url }: { pid: number; url: string },
  { endings }: { endings: Record<Ending, number> },
  { minutes, print }: SoakOptions,
): Promise<MemorySample[]> {
  const samples: MemorySample[] = [];
  const startedMs = performance.now();
  for (;;) {
    const atSeconds = (performance.now() - startedMs) / 1000;
    if (atSeconds >= minutes * 60) return samples;
    const sample = { atSeconds, residentMb: readMemoryMegabytes(pid), ...(await readHeap(url)) };
    samples.push(sample);
    if (samples.length % 6 === 1)
      print(
        `  minute ${Math.floor(atSeconds / 60)}: ${sample.residentMb} MB resident, ${sample.heapMb} MB heap, ${JSON.stringify(endings)}`,
      );
    await wait(SAMPLE_EVERY_MS);
  }
}

async function readHeap(url: string) {
  const text = await (await fetch(`${url}/metrics`)).text();
  const megabytes = (kind: string) => {
    const bytes = new RegExp(`^nodejs_heap_size_${kind}_bytes (\\S+)`, 'm').exec(text)?.[1];
    return Math.round(Number(bytes) / 1024 / 1024);
  };
  return { heapMb: megabytes('used'), heapTotalMb: megabytes('total') };
}

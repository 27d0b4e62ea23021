import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BenchError } from './bench-error.ts';
import { type CpuProfile, readProfile, type Window } from './read-profile.ts';
import { renderProfile } from './render-profile.ts';
import { runWrk } from './run-wrk.ts';
import { setUpGateway } from './setup-gateway.ts';
import type { Stage } from './stage.ts';
import { startGateway } from './start-gateway.ts';
import { startMock } from './start-mock.ts';
import { BENCH_MODEL, type Workload } from './workloads.ts';

const FUNCTIONS_SHOWN = 25;
/** Run from source, so that a profile shows source files. */
const SOURCE = join(import.meta.dirname, '../../apps/gateway/src/main.ts');
const WARM_UP_SECONDS = 2;
const INTERVAL_MICROSECONDS = 500;
const nowMicroseconds = () => Number(process.hrtime.bigint() / 1000n);

/** Runs our gateway under a workload with V8's profiler and reports where its time went. */
export async function profileGateway(
  stage: Stage,
  workload: Workload,
  seconds: number,
): Promise<string> {
  const { rate, profile, window } = await takeProfile(stage, workload, seconds);
  const files = readProfile(profile, window, FUNCTIONS_SHOWN);
  return `${workload.title}: ${Math.round(rate)} calls/s under the profiler\n\n${renderProfile(files)}`;
}

export interface TakenProfile {
  /** Calls per second under the profiler. */
  rate: number;
  profile: CpuProfile;
  /** The time span of the load. */
  window: Window;
}

/** Runs our gateway under a workload with V8's profiler. */
export async function takeProfile(
  stage: Stage,
  workload: Workload,
  seconds: number,
): Promise<TakenProfile> {
  const folder = mkdtempSync(join(stage.directory, 'profile-'));
  const mock = await startMock(stage, workload);
  try {
    const { rate, window } = await loadProfiled(stage, workload, {
      folder,
      upstream: mock.url,
      seconds,
    });
    return { rate, profile: readOnlyProfile(folder), window };
  } finally {
    await mock.stop();
  }
}

interface ProfiledLoad {
  folder: string;
  upstream: string;
  seconds: number;
}

/** Loads a gateway that writes its profile when it ends; the window excludes start and warm-up. */
async function loadProfiled(
  stage: Stage,
  { body, connections }: Workload,
  { folder, upstream, seconds }: ProfiledLoad,
): Promise<{ rate: number; window: Window }> {
  const gateway = await startGateway(stage, {
    program: SOURCE,
    nodeOptions: [
      '--cpu-prof',
      `--cpu-prof-dir=${folder}`,
      `--cpu-prof-interval=${INTERVAL_MICROSECONDS}`,
    ],
  });
  try {
    const key = await setUpGateway({ url: gateway.url, upstreams: [upstream], model: BENCH_MODEL });
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const load = { url: `${gateway.url}/v1/chat/completions`, headers, body, connections };
    await runWrk(stage, { ...load, seconds: WARM_UP_SECONDS });
    const fromMicroseconds = nowMicroseconds();
    const { requestsPerSecond, errors } = await runWrk(stage, { ...load, seconds });
    if (errors > 0) throw new BenchError(`${errors} calls failed under the profiler`);
    return {
      rate: requestsPerSecond,
      window: { fromMicroseconds, toMicroseconds: nowMicroseconds() },
    };
  } finally {
    await gateway.stop();
  }
}

function readOnlyProfile(folder: string): CpuProfile {
  const file = readdirSync(folder).find((name) => name.endsWith('.cpuprofile'));
  if (!file) throw new BenchError('the gateway left no profile: it did not end by itself');
  return JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile;
}

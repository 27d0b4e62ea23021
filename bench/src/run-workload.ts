import { BenchError } from './bench-error.ts';
import { checkResponse } from './check-response.ts';
import type { Stage } from './stage.ts';
import { type Sample, takeSample } from './take-sample.ts';
import type { RunningTarget, Target } from './target.ts';
import { WARM_UP_STEP_SECONDS, warmUp } from './warm-up.ts';
import { BENCH_MODEL, type Workload } from './workloads.ts';

export interface TargetSamples {
  target: Target;
  /** One per round. */
  samples: Sample[];
}

export interface WorkloadResult {
  workload: Workload;
  measured: TargetSamples[];
  /** Targets left out, and why. */
  skipped: { target: Target; reason: string }[];
}

export interface RunOptions {
  stage: Stage;
  workload: Workload;
  /** Origin of the mock. */
  upstream: string;
  targets: readonly Target[];
  rounds: number;
  seconds: number;
  print(line: string): void;
}

const PATH = '/v1/chat/completions';

/**
 * Measures targets in turns (A B C, A B C, …), so that a noisy minute of the machine affects all equally. A
 * target that does not start or responds incorrectly is left out with its reason.
 */
export async function runWorkload(options: RunOptions): Promise<WorkloadResult> {
  const { workload, rounds, print } = options;
  const result: WorkloadResult = { workload, measured: [], skipped: [] };
  const running: { target: Target; instance: RunningTarget; samples: Sample[] }[] = [];
  try {
    for (const target of options.targets) {
      try {
        running.push({ target, instance: await startChecked(target, options), samples: [] });
      } catch (error) {
        if (!(error instanceof BenchError)) throw error;
        result.skipped.push({ target, reason: error.message });
        print(`  ${target.label} is left out: ${error.message}`);
      }
    }
    for (const { target, instance } of running) {
      const steps = await warmUp(async () => {
        const { cpuMicroseconds } = await load(options, instance, WARM_UP_STEP_SECONDS);
        return cpuMicroseconds;
      });
      print(`  ${target.label} is warm after ${steps * WARM_UP_STEP_SECONDS} s`);
    }
    for (let round = 1; round <= rounds; round += 1) {
      for (const { target, instance, samples } of running) {
        const sample = await load(options, instance, options.seconds);
        samples.push(sample);
        print(
          `  round ${round}: ${target.label} ${Math.round(sample.requestsPerSecond)}/s${sample.errors > 0 ? `, ${sample.errors} errors` : ''}`,
        );
      }
    }
  } finally {
    for (const { instance } of running) await instance.stop();
  }
  result.measured = running.map(({ target, samples }) => ({ target, samples }));
  return result;
}

async function startChecked(
  target: Target,
  { stage, workload, upstream }: RunOptions,
): Promise<RunningTarget> {
  const instance = await target.start({ stage, upstream, model: BENCH_MODEL });
  try {
    const { body, isWhole } = workload;
    await checkResponse({ url: instance.url + PATH, headers: instance.headers, body, isWhole });
    return instance;
  } catch (error) {
    await instance.stop();
    throw error;
  }
}

async function load(
  { stage, workload: { body, connections } }: RunOptions,
  { pid, url, headers }: RunningTarget,
  seconds: number,
): Promise<Sample> {
  return takeSample(stage, pid, {
    url: url + PATH,
    headers: { ...headers, 'content-type': 'application/json' },
    body,
    connections,
    seconds,
  });
}

import { GATEWAY_CORE } from './cores.ts';
import { readCoreSeconds } from './core-usage.ts';
import type { LoadResult } from './parse-wrk.ts';
import { readCpuSeconds, readMemoryMegabytes } from './process-usage.ts';
import { type Load, runWrk } from './run-wrk.ts';
import type { Stage } from './stage.ts';

export interface Sample extends LoadResult {
  /** Share of its core that the target used; 1 is all of it. */
  cpuShare: number;
  /** Share of that core used by anything else: above a few percent the sample is disturbed. */
  foreignShare: number;
  /** CPU time of the target per call. */
  cpuMicroseconds: number;
  memoryMegabytes: number;
}

/** Applies a load to a target, a process on the gateway's core, and reports its results and CPU use. */
export async function takeSample(stage: Stage, pid: number, load: Load): Promise<Sample> {
  const cpuBefore = readCpuSeconds(pid);
  const coreBefore = readCoreSeconds(GATEWAY_CORE);
  const startedMs = performance.now();
  const result = await runWrk(stage, load);
  const wallSeconds = (performance.now() - startedMs) / 1000;
  const cpuSeconds = readCpuSeconds(pid) - cpuBefore;
  const coreSeconds = readCoreSeconds(GATEWAY_CORE) - coreBefore;
  return {
    ...result,
    cpuShare: cpuSeconds / wallSeconds,
    foreignShare: Math.max(0, coreSeconds - cpuSeconds) / wallSeconds,
    cpuMicroseconds: (cpuSeconds * 1e6) / result.requests,
    memoryMegabytes: readMemoryMegabytes(pid),
  };
}

import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { BenchError } from './bench-error.ts';
import { median } from './median.ts';
import type { Stage } from './stage.ts';
import { startGateway } from './start-gateway.ts';

export interface ColdStart {
  /** Milliseconds from spawn to the first 200 of /healthz: with an empty folder, and with a filled one. */
  firstBootMs: number;
  laterStartMs: number;
  /** With an empty folder and no compile cache: the first start after an installation. */
  uncompiledMs: number;
}

/**
 * Times starts of our gateway (medians), after one warm-up start. Returns the reason if it does not start.
 */
export async function measureColdStart(stage: Stage, rounds: number): Promise<ColdStart | string> {
  const [uncompiled, first, later]: [number[], number[], number[]] = [[], [], []];
  const newFolder = () => mkdtempSync(join(stage.directory, 'cold-'));
  try {
    await timeStart(stage, newFolder());
    for (let round = 0; round < rounds; round += 1) {
      uncompiled.push(await timeStart(stage, newFolder(), { NODE_COMPILE_CACHE: newFolder() }));
      const dataDirectory = newFolder();
      first.push(await timeStart(stage, dataDirectory));
      later.push(await timeStart(stage, dataDirectory));
    }
  } catch (error) {
    if (error instanceof BenchError) return error.message;
    throw error;
  }
  return {
    firstBootMs: Math.round(median(first)),
    laterStartMs: Math.round(median(later)),
    uncompiledMs: Math.round(median(uncompiled)),
  };
}

async function timeStart(
  stage: Stage,
  dataDirectory: string,
  env: Record<string, string> = {},
): Promise<number> {
  const startedMs = performance.now();
  const gateway = await startGateway(stage, { dataDirectory, env });
  const tookMs = performance.now() - startedMs;
  await gateway.stop();
  return tookMs;
}

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
}

/** Times starts of our gateway (medians). Returns the reason where it doesn't start. */
export async function measureColdStart(stage: Stage, rounds: number): Promise<ColdStart | string> {
  const first: number[] = [];
  const later: number[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const dataDirectory = mkdtempSync(join(stage.directory, 'cold-'));
      first.push(await timeStart(stage, dataDirectory));
      later.push(await timeStart(stage, dataDirectory));
    }
  } catch (error) {
    if (error instanceof BenchError) return error.message;
    throw error;
  }
  return { firstBootMs: Math.round(median(first)), laterStartMs: Math.round(median(later)) };
}

async function timeStart(stage: Stage, dataDirectory: string): Promise<number> {
  const startedMs = performance.now();
  const gateway = await startGateway(stage, { dataDirectory });
  const tookMs = performance.now() - startedMs;
  await gateway.stop();
  return tookMs;
}

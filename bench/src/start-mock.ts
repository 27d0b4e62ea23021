import { startPlainMock } from './mock-plain.ts';
import { startStreamMock } from './mock-stream.ts';
import type { Stage } from './stage.ts';
import type { Workload } from './workloads.ts';

/** Starts the upstream that a workload calls. */
export function startMock(stage: Stage, { upstream }: Workload) {
  return upstream === 'plain' ? startPlainMock(stage) : startStreamMock(stage);
}

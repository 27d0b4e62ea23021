import type { ErrorCode } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import type { Domain } from '../domain.ts';
import { createClusterTask } from './cluster-task.ts';

/** How long a request waits for its run: less than proxies wait for a response. */
const WAIT_MS = 20_000;

/**
 * Runs what a request asked for as a cluster task. Returns its result, or throws what it throws; undefined if it
 * takes longer than a request may: it then continues in the background. Throws AppError `running` while any
 * node runs it.
 */
export async function runAsClusterTask<Result, Progress>(
  domain: Pick<Domain, 'store' | 'clock' | 'log'>,
  { name, running }: { name: string; running: ErrorCode },
  work: (report: (progress: Progress) => void, signal: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Result | undefined>();
  const started = await createClusterTask<Progress>(domain, name).start(async (report, signal) => {
    const run = work(report, signal);
    run.then(resolve, reject);
    await run;
  });
  if (!started) throw new AppError(running);
  const cancel = domain.clock.after(WAIT_MS, () => resolve(undefined));
  return promise.finally(cancel);
}

import { randomUUID } from 'node:crypto';
import { nowSeconds } from '../../platform/clock.ts';
import {
  finishJob,
  type JobLease,
  readJob,
  renewJobLease,
  tryLeaseJob,
} from '../../store/jobs-repository.ts';
import { runUnaudited } from '../audit/audit-scope.ts';
import type { Domain } from '../domain.ts';

/**
 * Renewed every second. What remains of it is more than the clock skew between nodes (a minute), so that only a
 * dead node loses its lease.
 */
const LEASE_SECONDS = 75;
const SAVE_EVERY_MS = 1000;

export interface ClusterTask<Progress> {
  /**
   * Starts the work in the background, with a callback to report progress; returns false if any node is
   * running it. The signal aborts when another node takes over.
   */
  start(
    work: (report: (progress: Progress) => void, signal: AbortSignal) => Promise<void>,
  ): Promise<boolean>;
  /** Returns the progress of the latest run, on whichever node; undefined before the first. Unix seconds. */
  read(): Promise<
    { running: boolean; startedAt: number; progress: Progress | undefined } | undefined
  >;
}

/** Cluster task: long work on demand. One node runs it at a time; every node can read its progress. */
export function createClusterTask<Progress>(
  { store, clock, log }: Pick<Domain, 'store' | 'clock' | 'log'>,
  name: string,
): ClusterTask<Progress> {
  const lease = (owner: string): JobLease => ({
    name,
    owner,
    now: nowSeconds(clock),
    leaseSeconds: LEASE_SECONDS,
  });

  async function run(
    owner: string,
    work: Parameters<ClusterTask<Progress>['start']>[0],
  ): Promise<void> {
    const abort = new AbortController();
    let latest = '';
    const renewLease = async () => {
      if (!(await renewJobLease(store.db, lease(owner), latest))) abort.abort();
    };
    const logFailure = (error: unknown) =>
      log.warn({ job: name, err: error }, 'storing the progress of a background run failed');
    const timer = setInterval(() => void renewLease().catch(logFailure), SAVE_EVERY_MS);
    const error = await work((progress) => (latest = JSON.stringify(progress)), abort.signal).then(
      () => '',
      (reason: unknown) => String(reason),
    );
    clearInterval(timer);
    if (error !== '') log.error({ job: name, error }, 'background run aborted');
    await renewLease();
    await finishJob(store.db, { ...lease(owner), error });
  }

  return {
    async start(work) {
      const owner = randomUUID();
      if (!(await tryLeaseJob(store.db, lease(owner), { everySeconds: 0 }))) return false;
      // Clears the progress, so that the previous run's is not reported for this one.
      await renewJobLease(store.db, lease(owner), '');
      runUnaudited(() => run(owner, work)).catch((error: unknown) =>
        log.error({ job: name, err: error }, 'finishing a background run failed'),
      );
      return true;
    },
    async read() {
      const row = await readJob(store.db, name);
      if (!row) return undefined;
      return {
        running: row.lease_until >= nowSeconds(clock),
        startedAt: row.last_started_at,
        progress: row.progress === '' ? undefined : (JSON.parse(row.progress) as Progress),
      };
    },
  };
}

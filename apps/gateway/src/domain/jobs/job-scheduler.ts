import type { ClockJumpTracker } from '../../platform/clock-jumps.ts';
import { type Clock, nowSeconds } from '../../platform/clock.ts';
import { databaseFaultOf } from '../../platform/database-fault.ts';
import type { Logger } from '../../platform/logger.ts';
import {
  finishJob,
  renewJobLease,
  reportNodeJob,
  tryLeaseJob,
} from '../../store/jobs-repository.ts';
import type { Store } from '../../store/open-store.ts';
import { mustWaitAfterGap } from './wait-after-gap.ts';
import type { Job } from './job.ts';
import { countJobRun } from './job-metrics.ts';

/** Long compared to the clock skew between nodes, but short enough for somebody waiting for a job. */
const LEASE_SECONDS = 60;
const RENEW_EVERY_MS = 15_000;
const LOOK_EVERY_MS = 250;
/**
 * How rarely jobs that run every second or two report; a change to failing or recovered is reported at once.
 */
const REPORT_EVERY_SECONDS = 60;

export interface JobScheduler {
  /**
   * Starts due jobs and renews the leases of running ones; resolves when the jobs that it started have ended.
   */
  tick(): Promise<void>;
  /** Starts ticking. */
  start(): void;
  /** Stops ticking, aborts running jobs and waits for them. */
  stop(): Promise<void>;
}

export interface JobSchedulerOptions {
  jobs: readonly Job[];
  store: Store;
  clock: Clock;
  /** Updated with the clock on every tick. */
  clockJumps?: ClockJumpTracker;
  log: Logger;
  /** Unique per process start. */
  owner: string;
  /** The node that reports the outcome of node-scoped jobs. */
  nodeId: string;
  /** Kept up to date with the names of the jobs whose last run on this node failed. */
  failing?: Set<string>;
}

interface Turn {
  job: Job;
  begunAtMs: number;
  renewedAtMs: number;
  running: Promise<void> | undefined;
  abort: AbortController;
  failing: boolean;
  /** Runs since the last report, and the time of that report in Unix seconds. */
  unreported: number;
  reportedAt: number;
}

/**
 * Creates the job scheduler of one process. A cluster job needs a lease in the database, which is renewed
 * while it runs; a run that lost its lease to another node is aborted.
 */
// tidy-ignore: a closure over shared state, made of short functions
export function createJobScheduler({
  jobs,
  store,
  clock,
  clockJumps,
  log,
  owner,
  nodeId,
  failing = new Set(),
}: JobSchedulerOptions): JobScheduler {
  const turns = jobs.map((job): Turn => ({
    job,
    begunAtMs: -Infinity,
    renewedAtMs: -Infinity,
    running: undefined,
    failing: false,
    unreported: 0,
    reportedAt: 0,
    abort: new AbortController(),
  }));
  let timer: NodeJS.Timeout | undefined;

  /** After the clock was set back, jobs that keep this node alive must not wait until it catches up. */
  const hasPassed = (sinceMs: number, spanMs: number) =>
    clock.nowMs() < sinceMs || clock.nowMs() - sinceMs >= spanMs;

  const leaseOf = (job: Job) => ({
    name: job.name,
    owner,
    now: nowSeconds(clock),
    leaseSeconds: LEASE_SECONDS,
  });

  async function runOnce(turn: Turn): Promise<void> {
    const { job, abort } = turn;
    const everySeconds = Math.ceil(job.everyMs / 1000);
    if (job.byAge && (await mustWait(job))) return;
    if (job.scope === 'cluster' && !(await tryLeaseJob(store.db, leaseOf(job), everySeconds)))
      return;
    const startedAt = nowSeconds(clock);
    const error = await job.run(abort.signal).then(
      () => undefined,
      (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason))),
    );
    const changed = turn.failing !== (error !== undefined);
    recordOutcome(turn, error);
    if (job.scope === 'cluster')
      await finishJob(store.db, { ...leaseOf(job), error: error?.message ?? '' });
    else await report(turn, { startedAt, changed, error: error?.message ?? '' });
  }

  async function mustWait({ name }: Job): Promise<boolean> {
    const { mustWait: isWaiting, isNew } = await mustWaitAfterGap(
      store.db,
      name,
      nowSeconds(clock),
    );
    if (isNew)
      log.warn(
        { job: name },
        'this job has not run for more than a day and waits for another day: if the clock jumped ahead, set it back before then, or expired data is deleted',
      );
    return isWaiting;
  }

  /**
   * Reports a run; if that fails, for example because the database is unreachable, a later run reports it.
   */
  async function report(
    turn: Turn,
    { startedAt, changed, error }: { startedAt: number; changed: boolean; error: string },
  ): Promise<void> {
    turn.unreported += 1;
    const finishedAt = nowSeconds(clock);
    if (!changed && Math.abs(finishedAt - turn.reportedAt) < REPORT_EVERY_SECONDS) return;
    const runs = turn.unreported;
    const { name } = turn.job;
    await reportNodeJob(store.db, { name, nodeId, startedAt, finishedAt, error, runs }).then(
      () => {
        turn.unreported -= runs;
        turn.reportedAt = finishedAt;
      },
      () => {
        turn.reportedAt = 0;
      },
    );
  }

  /** Logs a failing job once, not every second; an unreachable database is logged elsewhere. */
  function recordOutcome(turn: Turn, error: Error | undefined): void {
    const { name } = turn.job;
    turn.failing = error !== undefined;
    const isOwn = error !== undefined && databaseFaultOf(error) !== 'away';
    if (isOwn && !failing.has(name)) log.error({ job: name, err: error }, 'job failed; will retry');
    if (!isOwn && failing.has(name)) log.info({ job: name }, 'job recovered');
    if (isOwn) failing.add(name);
    else failing.delete(name);
    countJobRun(name, { failed: turn.failing, at: nowSeconds(clock) });
  }

  function startJob(turn: Turn): Promise<void> {
    turn.begunAtMs = turn.renewedAtMs = clock.nowMs();
    turn.abort = new AbortController();
    turn.running = runOnce(turn)
      .catch((error: unknown) => {
        if (databaseFaultOf(error) !== 'away')
          log.error({ job: turn.job.name, err: error }, 'job lease could not be taken or released');
      })
      .finally(() => {
        turn.running = undefined;
      });
    return turn.running;
  }

  async function renewLease(turn: Turn): Promise<void> {
    if (turn.job.scope === 'node' || !hasPassed(turn.renewedAtMs, RENEW_EVERY_MS)) return;
    turn.renewedAtMs = clock.nowMs();
    if (!(await renewJobLease(store.db, leaseOf(turn.job)))) turn.abort.abort();
  }

  async function tick(): Promise<void> {
    clockJumps?.detectJump();
    await Promise.all(
      turns.map(async (turn) => {
        if (turn.running) await renewLease(turn);
        else if (hasPassed(turn.begunAtMs, turn.job.everyMs)) await startJob(turn);
      }),
    );
  }

  return {
    tick,
    start() {
      timer = setInterval(() => {
        tick().catch((error: unknown) => {
          if (databaseFaultOf(error) !== 'away')
            log.error({ err: error }, 'job lease renewal failed');
        });
      }, LOOK_EVERY_MS);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      for (const { abort } of turns) abort.abort();
      await Promise.all(turns.flatMap(({ running }) => running ?? []));
    },
  };
}

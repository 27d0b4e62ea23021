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
import { checkForGap } from './wait-after-gap.ts';
import type { Job } from './job.ts';
import { countJobRun } from './job-metrics.ts';

/**
 * What remains of it at a renewal is more than the clock skew between nodes (a minute), but short enough for somebody
 * waiting for a job.
 */
const LEASE_SECONDS = 90;
const RENEW_EVERY_MS = 15_000;
const TICK_MS = 250;
/**
 * Jobs that run more rarely than this start one per tick, not all at once: a process that starts would open
 * as many connections as it has jobs, and compute for all of them, just when the first calls arrive.
 */
const RARE_MS = 10_000;
/**
 * How often a process looks whether a cluster job is due that it did not run, or that failed. Otherwise a daily
 * job would have to wait another day wherever a process started shortly before its time.
 */
const LOOK_EVERY_MS = 300_000;
/** A failed run is repeated after this part of the interval, but not sooner than anybody looks. */
const RETRY_SHARE = 1 / 12;
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

interface JobState {
  job: Job;
  startedAtMs: number;
  renewedAtMs: number;
  running: Promise<void> | undefined;
  abort: AbortController;
  failing: boolean;
  /** Whether it was not run when this process looked last: another node had, or it was not due. */
  skipped: boolean;
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
  const states = jobs.map((job): JobState => ({
    job,
    startedAtMs: -Infinity,
    renewedAtMs: -Infinity,
    running: undefined,
    failing: false,
    skipped: false,
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

  async function runOnce(state: JobState): Promise<void> {
    const { job, abort } = state;
    if (job.scope === 'cluster') {
      state.skipped = !(await leaseIfDue(job));
      if (state.skipped) return;
    }
    const startedAt = nowSeconds(clock);
    const error = await job.run(abort.signal).then(
      () => undefined,
      (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason))),
    );
    const changed = state.failing !== (error !== undefined);
    recordOutcome(state, error);
    if (job.scope === 'cluster')
      await finishJob(store.db, { ...leaseOf(job), error: error?.message ?? '' });
    else await report(state, { startedAt, changed, error: error?.message ?? '' });
  }

  /** Leases a job of the cluster; returns false if it may not run now. */
  async function leaseIfDue(job: Job): Promise<boolean> {
    if (job.byAge && (await mustWait(job))) return false;
    const { everyMs } = job;
    const retryMs = Math.min(everyMs, Math.max(LOOK_EVERY_MS, everyMs * RETRY_SHARE));
    return tryLeaseJob(store.db, leaseOf(job), {
      everySeconds: Math.ceil(everyMs / 1000),
      retrySeconds: Math.ceil(retryMs / 1000),
    });
  }

  async function mustWait({ name }: Job): Promise<boolean> {
    const { mustWait: isWaiting, isNew } = await checkForGap(store.db, name, nowSeconds(clock));
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
    state: JobState,
    { startedAt, changed, error }: { startedAt: number; changed: boolean; error: string },
  ): Promise<void> {
    state.unreported += 1;
    const finishedAt = nowSeconds(clock);
    if (!changed && Math.abs(finishedAt - state.reportedAt) < REPORT_EVERY_SECONDS) return;
    const runs = state.unreported;
    const { name } = state.job;
    await reportNodeJob(store.db, { name, nodeId, startedAt, finishedAt, error, runs }).then(
      () => {
        state.unreported -= runs;
        state.reportedAt = finishedAt;
      },
      () => {
        state.reportedAt = 0;
      },
    );
  }

  /** Logs a failing job once, not every second; an unreachable database is logged elsewhere. */
  function recordOutcome(state: JobState, error: Error | undefined): void {
    const { name } = state.job;
    state.failing = error !== undefined;
    const isOwn = error !== undefined && databaseFaultOf(error) !== 'away';
    if (isOwn && !failing.has(name)) log.error({ job: name, err: error }, 'job failed; will retry');
    if (!isOwn && failing.has(name)) log.info({ job: name }, 'job recovered');
    if (isOwn) failing.add(name);
    else failing.delete(name);
    countJobRun(name, { failed: state.failing, at: nowSeconds(clock) });
  }

  /** Why the last attempt to lease a job failed, by name. */
  const leaseFaults = new Map<string, string>();

  /** Logs each reason once while it lasts, not for every job and second: see `recordOutcome`. */
  function recordLease({ name }: Job, error?: unknown): void {
    if (error === undefined || databaseFaultOf(error) === 'away') {
      if (leaseFaults.delete(name) && leaseFaults.size === 0)
        log.info('job leases can be taken and released again');
      return;
    }
    const reason = String(error);
    const isKnown = [...leaseFaults.values()].includes(reason);
    leaseFaults.set(name, reason);
    if (!isKnown)
      log.error({ job: name, err: error }, 'job lease could not be taken or released; will retry');
  }

  function startJob(state: JobState): Promise<void> {
    state.startedAtMs = state.renewedAtMs = clock.nowMs();
    state.abort = new AbortController();
    state.running = runOnce(state)
      .then(
        () => recordLease(state.job),
        (error: unknown) => recordLease(state.job, error),
      )
      .finally(() => {
        state.running = undefined;
      });
    return state.running;
  }

  async function renewLease(state: JobState): Promise<void> {
    if (state.job.scope === 'node' || !hasPassed(state.renewedAtMs, RENEW_EVERY_MS)) return;
    state.renewedAtMs = clock.nowMs();
    // That of this run, which may have ended by the time of the reply.
    const { abort } = state;
    if (!(await renewJobLease(store.db, leaseOf(state.job)))) abort.abort();
  }

  const waitOf = ({ job: { everyMs, scope }, skipped, failing: hasFailed }: JobState) =>
    scope === 'cluster' && (skipped || hasFailed) ? Math.min(everyMs, LOOK_EVERY_MS) : everyMs;

  async function tick(rareStartsMax = Infinity): Promise<void> {
    clockJumps?.detectJump();
    let rareStarts = 0;
    const mayStart = ({ everyMs }: Job) => everyMs < RARE_MS || (rareStarts += 1) <= rareStartsMax;
    await Promise.all(
      states.map(async (state) => {
        const { running, startedAtMs, job } = state;
        if (running) await renewLease(state);
        else if (hasPassed(startedAtMs, waitOf(state)) && mayStart(job)) await startJob(state);
      }),
    );
  }

  return {
    tick: () => tick(),
    start() {
      timer = setInterval(() => {
        tick(1).catch((error: unknown) => {
          if (databaseFaultOf(error) !== 'away')
            log.error({ err: error }, 'job lease renewal failed');
        });
      }, TICK_MS);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      for (const { abort } of states) abort.abort();
      await Promise.all(states.flatMap(({ running }) => running ?? []));
    },
  };
}

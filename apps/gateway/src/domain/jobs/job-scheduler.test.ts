import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../test-support/databases.ts';
import { type Clock, manualClock } from '../../platform/clock.ts';
import { createLogger } from '../../platform/logger.ts';
import { registry } from '../../platform/metrics.ts';
import { forgetNodeJobs, listJobs } from '../../store/jobs-repository.ts';
import { openStore, type Store } from '../../store/open-store.ts';
import type { Job } from './job.ts';
import { createJobScheduler } from './job-scheduler.ts';

const START_MS = 1_000_000_000;
const MINUTE_MS = 60_000;

/** A job that runs until released and counts its concurrent runs. */
function heldJob(name: string, scope: Job['scope'] = 'cluster') {
  const state = { runs: 0, atOnce: 0, mostAtOnce: 0, aborted: 0 };
  let letGo = () => {};
  const job: Job = {
    name,
    everyMs: MINUTE_MS,
    scope,
    run: (signal) =>
      new Promise((resolve) => {
        state.runs += 1;
        state.atOnce += 1;
        state.mostAtOnce = Math.max(state.mostAtOnce, state.atOnce);
        const end = () => {
          state.atOnce -= 1;
          resolve();
        };
        signal.addEventListener('abort', () => {
          state.aborted += 1;
          end();
        });
        letGo = end;
      }),
  };
  return { job, state, letGo: () => letGo() };
}

describe.each(databaseKinds)('periodic jobs on %s', (kind) => {
  let database: TestDatabase;
  let store: Store;
  beforeAll(async () => {
    database = await createTestDatabase(kind, { hasTables: true });
    store = await openStore(database);
  });
  afterAll(async () => {
    await store.close();
    await database.remove();
  });

  const clock = manualClock(START_MS);
  const ahead = { ...clock, nowMs: () => clock.nowMs() + MINUTE_MS };
  const node = (owner: string, jobs: readonly Job[], own: Clock = clock) => {
    const log = createLogger('silent');
    return createJobScheduler({ jobs, store, clock: own, log, owner, nodeId: owner });
  };
  const started = async (state: { runs: number }, runs: number) => {
    await expect.poll(() => state.runs).toBe(runs);
  };

  test('two nodes never run the same cluster job at once, however long it takes, if their clocks differ by a minute', async () => {
    const { job, state, letGo } = heldJob(`long-${kind}`);
    const [first, second] = [node('first', [job]), node('second', [job], ahead)];
    const running = first.tick();
    await started(state, 1);
    for (let minute = 0; minute < 5; minute += 1) {
      for (let quarter = 0; quarter < 4; quarter += 1) {
        clock.advance(MINUTE_MS / 4);
        await second.tick();
        await first.tick();
      }
    }
    expect(state).toMatchObject({ runs: 1, mostAtOnce: 1 });
    letGo();
    await running;
    clock.advance(MINUTE_MS);
    const secondRun = second.tick();
    await started(state, 2);
    letGo();
    await secondRun;
    expect(state.mostAtOnce).toBe(1);
  });

  describe('a job that permanently deletes what is old', () => {
    const DAY_MS = 86_400_000;
    const hourly = (name: string) => {
      const state = { runs: 0 };
      const run = async () => void (state.runs += 1);
      const job: Job = { name, everyMs: 3_600_000, scope: 'cluster', byAge: true, run };
      return { job, state };
    };
    /** Runs the job hour by hour, each time in a new process without memory of the others. */
    const live = async (job: Job, hours: number) => {
      for (let hour = 0; hour < hours; hour += 1) {
        clock.advance(3_600_000);
        await node(`${job.name}-${hour}`, [job]).tick();
      }
    };

    test('runs like any other while time passes normally', async () => {
      const { job, state } = hourly(`usual-${kind}`);
      await live(job, 30);
      expect(state.runs).toBe(30);
    });

    test('does not run if the clock jumps forward and is set back within a day', async () => {
      const { job, state } = hourly(`jump-${kind}`);
      await live(job, 2);
      clock.advance(400 * DAY_MS);
      await live(job, 20);
      expect(state.runs).toBe(2);
      clock.advance(-400 * DAY_MS);
      await live(job, 2);
      expect(state.runs).toBe(4);
      // Jumps again: the notes of the first wait do not count.
      clock.advance(400 * DAY_MS);
      await live(job, 10);
      expect(state.runs).toBe(4);
    });

    test('starts waiting again when the clock jumps during the wait', async () => {
      const { job, state } = hourly(`twice-${kind}`);
      await live(job, 1);
      clock.advance(10 * DAY_MS);
      await live(job, 2);
      clock.advance(10 * DAY_MS);
      await live(job, 20);
      expect(state.runs).toBe(1);
    });

    test('runs a day after the gateway was started again', async () => {
      const { job, state } = hourly(`off-${kind}`);
      await live(job, 1);
      clock.advance(100 * DAY_MS);
      await live(job, 24);
      expect(state.runs).toBe(1);
      await live(job, 5);
      expect(state.runs).toBe(6);
    });
  });

  test('nodes that check at the same moment agree on one runner', async () => {
    const { job, state, letGo } = heldJob(`race-${kind}`);
    const nodes = Array.from({ length: 8 }, (_none, index) => node(`node-${index}`, [job]));
    const ticks = nodes.map((one) => one.tick());
    await started(state, 1);
    letGo();
    await Promise.all(ticks);
    expect(state).toMatchObject({ runs: 1, mostAtOnce: 1 });
  });

  test('a cluster job runs once per interval in the whole cluster, not once per node', async () => {
    const name = `interval-${kind}`;
    let runs = 0;
    const job: Job = {
      name,
      everyMs: MINUTE_MS,
      scope: 'cluster',
      run: async () => {
        runs += 1;
      },
    };
    const nodes = [node('first', [job]), node('second', [job]), node('third', [job])];
    for (let tick = 0; tick <= 120; tick += 1) {
      for (const one of nodes) await one.tick();
      clock.advance(1000);
    }
    expect(runs).toBe(3);
  });

  test('a job of a dead node is taken over once its lease has expired, and is aborted if that node comes back', async () => {
    const { job, state, letGo } = heldJob(`dead-${kind}`);
    const [deadNode, heir] = [node('dead', [job]), node('heir', [job])];
    const lostRun = deadNode.tick();
    await started(state, 1);
    clock.advance(MINUTE_MS);
    await heir.tick();
    expect(state.runs).toBe(1);
    clock.advance(MINUTE_MS + 1000);
    const takenOver = heir.tick();
    await started(state, 2);
    await deadNode.tick();
    await lostRun;
    expect(state.aborted).toBe(1);
    letGo();
    await takenOver;
  });

  test.each(['node', 'cluster'] as const)(
    'setting the clock back by an hour stops no job of the %s',
    async (scope) => {
      let runs = 0;
      const run = async () => void (runs += 1);
      const runner = node('only', [{ name: `back-${scope}-${kind}`, everyMs: 2000, scope, run }]);
      await runner.tick();
      clock.advance(-3_600_000);
      await runner.tick();
      clock.advance(1000);
      await runner.tick();
      expect(runs).toBe(2);
      clock.advance(3_600_000);
      await runner.tick();
      expect(runs).toBe(3);
    },
  );

  test('a failing job is counted with its time, records its error, and gets its next run', async () => {
    const name = `failing-${kind}`;
    let runs = 0;
    const job: Job = {
      name,
      everyMs: MINUTE_MS,
      scope: 'cluster',
      run: async () => {
        runs += 1;
        if (runs === 1) throw new Error('no luck');
      },
    };
    const runner = node('only', [job]);
    await runner.tick();
    const at = clock.nowMs() / 1000;
    const row = await store.db
      .selectFrom('jobs')
      .selectAll()
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ last_error: 'no luck', lease_until: 0, run_count: 1 });
    expect(await registry.metrics()).toContain(
      `tollgate_job_last_failure_seconds{job="${name}"} ${at}`,
    );
    clock.advance(MINUTE_MS);
    await runner.tick();
    expect(runs).toBe(2);
    expect(await registry.metrics()).toContain(
      `tollgate_job_runs_total{job="${name}",outcome="success"} 1`,
    );
  });

  describe('a daily job', () => {
    const HOUR_MS = 3_600_000;
    const daily = (name: string) => {
      const state = { runs: 0, works: true };
      const run = async () => {
        state.runs += 1;
        if (!state.works) throw new Error('no luck');
      };
      const job: Job = { name: `${name}-${kind}`, everyMs: 24 * HOUR_MS, scope: 'cluster', run };
      return { job, state };
    };
    /** Lets time pass, with a tick per minute. */
    const live = async (runner: ReturnType<typeof node>, hours: number) => {
      for (let minute = 0; minute < hours * 60; minute += 1) {
        clock.advance(MINUTE_MS);
        await runner.tick();
      }
    };

    test('runs a day after its last run, whenever the process started in between', async () => {
      const { job, state } = daily('restarted');
      await node('first', [job]).tick();
      clock.advance(23 * HOUR_MS);
      const restarted = node('second', [job]);
      await restarted.tick();
      expect(state.runs).toBe(1);
      await live(restarted, 1.1);
      expect(state.runs).toBe(2);
    });

    test('that failed is retried after two hours, not a day, until it succeeds', async () => {
      const { job, state } = daily('failed');
      state.works = false;
      const runner = node('only', [job]);
      await runner.tick();
      await live(runner, 1.9);
      expect(state.runs).toBe(1);
      await live(runner, 0.2);
      expect(state.runs).toBe(2);
      state.works = true;
      await live(runner, 2.2);
      expect(state.runs).toBe(3);
      await live(runner, 12);
      expect(state.runs).toBe(3);
    });
  });

  test('a job that keeps failing is logged once, and once more when it recovers', async () => {
    const logLines: string[] = [];
    const log = createLogger('silent');
    log.error = (_fields: unknown, text?: string) => logLines.push(text ?? '');
    log.info = (_fields: unknown, text?: string) => logLines.push(text ?? '');
    let works = false;
    const job: Job = {
      name: `streak-${kind}`,
      everyMs: 1000,
      scope: 'node',
      run: () => (works ? Promise.resolve() : Promise.reject(new Error('no luck'))),
    };
    const runner = createJobScheduler({
      jobs: [job],
      store,
      clock,
      log,
      owner: 'only',
      nodeId: 'only',
    });
    for (const next of [false, false, false, true, true]) {
      works = next;
      await runner.tick();
      clock.advance(1000);
    }
    expect(logLines).toEqual(['job failed; will retry', 'job recovered']);
  });

  test('a node job runs on every node, but never twice at once on one', async () => {
    const { job, state, letGo } = heldJob(`own-${kind}`, 'node');
    const [first, second] = [node('first', [job]), node('second', [job])];
    const ticks = [first.tick(), second.tick()];
    expect(state.runs).toBe(2);
    clock.advance(MINUTE_MS);
    await first.tick();
    expect(state.runs).toBe(2);
    letGo();
    await Promise.all([first.stop(), second.stop(), ...ticks]);
  });

  test('a process starts rare jobs one after another, and frequent ones at once', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const rare = ['first', 'second'].map((name) => heldJob(`${name}-rare-${kind}`, 'node'));
    const frequent = ['first', 'second'].map((name) => heldJob(`${name}-frequent-${kind}`, 'node'));
    const runner = node('starting', [
      ...rare.map(({ job }) => job),
      ...frequent.map(({ job }) => ({ ...job, everyMs: 1000 })),
    ]);
    const runs = () => [...rare, ...frequent].map(({ state }) => state.runs);
    runner.start();
    vi.advanceTimersToNextTimer();
    expect(runs()).toEqual([1, 0, 1, 1]);
    vi.advanceTimersToNextTimer();
    expect(runs()).toEqual([1, 1, 1, 1]);
    await runner.stop();
    vi.useRealTimers();
  });

  test('a node job reports its outcome on each node, at once when it fails, otherwise once a minute', async () => {
    const name = `told-${kind}`;
    let works = true;
    const job: Job = {
      name,
      everyMs: 1000,
      scope: 'node',
      run: () => (works ? Promise.resolve() : Promise.reject(new Error('no luck'))),
    };
    const nodes = [node(`${kind}-a`, [job]), node(`${kind}-b`, [job])];
    const readJobs = async () => (await listJobs(store.db)).filter((one) => one.name === name);
    const second = async () => {
      clock.advance(1000);
      for (const one of nodes) await one.tick();
    };
    await second();
    expect(await readJobs()).toMatchObject([
      { node: `${kind}-a`, run_count: 1, last_error: '' },
      { node: `${kind}-b`, run_count: 1, last_error: '' },
    ]);
    works = false;
    await second();
    expect(await readJobs()).toMatchObject([{ last_error: 'no luck' }, { run_count: 2 }]);
    for (let count = 0; count < 59; count += 1) await second();
    expect((await readJobs())[0]).toMatchObject({ run_count: 2 });
    await second();
    expect((await readJobs())[0]).toMatchObject({ run_count: 62 });
    await forgetNodeJobs(store.db, clock.nowMs() / 1000 + 1);
    expect(await readJobs()).toEqual([]);
  });

  test('stopping aborts running jobs, waits for them and releases their leases', async () => {
    const { job, state } = heldJob(`stopped-${kind}`);
    const runner = node('stopping', [job]);
    const running = runner.tick();
    await started(state, 1);
    await runner.stop();
    await running;
    expect(state).toMatchObject({ aborted: 1, atOnce: 0 });
    const row = await store.db
      .selectFrom('jobs')
      .select('lease_until')
      .where('name', '=', `stopped-${kind}`)
      .executeTakeFirstOrThrow();
    expect(row.lease_until).toBe(0);
  });
});

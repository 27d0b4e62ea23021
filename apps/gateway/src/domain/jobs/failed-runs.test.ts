import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../test-support/databases.ts';
import { manualClock } from '../../platform/clock.ts';
import { createLogger } from '../../platform/logger.ts';
import { finishJob, listJobs, renewJobLease, tryLeaseJob } from '../../store/jobs-repository.ts';
import { openStore, type Store } from '../../store/open-store.ts';
import type { Job } from './job.ts';
import { createJobScheduler } from './job-scheduler.ts';

const HOUR_MS = 3_600_000;

describe.each(databaseKinds)('on %s', (kind) => {
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

  test('a daily job whose process died is repeated after two hours, and then waits for a day', async () => {
    const clock = manualClock(1_000_000_000);
    const started: string[] = [];
    const node = (owner: string, run: () => Promise<void>) =>
      createJobScheduler({
        jobs: [
          {
            name: 'back-up',
            everyMs: 24 * HOUR_MS,
            scope: 'cluster',
            run() {
              started.push(owner);
              return run();
            },
          },
        ],
        store,
        clock,
        log: createLogger('silent'),
        owner,
        nodeId: owner,
      });
    const killed = Promise.withResolvers<void>();
    const lost = node('killed', () => killed.promise).tick();
    await expect.poll(() => started).toEqual(['killed']);
    const heir = node('heir', async () => {});
    clock.advance(HOUR_MS);
    await heir.tick();
    expect(started).toEqual(['killed']);
    clock.advance(HOUR_MS);
    await heir.tick();
    expect(started).toEqual(['killed', 'heir']);
    clock.advance(23 * HOUR_MS);
    await heir.tick();
    expect(started).toEqual(['killed', 'heir']);
    clock.advance(HOUR_MS);
    await heir.tick();
    expect(started).toEqual(['killed', 'heir', 'heir']);
    killed.resolve();
    await lost;
  });

  test('a job that fails by a time limit records it and can run again at once', async () => {
    const clock = manualClock(1_000_000_000);
    const scheduler = createJobScheduler({
      jobs: [
        {
          name: 'late',
          everyMs: 1000,
          scope: 'cluster',
          run: () => Promise.reject(new DOMException('too late', 'TimeoutError')),
        },
      ],
      store,
      clock,
      log: createLogger('silent'),
      owner: 'a',
      nodeId: 'a',
    });
    for (const runs of [1, 2]) {
      // oxlint-disable-next-line no-await-in-loop -- one run after the other
      await scheduler.tick();
      // oxlint-disable-next-line no-await-in-loop -- one run after the other
      const late = (await listJobs(store.db)).find(({ name }) => name === 'late');
      expect(late).toMatchObject({ last_error: 'too late', run_count: runs });
      clock.advance(1000);
    }
  });

  test('a renewal that arrives after the end of a run does not keep the next one from starting', async () => {
    const lease = { name: 'renewed-late', owner: 'a', now: 1_000_000, leaseSeconds: 60 };
    expect(await tryLeaseJob(store.db, lease, { everySeconds: 0 })).toBe(true);
    await finishJob(store.db, { ...lease, error: '' });
    expect(await renewJobLease(store.db, lease)).toBe(false);
    const next = { ...lease, owner: 'b' };
    expect(await tryLeaseJob(store.db, next, { everySeconds: 0 })).toBe(true);
  });

  test('leases that keep failing are logged once for all jobs, and once more when they work again', async () => {
    const clock = manualClock(1_000_000_000);
    const logLines: string[] = [];
    const log = createLogger('silent');
    log.error = (_fields: unknown, text?: string) => logLines.push(text ?? '');
    log.info = (text: unknown) => logLines.push(String(text));
    let locked = false;
    const busy = {
      get db() {
        if (locked) throw new Error('database is locked');
        return store.db;
      },
    };
    const jobs = ['a', 'b'].map((name): Job => ({
      name: `leased-${name}-${kind}`,
      everyMs: 1000,
      scope: 'cluster',
      run: async () => {},
    }));
    const lockable = Object.create(store, Object.getOwnPropertyDescriptors(busy)) as Store;
    const runner = createJobScheduler({
      jobs,
      store: lockable,
      clock,
      log,
      owner: 'only',
      nodeId: 'only',
    });
    for (const next of [false, true, true, true, false, false]) {
      locked = next;
      await runner.tick();
      clock.advance(1000);
    }
    expect(logLines).toEqual([
      'job lease could not be taken or released; will retry',
      'job leases can be taken and released again',
    ]);
  });
});

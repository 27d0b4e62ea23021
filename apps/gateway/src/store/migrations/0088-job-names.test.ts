import { expect, test } from 'vitest';
import { createTestDatabase, databaseKinds } from '../../../test-support/databases.ts';
import { openFormerDatabase } from '../../../test-support/former-database.ts';
import { listJobs } from '../jobs-repository.ts';
import { openStore } from '../open-store.ts';

test.each(databaseKinds)(
  'jobs keep their last runs under their new names on %s, and what older nodes report later is not listed',
  async (kind) => {
    const database = await createTestDatabase(kind);
    const former = await openFormerDatabase(kind, database, '0087-log-store-losses');
    const run = (name: string, node_id = '') => ({
      name,
      node_id,
      lease_owner: '',
      lease_until: 0,
      last_started_at: 10,
      last_finished_at: 20,
      last_error: 'once',
      run_count: 3,
    });
    await former.db
      .insertInto('jobs')
      .values([
        run('check-books'),
        run('check-tasks'),
        run('place-logs@a', 'a'),
        run('place-logs@b', 'b'),
        run('notice-files@a', 'a'),
      ])
      .execute();
    await former.close();

    const { db, close } = await openStore(database);
    await db.insertInto('jobs').values(run('check-books')).execute();
    const kept = { last_started_at: 10, last_finished_at: 20, last_error: 'once', run_count: 3 };
    const jobs = await listJobs(db);
    expect(
      jobs.toSorted((one, other) => (one.name + one.node < other.name + other.node ? -1 : 1)),
    ).toEqual([
      { name: 'check-tasks', node: '', ...kept },
      { name: 'detect-first-file', node: 'a', ...kept },
      { name: 'index-logs', node: 'a', ...kept },
      { name: 'index-logs', node: 'b', ...kept },
      { name: 'reconcile-ledger', node: '', ...kept },
    ]);
    await close();
    await database.remove();
  },
);

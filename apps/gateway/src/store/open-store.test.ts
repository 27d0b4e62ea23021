import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase, databaseKinds } from '../../test-support/databases.ts';
import { openStore } from './open-store.ts';

test.runIf(databaseKinds.includes('postgres'))(
  'long reads of the log keep no connection of PostgreSQL from calls',
  async () => {
    const database = await createTestDatabase('postgres');
    const store = await openStore(database);
    let done = 0;
    const reads = Array.from({ length: 11 }, () =>
      sql`SELECT pg_sleep(1)`.execute(store.reader).then(() => (done += 1)),
    );
    await store.ping();
    expect(done).toBe(0);
    await Promise.all(reads);
    await store.close();
    await database.remove();
  },
);

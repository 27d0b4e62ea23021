import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, databaseKinds } from '../../../test-support/databases.ts';
import { createImportScene, importInto } from '../../../test-support/import-scene.ts';
import { openStore } from '../../store/open-store.ts';
import type { ImportReport } from './run-import.ts';
import { withImportLock } from './with-import-lock.ts';

const SIZE = { users: 12, channels: 4, logs: 0 };
const scene = createImportScene();
afterEach(scene.close);
afterAll(scene.remove);

describe.each(databaseKinds)('concurrent imports (%s)', (kind) => {
  test('are not possible: the second is refused, and may start once the first has ended', async () => {
    const target = await scene.openTarget(kind);
    const source = scene.writeSource('new-api', SIZE);
    let second: Promise<unknown> | undefined;
    const onProgress = () => {
      second ??= importInto(target, source).catch((reason: unknown) => reason);
    };
    const first = await importInto(target, source, { onProgress });
    expect(await second).toMatchObject({ code: 'running' });
    const secondReport = await importInto(target, source);
    expect(secondReport.counts.users).toMatchObject({
      imported: 0,
      present: first.counts.users.imported,
    });
  });

  test('a dry run can run concurrently with an import, and a failed import leaves no lock', async () => {
    const target = await scene.openTarget(kind);
    const source = scene.writeSource('one-api', SIZE);
    let dry: Promise<ImportReport> | undefined;
    const onProgress = () => {
      dry ??= importInto(target, source, { dryRun: true, merge: true });
      throw new Error('broken off');
    };
    await expect(importInto(target, source, { onProgress })).rejects.toThrow('broken off');
    expect((await dry)?.dryRun).toBe(true);
    expect((await importInto(target, source)).counts.users.found).toBeGreaterThan(0);
  });
});

describe.runIf(databaseKinds.includes('postgres'))('the lock of an import on PostgreSQL', () => {
  const SILENT_MS = 200;

  async function openTargets() {
    const database = await createTestDatabase('postgres', { hasTables: true });
    const open = (silentMs?: number) =>
      openStore({ ...database, connections: 8, ...(silentMs === undefined ? {} : { silentMs }) });
    const [store, other] = [await open(SILENT_MS), await open()];
    onTestFinished(async () => {
      await store.close();
      await other.close();
      await database.remove();
    });
    const config = {} as never;
    return { target: { store, config }, other: { store: other, config } };
  }

  test('outlasts the time after which silent connections are closed', async () => {
    const { target, other } = await openTargets();
    let second: boolean | undefined;
    const work = async () => {
      await sql`SELECT pg_sleep(${(3 * SILENT_MS) / 1000})`.execute(other.store.db);
      second = await withImportLock(other, async () => {});
    };
    expect(await withImportLock(target, work, SILENT_MS / 10)).toBe(true);
    expect(second).toBe(false);
    expect(await withImportLock(other, async () => {})).toBe(true);
  });

  test('stops the import if the server ends its session', async () => {
    const { target, other } = await openTargets();
    const aborted = withImportLock(
      target,
      async (signal) => {
        await sql`SELECT pg_terminate_backend(pid) FROM pg_locks
          JOIN pg_database ON pg_database.oid = pg_locks.database AND datname = current_database()
          WHERE locktype = 'advisory'`.execute(other.store.db);
        await expect.poll(() => signal.aborted).toBe(true);
        signal.throwIfAborted();
      },
      SILENT_MS / 10,
    );
    await expect(aborted).rejects.toThrow(/connection/i);
  });
});

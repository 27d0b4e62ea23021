import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { createImportScene, importInto } from '../../../test-support/import-scene.ts';
import type { ImportReport } from './run-import.ts';

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

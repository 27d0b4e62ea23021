import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportTarget } from '../src/domain/import/import-run.ts';
import { openImportTarget } from '../src/domain/import/open-import-target.ts';
import { runImport } from '../src/domain/import/run-import.ts';
import type { Family } from '../src/domain/import/source-family.ts';
import { readConfig } from '../src/platform/config.ts';
import { openSource } from '../src/store/import-source/open-source.ts';
import { startBilledUpstream } from './billed-upstream.ts';
import { createTestDatabase } from './databases.ts';
import { foreignKey } from './foreign-databases/foreign-rows.ts';
import { writeSqliteDatabase } from './foreign-databases/write-foreign-database.ts';
import { changeSource } from './import-scene.ts';
import { startTestGateway } from './test-gateway.ts';

/** Imports a database into a new one, where `change` is applied, and starts a gateway with it. */
export async function importIntoGateway(
  place: string,
  change: (target: ImportTarget) => Promise<void> = () => Promise.resolve(),
) {
  const database = await createTestDatabase('sqlite');
  const target = await openImportTarget(readConfig({ DATA_DIR: database.dataDir }));
  const source = await openSource(place);
  const report = await runImport(target, source);
  await source.close();
  await change(target);
  await target.close();
  const gateway = await startTestGateway({ database });
  return {
    gateway,
    report,
    async remove(): Promise<void> {
      await gateway.close();
      await database.remove();
    },
  };
}

/** Starts a gateway after importing a shop modified by statements, in which `$upstream` is its upstream. */
export async function startImportedShop(family: Family, statements: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-foreign-'));
  const upstream = await startBilledUpstream();
  const place = join(folder, 'shop.db');
  writeSqliteDatabase(place, family, { users: 9, channels: 0, logs: 0, upstream: upstream.url });
  changeSource(
    place,
    statements.map((statement) => statement.replaceAll('$upstream', upstream.url)),
  );
  const { gateway, remove } = await importIntoGateway(place, async (target) => {
    // The ninth user is in the group vip; its key was imported disabled.
    await target.store.db.updateTable('tokens').set({ status: 1 }).where('id', '=', 8).execute();
  });
  const call = (path: string, headers: Record<string, string>, body: object) =>
    fetch(gateway.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const quotaOfVip = async () => {
    await gateway.app.domain.wallet.flush();
    const { db } = gateway.app.domain.store;
    const vip = db.selectFrom('users').select('quota').where('id', '=', 9);
    return (await vip.executeTakeFirstOrThrow()).quota;
  };
  return {
    gateway,
    upstream,
    call,
    /** Returns what the ninth user pays for a call with the imported key. */
    async charge(path: string, body: object): Promise<{ status: number; paid: number }> {
      const before = await quotaOfVip();
      const headers = { authorization: `Bearer sk-${foreignKey(family, 8)}` };
      const response = await call(path, headers, body);
      await response.text();
      return { status: response.status, paid: before - (await quotaOfVip()) };
    },
    async close(): Promise<void> {
      await remove();
      await upstream.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

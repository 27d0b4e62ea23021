import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gatewayProgram } from '@tollgate/tools';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  databaseKinds,
  type TestDatabase,
} from '../../../test-support/databases.ts';
import { runCli } from '../../../test-support/run-cli.ts';
import type { Config } from '../../platform/config.ts';
import type { Logger } from '../../platform/logger.ts';
import { openStore, type Store } from '../../store/open-store.ts';
import { systemClock } from '../../platform/clock.ts';
import { addUser } from '../accounts/users.ts';
import { openStorage } from '../open-storage.ts';
import { creditUser } from '../wallet/credit-user.ts';

const CLI = gatewayProgram('cli');
const PASSPHRASE = 'correct horse battery';

interface Outcome {
  code: number;
  output: string;
}

type Stored = Pick<TestDatabase, 'dataDir' | 'databaseUrl'>;

const variablesOf = ({ dataDir, databaseUrl }: Stored, env: Record<string, string>) => ({
  DATA_DIR: dataDir,
  ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  ...env,
});

/** Runs a command. */
async function tollgate(
  database: Stored,
  args: string[],
  env: Record<string, string> = {},
): Promise<Outcome> {
  const { code, said, noted } = await runCli(variablesOf(database, env), ...args);
  return { code, output: said + noted };
}

/** Runs a command in a separate process, beside what this one does with the same database. */
function tollgateProcess(
  database: Stored,
  args: string[],
  env: Record<string, string> = {},
): Promise<Outcome> {
  const options = { env: variablesOf(database, env) };
  return new Promise((resolve) => {
    execFile(process.execPath, [CLI, ...args], options, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, output: out + err }),
    );
  });
}

async function insertSampleUser(store: Store, { name, quota }: { name: string; quota: number }) {
  const user = await addUser(
    { store, clock: systemClock },
    { username: name, display_name: '', password_hash: null, role: 1 },
  );
  await store.transaction((trx) =>
    creditUser(trx, {
      userId: user.id,
      delta: quota,
      kind: 'adjustment',
      idempotencyKey: `sample ${name}`,
      actorId: 0,
      reason: '',
      reference: '',
      createdAt: 1,
    }),
  );
}

async function readMoney({ dataDir, databaseUrl }: Stored) {
  const store = await openStore({ dataDir, databaseUrl });
  try {
    const users = await store.db
      .selectFrom('users')
      .select(['username', 'quota'])
      .orderBy('id')
      .execute();
    const ledger = await store.db
      .selectFrom('ledger')
      .select(['user_id', 'amount'])
      .orderBy('id')
      .execute();
    return { users, ledger };
  } finally {
    await store.close();
  }
}

test('a path that a backup cannot be written to is named in the error, not DATA_DIR', async () => {
  const source = await createTestDatabase('sqlite', { hasTables: true });
  const file = join(source.dataDir, '..', `file-${randomBytes(6).toString('hex')}`);
  writeFileSync(file, '');
  const { code, output } = await tollgate(source, ['backup', join(file, 'shop.backup')]);
  expect(code).toBe(1);
  expect(output).toMatch(/^\S+\/file-\w+: this is not a folder \(/);
  expect(output).not.toContain('DATA_DIR');
  rmSync(file);
  await source.remove();
});

describe.each(databaseKinds)('a backup (%s)', (kind) => {
  test('is taken while balances change, restores into an empty folder and database, and verifies exactly', async () => {
    const source = await createTestDatabase(kind, { hasTables: true });
    const target = await createTestDatabase(kind);
    const file = join(source.dataDir, 'shop.backup');
    const store = await openStore(source);
    try {
      writeFileSync(join(source.dataDir, 'master.key'), randomBytes(32).toString('hex'));
      let isOver = false;
      let written = 0;
      const writeNext = () =>
        insertSampleUser(store, { name: `ünï-${(written += 1)}`, quota: 7 * written });
      // The backup may be faster than the next one.
      await writeNext();
      const writes = (async () => {
        while (!isOver) {
          await writeNext();
          // SQLite responds synchronously; without this nothing else would run.
          await nextTurn();
        }
      })();
      const result = await tollgateProcess(source, ['backup', file], {
        BACKUP_PASSPHRASE: PASSPHRASE,
      });
      isOver = true;
      await writes;
      expect(result).toMatchObject({ code: 0 });
      expect(readFileSync(file).includes('ünï')).toBe(false);

      const restored = await tollgate(target, ['restore', file], { BACKUP_PASSPHRASE: PASSPHRASE });
      expect(restored).toMatchObject({ code: 0 });
      const money = await readMoney(target);
      const before = await readMoney(source);
      expect(money.users.length).toBeGreaterThan(0);
      expect(money.users.slice(0, -1)).toEqual(before.users.slice(0, money.users.length - 1));
      expect(money.users.length - money.ledger.length).toBeLessThanOrEqual(1);
      expect(readFileSync(join(target.dataDir, 'master.key'), 'utf8')).toBe(
        readFileSync(join(source.dataDir, 'master.key'), 'utf8'),
      );
      expect(await tollgate(target, ['verify'])).toMatchObject({ code: 0 });
      // Sequences continue where they were: no id is reused.
      const reopened = await openStore(target);
      await insertSampleUser(reopened, { name: 'next', quota: 1 });
      await reopened.close();
      expect((await readMoney(target)).users).toHaveLength(money.users.length + 1);
    } finally {
      await store.close();
      await Promise.all([source.remove(), target.remove()]);
    }
  });

  test('is not restored over a database that is in use', async () => {
    const source = await createTestDatabase(kind, { hasTables: true });
    const store = await openStore(source);
    const file = join(source.dataDir, 'a.backup');
    try {
      expect(await tollgate(source, ['backup', file])).toMatchObject({ code: 0 });
      const refused = await tollgate(source, ['restore', file]);
      expect(refused.code).toBe(1);
      expect(refused.output).toMatch(/ is in use | is not empty/);
    } finally {
      await store.close();
      await source.remove();
    }
  });

  test('whose restore was killed keeps a gateway from starting, and is restored by running it again, but not over data', async () => {
    const source = await createTestDatabase(kind, { hasTables: true });
    const target = await createTestDatabase(kind, { hasTables: kind === 'postgres' });
    const file = join(source.dataDir, 'a.backup');
    const mark = join(target.dataDir, 'restore-unfinished');
    try {
      const store = await openStore(source);
      await insertSampleUser(store, { name: 'a', quota: 10 });
      await store.close();
      await tollgate(source, ['backup', file]);
      writeFileSync(mark, '');
      const config = { DATA_DIR: target.dataDir, DATABASE_URL: target.databaseUrl } as Config;
      await expect(openStorage(config, {} as Logger)).rejects.toMatchObject({
        text: 'data.restoreUnfinished',
      });
      expect(await tollgate(target, ['restore', file])).toMatchObject({ code: 0 });
      expect(existsSync(mark)).toBe(false);
      expect(await readMoney(target)).toEqual(await readMoney(source));
      writeFileSync(mark, '');
      expect(await tollgate(target, ['restore', file])).toMatchObject({ code: 1 });
    } finally {
      await Promise.all([source.remove(), target.remove()]);
    }
  });

  test('of a balance that disagrees with the ledger is reported by verify', async () => {
    const source = await createTestDatabase(kind, { hasTables: true });
    const store = await openStore(source);
    try {
      await insertSampleUser(store, { name: 'a', quota: 10 });
      await sql`UPDATE users SET quota = 11`.execute(store.db);
      const { code, output } = await tollgate(source, ['verify']);
      expect(code).toBe(1);
      expect(output).toContain('ledger: 11 instead of 10');
    } finally {
      await store.close();
      await source.remove();
    }
  });
});

describe('a backup file', () => {
  test('is refused with another passphrase, and leaves the folder empty', async () => {
    const source = await createTestDatabase('sqlite', { hasTables: true });
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-restore-'));
    const file = join(source.dataDir, 'a.backup');
    try {
      await (await openStore(source)).close();
      await tollgate(source, ['backup', file], { BACKUP_PASSPHRASE: PASSPHRASE });
      const target = { dataDir: folder, databaseUrl: undefined };
      const env = { BACKUP_PASSPHRASE: 'another passphrase' };
      expect(await tollgate(target, ['restore', file], env)).toMatchObject({ code: 1 });
      expect(existsSync(join(folder, 'tollgate.db'))).toBe(false);
    } finally {
      rmSync(folder, { recursive: true });
      await source.remove();
    }
  });

  test('that is not encrypted states that it does not include the master key', async () => {
    const source = await createTestDatabase('sqlite', { hasTables: true });
    try {
      await (await openStore(source)).close();
      writeFileSync(join(source.dataDir, 'master.key'), randomBytes(32).toString('hex'));
      const { output } = await tollgate(source, ['backup', join(source.dataDir, 'a.backup')]);
      expect(output).toContain('does NOT include the master key');
    } finally {
      await source.remove();
    }
  });
});

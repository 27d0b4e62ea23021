import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test-support/databases.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { lockFolder } from '../../platform/lock-folder.ts';
import { type Manifest, writeArchive } from './archive.ts';
import { createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const folder = mkdtempSync(join(tmpdir(), 'tollgate-damaged-'));
let shop: TestDatabase;
beforeAll(async () => {
  shop = await createTestDatabase('sqlite', { hasTables: true });
});
afterAll(async () => {
  await shop.remove();
  rmSync(folder, { recursive: true, force: true });
});

const configOf = (dataDir: string) => ({
  DATA_DIR: dataDir,
  DATABASE_URL: undefined,
  MASTER_KEY: undefined,
});

async function backUp(passphrase: string | undefined): Promise<Buffer> {
  const path = join(folder, `${passphrase ?? 'plain'}.backup`);
  const now = new Date(1_800_000_000_000);
  rmSync(path, { force: true });
  const config = configOf(shop.dataDir);
  const options = { path, passphrase, includeMasterKey: true, version: '1.2.3', now };
  await createBackup({ config, ...options });
  return readFileSync(path);
}

/** Returns what a restore of these bytes throws, and what it leaves in its folder. */
async function restoreOf(bytes: Buffer, passphrase: string | undefined) {
  const path = join(folder, 'tried.backup');
  writeFileSync(path, bytes);
  const dataDir = mkdtempSync(join(folder, 'into-'));
  const restored = restoreBackup({
    config: configOf(dataDir),
    path,
    passphrase,
    setAside: undefined,
  });
  const error = await restored.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const remainingNames = readdirSync(dataDir).filter((name) => name !== 'process.lock');
  const content = createHash('sha256');
  for (const name of remainingNames.toSorted())
    content.update(name).update(readFileSync(join(dataDir, name)));
  return { error, left: remainingNames, content: content.digest('hex') };
}

describe.each([undefined, 'correct horse battery'])(
  'a backup with the passphrase %s',
  (passphrase) => {
    test('that is truncated or has a wrong byte is refused with an explanation, and leaves nothing behind', async () => {
      const whole = await backUp(passphrase);
      // Each attempt at an encrypted archive derives its key, which is slow.
      const [cuts, flips] = passphrase === undefined ? [8, 20] : [2, 4];
      const cut = Array.from({ length: cuts }, (_, at) =>
        whole.subarray(0, (whole.length * at) / cuts),
      );
      const wrong = Array.from({ length: flips }, (_, index) => {
        const bytes = Buffer.from(whole);
        const at = Math.floor((whole.length * index) / flips);
        bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << (index % 8)), at);
        return bytes;
      });
      const intact = await restoreOf(whole, passphrase);
      expect(intact.error).toBeUndefined();
      const restored: string[] = [];
      for (const bytes of [...cut, ...wrong]) {
        const { error, left: remainingNames, content } = await restoreOf(bytes, passphrase);
        if (error === undefined) restored.push(content);
        else expect([error instanceof OperatorError, remainingNames]).toEqual([true, []]);
      }
      // Some bits of compressed data have no effect; then the restored content is intact. Encrypted data has
      // none.
      expect(restored).toEqual(restored.map(() => intact.content));
      expect(restored.length).toBeLessThan(passphrase === undefined ? 5 : 1);
    });
  },
);

test('a backup that is not encrypted does not pass for one that is', async () => {
  const { error, left } = await restoreOf(await backUp(undefined), 'correct horse battery');
  expect(error).toMatchObject({ text: 'backup.notEncrypted' });
  expect(left).toEqual([]);
});

test('a header with impossible key derivation parameters is not accepted as a backup', async () => {
  const whole = (await backUp('battery correct horse')).toString('latin1');
  for (const cost of [-1, 0, 1, 3, 1e9]) {
    const bytes = Buffer.from(whole.replace(/"cost":\d+/, `"cost":${cost}`), 'latin1');
    const { error } = await restoreOf(bytes, 'battery correct horse');
    expect(error).toMatchObject({ text: 'backup.unknown' });
  }
  expect(existsSync(join(folder, 'tried.backup'))).toBe(true);
});

test.each<[string, Partial<Manifest>, readonly string[], string]>([
  ['without a database', {}, [], 'backup.damaged'],
  ['without its master key', { hasMasterKey: true }, ['tollgate.db'], 'backup.damaged'],
  ['with a file twice', {}, ['tollgate.db', 'tollgate.db'], 'backup.foreignFile'],
  ['with a file outside', {}, ['tollgate.db', '../outside'], 'backup.foreignFile'],
  ['with an absolute path', {}, ['tollgate.db', '/outside'], 'backup.foreignFile'],
  ['with a folder of its own', {}, ['tollgate.db', 'nodes/../../node-id'], 'backup.foreignFile'],
])('a crafted archive %s is refused, and sets nothing aside', async (_, changes, names, text) => {
  const path = join(folder, 'crafted.backup');
  rmSync(path, { force: true });
  const manifest: Manifest = {
    version: '1',
    createdAt: '',
    database: 'sqlite',
    migrations: [],
    masterKeyMark: null,
    hasMasterKey: false,
    tables: [],
    sequences: [],
    ...changes,
  };
  async function* files() {
    for (const name of names) yield { name, content: Readable.from([Buffer.from('x')]) };
  }
  await writeArchive(path, { manifest, files: files(), passphrase: undefined });
  const dataDir = mkdtempSync(join(folder, 'used-'));
  writeFileSync(join(dataDir, 'tollgate.db'), 'mine');
  const config = configOf(dataDir);
  const restored = restoreBackup({ config, path, passphrase: undefined, setAside: 'before' });
  await expect(restored).rejects.toMatchObject({ text });
  expect(readdirSync(dataDir).filter((name) => name !== 'process.lock')).toEqual(['tollgate.db']);
});

test('a restore that stops while it moves files leaves a mark that the next one removes', async () => {
  await backUp(undefined);
  const path = join(folder, 'plain.backup');
  const dataDir = mkdtempSync(join(folder, 'used-'));
  writeFileSync(join(dataDir, 'tollgate.db'), 'mine');
  const restore = (setAside: string) =>
    restoreBackup({ config: configOf(dataDir), path, passphrase: undefined, setAside });
  mkdirSync(join(dataDir, 'before'));
  await expect(restore('before')).rejects.toMatchObject({ code: 'EEXIST' });
  expect(existsSync(join(dataDir, 'restore-unfinished'))).toBe(true);
  await restore('before-2');
  expect(existsSync(join(dataDir, 'restore-unfinished'))).toBe(false);
});

test("a folder with another worker's journal counts as in use, and all of it is set aside", async () => {
  await backUp(undefined);
  const path = join(folder, 'plain.backup');
  const dataDir = mkdtempSync(join(folder, 'used-'));
  const restore = (setAside: string | undefined) =>
    restoreBackup({ config: configOf(dataDir), path, passphrase: undefined, setAside });
  mkdirSync(join(dataDir, 'worker-2'));
  writeFileSync(join(dataDir, 'worker-2', 'journal.db'), 'charges');
  await expect(restore(undefined)).rejects.toMatchObject({
    text: 'backup.folderInUse',
    params: { name: 'worker-2' },
  });
  const unlock = lockFolder(join(dataDir, 'worker-2'));
  await expect(restore('before')).rejects.toMatchObject({ text: 'data.locked' });
  unlock();
  await restore('before');
  expect(existsSync(join(dataDir, 'worker-2'))).toBe(false);
  expect(readFileSync(join(dataDir, 'before', 'worker-2', 'journal.db'), 'utf8')).toBe('charges');
});

import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test-support/databases.ts';
import { S3_KEYS, type S3StandIn, startS3StandIn } from '../../../test-support/s3-stand-in.ts';
import { runCommand } from '../../cli/run-command.ts';
import { readConfig } from '../../platform/config.ts';
import { openStore } from '../../store/open-store.ts';
import { S3Bucket } from '../backup/s3-bucket.ts';
import { backUp } from './back-up.ts';

const OLD = ['tollgate-20250101T000000Z.backup', 'tollgate-20250102T000000Z.backup'];
const FOREIGN = 'notes.txt';

describe('scheduled backups', () => {
  let database: TestDatabase;
  let folder: string;
  let storage: S3StandIn;

  beforeEach(async () => {
    database = await createTestDatabase('sqlite', { hasTables: true });
    await (await openStore(database)).close();
    folder = mkdtempSync(join(tmpdir(), 'tollgate-backups-'));
    storage = await startS3StandIn();
  });
  afterEach(async () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    storage.close();
    rmSync(folder, { recursive: true });
    await database.remove();
  });

  const environment = (env: Record<string, string>) => ({
    DATA_DIR: database.dataDir,
    BACKUP_KEEP: '2',
    BACKUP_S3_ENDPOINT: storage.url,
    ...S3_KEYS,
    ...env,
  });
  /** Runs the job as the gateway would with this environment: in a process, which costs almost a second. */
  const run = (env: Record<string, string>) => {
    const all = environment(env);
    const [job] = backUp(readConfig(all), all);
    return job?.run(new AbortController().signal);
  };
  /** Runs the command of that process in this one. */
  const commandWith = async (env: Record<string, string>, ...args: string[]) => {
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    const code = await runCommand(args, { env: environment(env), print, printStatus: print });
    return { code, output: lines.join('\n') };
  };
  const command = (...args: string[]) => commandWith({}, ...args);

  test('are not created until a destination is configured', () => {
    expect(backUp(readConfig({}))).toEqual([]);
  });

  test('keep the configured number, delete the oldest first, and touch nothing else in the folder', async () => {
    for (const name of [...OLD, FOREIGN]) writeFileSync(join(folder, name), 'old');
    await run({ BACKUP_DIR: folder });
    const names = readdirSync(folder).toSorted();
    expect(names).toHaveLength(3);
    expect(names).toEqual(expect.arrayContaining([FOREIGN, OLD[1]]));
  });

  test('with an invalid number to keep are not started', async () => {
    for (const copiesToKeep of ['ten', '1.5']) {
      // oxlint-disable-next-line no-await-in-loop -- two
      const { code } = await command('backup', `${folder}/`, `--keep=${copiesToKeep}`);
      expect(code).toBe(2);
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  test('with a passphrase file that is empty, missing or not named are not created: they would not be encrypted', async () => {
    const empty = join(database.dataDir, 'passphrase');
    writeFileSync(empty, ' \n');
    for (const file of [empty, '', join(folder, 'none')]) {
      // oxlint-disable-next-line no-await-in-loop -- three
      const { code, output } = await command('backup', `${folder}/`, `--passphrase-file=${file}`);
      expect([code, output]).not.toEqual([0, expect.anything()]);
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  test('are kept when just created, however many others are dated later by a clock that was ahead', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) });
    const own = 'tollgate-20260101T000000Z.backup';
    const ahead = ['tollgate-20990101T000000Z.backup', 'tollgate-20990102T000000Z.backup'];
    for (const name of ahead) {
      writeFileSync(join(folder, name), 'ahead');
      storage.objects.set(`shop/${name}`, Buffer.from('ahead'));
    }
    for (const destination of [`${folder}/`, 's3://shop/'])
      // oxlint-disable-next-line no-await-in-loop -- two
      expect(await command('backup', destination, '--keep=2')).toMatchObject({ code: 0 });
    expect(readdirSync(folder).toSorted()).toEqual([own, ahead[1]]);
    expect([...storage.objects.keys()].toSorted()).toEqual([`shop/${own}`, `shop/${ahead[1]}`]);
  });

  test('that are created within the same second have different names', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) });
    for (const _ of [1, 2]) expect(await command('backup', folder)).toMatchObject({ code: 0 });
    expect(readdirSync(folder).filter((name) => name.endsWith('.backup'))).toHaveLength(2);
  });

  test('that fail keep the old ones', async () => {
    for (const name of OLD) writeFileSync(join(folder, name), 'old');
    const nowhere = { DATA_DIR: join(folder, 'none') };
    expect(await commandWith(nowhere, 'backup', `${folder}/`, '--keep=2')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^No database in/) as string,
    });
    expect(readdirSync(folder).filter((name) => name.endsWith('.backup'))).toEqual(OLD);
  });

  test('are uploaded to S3 with every request signed, keep the configured number, and can be restored from there', async () => {
    for (const name of [...OLD, FOREIGN])
      storage.objects.set(`shop/a b/${name}`, Buffer.from('old'));
    expect(await command('backup', 's3://shop/a b/', '--keep=2')).toMatchObject({ code: 0 });
    expect(storage.refusals).toEqual([]);
    const keys = [...storage.objects.keys()].toSorted();
    expect(keys).toHaveLength(3);
    expect(keys).toEqual(expect.arrayContaining([`shop/a b/${FOREIGN}`, `shop/a b/${OLD[1]}`]));
    const createdKey = keys.find((key) => !key.endsWith(FOREIGN) && !key.endsWith(OLD[1] ?? ''));
    expect(await command('verify', `s3://${createdKey}`)).toMatchObject({ code: 0 });
    rmSync(join(database.dataDir, 'tollgate.db'));
    const restored = await command('restore', `s3://${createdKey}`);
    expect(restored).toMatchObject({ code: 0 });
    expect(await command('verify')).toMatchObject({ code: 0 });
    expect(readdirSync(database.dataDir).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test('that S3 refuses delete nothing there, and report its error to the scheduler, which reports it to the operator', async () => {
    for (const name of OLD) storage.objects.set(`shop/${name}`, Buffer.from('old'));
    storage.isFull = true;
    await expect(run({ BACKUP_DIR: 's3://shop/' })).rejects.toThrow(
      /^(?!Command failed)[^]*503 SlowDown/,
    );
    expect([...storage.objects.keys()]).toEqual(OLD.map((name) => `shop/${name}`));
    storage.isFull = false;
    const another = { BACKUP_S3_SECRET_ACCESS_KEY: 'another' };
    expect(await commandWith(another, 'backup', 's3://shop/', '--keep=2')).toMatchObject({
      code: 1,
      output: expect.stringContaining('403 SignatureDoesNotMatch') as string,
    });
    expect(await command('verify', 's3://shop/none.backup')).toMatchObject({
      code: 1,
      output: expect.stringContaining('404 NoSuchKey') as string,
    });
  });

  test('too large for one request are uploaded in parts; if one fails, none remain', async () => {
    const path = join(folder, 'large');
    const bytes = randomBytes(250_000);
    writeFileSync(path, bytes);
    const bucket = new S3Bucket(readConfig(environment({})), 'shop', 100_000);
    await bucket.upload(path, 'large & old.backup');
    expect(storage.objects.get('shop/large & old.backup')?.equals(bytes)).toBe(true);
    await bucket.download('large & old.backup', join(folder, 'copy'));
    expect(readFileSync(join(folder, 'copy')).equals(bytes)).toBe(true);
    storage.isFull = true;
    await expect(bucket.upload(path, 'other')).rejects.toThrow(/503/);
    expect(storage.uploads.size).toBe(0);
    expect(storage.refusals).toEqual([]);
  });

  test('reach a bucket in the host name, as Alibaba and Tencent require, with temporary credentials', async () => {
    const requestedUrls: URL[] = [];
    const tokens = new Set<string | null>();
    vi.stubGlobal('fetch', (url: URL, init: RequestInit) => {
      requestedUrls.push(new URL(url));
      tokens.add(new Headers(init.headers).get('x-amz-security-token'));
      return storage.fetch(url, init);
    });
    const path = join(folder, 'large');
    const bytes = randomBytes(250_000);
    writeFileSync(path, bytes);
    const { port } = new URL(storage.url);
    const style = {
      BACKUP_S3_ENDPOINT: `http://storage.test:${port}/`,
      BACKUP_S3_STYLE: 'host',
      BACKUP_S3_SESSION_TOKEN: 'for an hour',
    };
    const bucket = new S3Bucket(readConfig(environment(style)), 'shop', 100_000);
    await bucket.upload(path, 'a b/large');
    expect(storage.objects.get('shop/a b/large')?.equals(bytes)).toBe(true);
    expect(await bucket.list('a b/')).toEqual(['a b/large']);
    await bucket.download('a b/large', join(folder, 'copy'));
    expect(readFileSync(join(folder, 'copy')).equals(bytes)).toBe(true);
    await bucket.delete('a b/large');
    expect([storage.objects.size, storage.refusals]).toEqual([0, []]);
    expect(new Set(requestedUrls.map(({ host }) => host))).toEqual(
      new Set([`shop.storage.test:${port}`]),
    );
    expect(tokens).toEqual(new Set(['for an hour']));
  });
});

import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { createBackup } from '../../domain/backup/create-backup.ts';
import { parseS3Address, S3Bucket } from '../../domain/backup/s3-bucket.ts';
import { withWorkFolder } from '../../domain/backup/with-work-folder.ts';
import { readConfig } from '../../platform/config.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { VERSION } from '../../platform/version.ts';
import type { Command, CommandInput } from '../command.ts';
import { readNumber } from '../remote/read-number.ts';
import { formatSize } from '../format-size.ts';
import { readPassphrase } from './read-passphrase.ts';

/** Names created by this command, and the only ones it deletes. */
const NAME = /^tollgate-\d{8}T\d{6}Z\.backup$/;

/** Writes a backup while the gateway runs. */
export const backup: Command = {
  name: 'backup',
  takes: '[FILE|FOLDER|s3://BUCKET/PREFIX/]',
  help: 'help.backup',
  options: ['passphrase-file', 'keep', 'include-master-key'],
  positionals: { min: 0, max: 1 },
  async run(input) {
    // Before anything is written: with a mistyped number, a schedule would keep every backup.
    const keep = readNumber(input, 'keep', 1) ?? 0;
    const [destination = '.'] = input.positionals;
    const address = parseS3Address(destination);
    return address ? backUpToS3(input, address, keep) : backUpToFolder(input, destination, keep);
  },
};

async function backUpToFolder(
  input: CommandInput,
  destination: string,
  keep: number,
): Promise<void> {
  const path = choosePath(destination, new Date());
  await writeBackup(input, path, path);
  if (keep < 1) return;
  const folder = dirname(path);
  const names = readdirSync(folder).filter((name) => NAME.test(name));
  for (const name of outdated(names, basename(path), keep)) {
    rmSync(join(folder, name));
    input.print(input.t('results.fileDeleted', { path: join(folder, name) }));
  }
}

/** Writes the backup into DATA_DIR, uploads it, and only then deletes old ones. */
async function backUpToS3(
  input: CommandInput,
  { bucket: name, key }: { bucket: string; key: string },
  keep: number,
): Promise<void> {
  const config = readConfig(input.env);
  const bucket = new S3Bucket(config, name);
  await withWorkFolder(config.DATA_DIR, '.tollgate-s3-', async (work) => {
    const path = choosePath(work, new Date());
    const isPrefix = key === '' || key.endsWith('/');
    const target = isPrefix ? key + basename(path) : key;
    await writeBackup(input, path, `s3://${name}/${target}`);
    await bucket.upload(path, target);
    if (keep < 1 || !isPrefix) return;
    const keys = (await bucket.list(key)).filter((object) => NAME.test(object.slice(key.length)));
    // If the storage accepted the backup but does not list it, the old ones are kept.
    if (!keys.includes(target)) throw new OperatorError('s3.empty', { path: `${name}/${target}` });
    for (const old of outdated(keys, target, keep)) {
      // oxlint-disable-next-line no-await-in-loop -- few, and one that fails stops the rest
      await bucket.delete(old);
      input.print(input.t('results.fileDeleted', { path: `s3://${name}/${old}` }));
    }
  });
}

/**
 * Returns all but the last `keep` of some backups, which always include the one just made: others may be dated
 * later, by a clock that was ahead.
 */
function outdated(names: readonly string[], made: string, keep: number): string[] {
  const others = names.filter((name) => name !== made).toSorted();
  const kept = others.length < names.length ? keep - 1 : keep;
  return others.slice(0, Math.max(0, others.length - kept));
}

/** Writes a backup into a file and reports it under its final name. */
async function writeBackup(input: CommandInput, path: string, displayPath: string): Promise<void> {
  const { values, env, print, printStatus, t } = input;
  const passphrase = readPassphrase(input);
  const started = performance.now();
  const manifest = await createBackup({
    config: readConfig(env),
    path,
    passphrase,
    includeMasterKey: passphrase !== undefined || values['include-master-key'] === true,
    version: VERSION,
    now: new Date(),
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const size = formatSize(statSync(path).size);
  print(t('results.backup', { path: displayPath, size, seconds }));
  if (!manifest.hasMasterKey)
    printStatus(
      t(manifest.masterKeyMark === null ? 'results.noMasterKey' : 'results.masterKeyLeftOut'),
    );
  if (passphrase === undefined) printStatus(t('results.notEncrypted'));
}

function choosePath(destination: string, now: Date): string {
  const path = resolve(destination);
  if (!destination.endsWith('/') && !statSync(path, { throwIfNoEntry: false })?.isDirectory())
    return path;
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return join(path, chooseName(path, now));
}

/** A second backup in the same second gets the next second's name, so that names stay in order. */
function chooseName(folder: string, now: Date): string {
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const name = `tollgate-${stamp}.backup`;
  const isTaken = statSync(join(folder, name), { throwIfNoEntry: false }) !== undefined;
  return isTaken ? chooseName(folder, new Date(now.getTime() + 1000)) : name;
}

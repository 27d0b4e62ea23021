import { readArchive } from '../../domain/backup/archive.ts';
import { verifyDatabase } from '../../domain/backup/verify-database.ts';
import { readConfig } from '../../platform/config.ts';
import type { Command } from '../command.ts';
import { readPassphrase } from './read-passphrase.ts';
import { withLocalBackup } from './with-local-backup.ts';

/** Looks whether a database, or a backup, is whole. */
export const verify: Command = {
  usage: 'verify [BACKUP] [--passphrase-file FILE]',
  help: [
    'Checks the database file, the schema, every balance against the ledger, and',
    'whether this master key opens the sealed data. Exits with 1 if something is wrong.',
    'With a file or s3://bucket/key: checks that the backup can be read completely. Changes nothing.',
  ],
  options: { 'passphrase-file': { type: 'string' } },
  positionals: { min: 0, max: 1 },
  async run(input) {
    const [path] = input.positionals;
    if (path !== undefined) return verifyArchive(path, input);
    const results = await verifyDatabase(readConfig(input.env));
    for (const { part, problems, note } of results) {
      input.say(`${problems.length === 0 ? 'ok   ' : 'WRONG'} ${part}${note ? `: ${note}` : ''}`);
      for (const problem of problems) input.say(`      ${problem}`);
    }
    return results.some(({ problems }) => problems.length > 0) ? 1 : 0;
  },
};

async function verifyArchive(path: string, input: Parameters<Command['run']>[0]): Promise<number> {
  let bytes = 0;
  const { createdAt, version, database, hasMasterKey } = await withLocalBackup(
    path,
    readConfig(input.env),
    (file) =>
      readArchive(file, readPassphrase(input), async () => async ({ content }) => {
        for await (const data of content) bytes += data.length;
      }),
  );
  input.say(
    `ok    ${path}: ${database}, ${createdAt}, version ${version}, ${(bytes / 1e6).toFixed(1)} MB, ${hasMasterKey ? 'with' : 'without'} the master key`,
  );
  return 0;
}

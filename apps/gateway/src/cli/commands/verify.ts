import { texts } from '@tollgate/i18n';
import { readArchive } from '../../domain/backup/archive.ts';
import { verifyDatabase } from '../../domain/backup/verify-database.ts';
import { readConfig } from '../../platform/config.ts';
import type { Command, CommandInput } from '../command.ts';
import { formatSize } from '../format-size.ts';
import { readPassphrase } from './read-passphrase.ts';
import { withLocalBackup } from './with-local-backup.ts';

/** Checks whether a database, or a backup, is intact. */
export const verify: Command = {
  name: 'verify',
  takes: '[BACKUP]',
  help: 'help.verify',
  options: ['passphrase-file'],
  positionals: { min: 0, max: 1 },
  async run(input) {
    const {
      positionals: [path],
      language,
      print,
      t,
    } = input;
    const { parts } = texts[language].operator.verify;
    if (path !== undefined) return verifyArchive(path, input);
    const results = await verifyDatabase(readConfig(input.env), language);
    for (const { part, problems, note } of results) {
      const state = t(problems.length === 0 ? 'results.sound' : 'results.wrong');
      print(`${state} ${parts[part]}${note ? `: ${note}` : ''}`);
      for (const problem of problems) print(`      ${problem}`);
    }
    return results.some(({ problems }) => problems.length > 0) ? 1 : 0;
  },
};

async function verifyArchive(path: string, input: CommandInput): Promise<number> {
  let bytes = 0;
  const { createdAt, version, database, hasMasterKey } = await withLocalBackup(
    path,
    readConfig(input.env),
    (file) =>
      readArchive(file, readPassphrase(input), async () => async ({ content }) => {
        for await (const data of content) bytes += data.length;
      }),
  );
  const { print, t } = input;
  const key = t(hasMasterKey ? 'results.withKey' : 'results.withoutKey');
  const params = { path, database, time: createdAt, version, size: formatSize(bytes), key };
  print(`${t('results.sound')} ${t('results.archive', params)}`);
  return 0;
}

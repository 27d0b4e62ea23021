import { readConfig } from '../../platform/config.ts';
import { newerSchema, readMigrationState } from '../../store/migrate.ts';
import { openStore } from '../../store/open-store.ts';
import { countLogRows } from '../../store/verification-repository.ts';
import { type Command, CommandError } from '../command.ts';

/** Rows of the log that a migration may read in a second: an assumption for a rough figure, not measured. */
const ROWS_A_SECOND = 200_000;

/** Brings the schema up to date before the gateway is started, or tells what that would do. */
export const migrate: Command = {
  usage: 'migrate [--dry-run]',
  help: [
    'Brings the schema up to date. A start does the same by itself; this is to do it beforehand.',
    '--dry-run  list pending migrations and an estimate of their time',
    'There is no way back but a backup: make one first (tollgate backup).',
  ],
  options: { 'dry-run': { type: 'boolean' } },
  positionals: { min: 0, max: 0 },
  async run({ values, env, say }) {
    const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = readConfig(env);
    const store = await openStore({ databaseUrl, dataDir, schema: 'as-is' });
    try {
      const { applied, pending, unknown } = await readMigrationState(store);
      if (unknown.length > 0) throw new CommandError(newerSchema(unknown));
      if (pending.length === 0) {
        say(`The schema is up to date at ${applied.at(-1)}.`);
        return;
      }
      const rows = applied.length === 0 ? 0 : await countLogRows(store);
      const seconds = pending.length + Math.ceil(rows / ROWS_A_SECOND);
      say(`${pending.length} pending, about ${seconds} s with ${rows} log rows:`);
      for (const name of pending) say(`  ${name}`);
    } finally {
      await store.close();
    }
    if (values['dry-run'] === true) return;
    await (await openStore({ databaseUrl, dataDir })).close();
    say('Done.');
  },
};

import { readConfig } from '../../platform/config.ts';
import { newerSchema, planSteps, readMigrationState } from '../../store/migrate.ts';
import { openStore } from '../../store/open-store.ts';
import { requireDatabase } from '../../store/require-database.ts';
import type { Command } from '../command.ts';

/** Updates the schema before the gateway is started, or shows what that would do. */
export const migrate: Command = {
  name: 'migrate',
  help: 'help.migrate',
  options: ['dry-run'],
  async run({ values, env, print, t }) {
    const config = readConfig(env);
    const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = config;
    const isDryRun = values['dry-run'] === true;
    if (isDryRun) requireDatabase(config);
    const store = await openStore({ databaseUrl, dataDir, schema: 'as-is' });
    try {
      const { applied, pending, unknown } = await readMigrationState(store);
      if (unknown.length > 0) throw newerSchema(unknown);
      if (pending.length === 0) {
        print(t('results.schemaCurrent', { migration: applied.at(-1) ?? '' }));
        return;
      }
      // A new database has no log table.
      const steps =
        applied.length === 0
          ? pending.map((name) => ({ name, rows: 0, expectedSeconds: 0 }))
          : await planSteps(store, pending);
      // Allows a second for each migration on top, which is more than enough.
      const seconds = steps.reduce((sum, step) => sum + 1 + step.expectedSeconds, 0);
      const rows = Math.max(...steps.map((step) => step.rows));
      print(t('results.pending', { count: pending.length, seconds, rows }));
      for (const { name, expectedSeconds } of steps)
        print(
          `  ${expectedSeconds === 0 ? name : t('results.slowStep', { name, seconds: expectedSeconds })}`,
        );
    } finally {
      await store.close();
    }
    if (isDryRun) return;
    const migrated = await openStore({
      databaseUrl,
      dataDir,
      onMigration: ({ name, seconds }) =>
        seconds !== undefined && print(t('results.stepDone', { name, seconds })),
    });
    await migrated.close();
    print(t('results.done'));
  },
};

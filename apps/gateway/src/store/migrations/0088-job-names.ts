import { sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

const RENAMED = {
  'check-books': 'reconcile-ledger',
  'place-logs': 'index-logs',
  'notice-files': 'detect-first-file',
};

/**
 * Names jobs as the code and the console do. Their history stays, and so do their last runs, by which they are
 * due. The name of a job that every node has its own of ends with the node.
 */
export async function renameJobs({ db }: MigrationContext): Promise<void> {
  for (const [before, name] of Object.entries(RENAMED))
    await sql`UPDATE jobs SET name = ${name} || substr(name, ${sql.lit(before.length + 1)})
      WHERE name = ${before} OR name LIKE ${`${before}@%`}`.execute(db);
}

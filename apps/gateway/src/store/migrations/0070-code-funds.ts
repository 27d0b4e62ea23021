import { sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

/**
 * Finds additions to a balance without scanning the rows of its calls, which are most of the ledger (ADR 94).
 */
export async function indexCodeFunds({ db }: MigrationContext): Promise<void> {
  await sql`CREATE INDEX ledger_funds ON ledger (user_id) WHERE kind NOT IN ('usage', 'loss', 'hold', 'refund', 'team')`.execute(
    db,
  );
}

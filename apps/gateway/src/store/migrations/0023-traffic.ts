import type { MigrationContext } from './column-kinds.ts';

/** Rules for hedged requests, canaries and mirrors, and hourly figures for both sides of each. */
export async function createTraffic({ db, columns }: MigrationContext): Promise<void> {
  const { identity, bigint, integer, text } = columns;
  await db.schema
    .createTable('traffic_rules')
    .addColumn('id', identity)
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('group', text, (column) => column.notNull())
    .addColumn('model', text, (column) => column.notNull())
    .addColumn('basis_points', integer, (column) => column.notNull())
    .addColumn('target_channel_id', bigint, (column) => column.notNull())
    .addColumn('target_model', text, (column) => column.notNull())
    .addColumn('min_delay_ms', integer, (column) => column.notNull())
    .addColumn('max_delay_ms', integer, (column) => column.notNull())
    .addColumn('enabled', integer, (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('updated_at', bigint, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('traffic_figures')
    .addColumn('rule_id', bigint, (column) => column.notNull())
    .addColumn('hour', bigint, (column) => column.notNull())
    .addColumn('side', text, (column) => column.notNull())
    .addColumn('calls', bigint, (column) => column.notNull())
    .addColumn('errors', bigint, (column) => column.notNull())
    .addColumn('prompt_tokens', bigint, (column) => column.notNull())
    .addColumn('completion_tokens', bigint, (column) => column.notNull())
    .addColumn('cost', bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('traffic_figures_pk', ['rule_id', 'hour', 'side'] as never)
    .execute();
  await db.schema
    .createTable('traffic_latencies')
    .addColumn('rule_id', bigint, (column) => column.notNull())
    .addColumn('hour', bigint, (column) => column.notNull())
    .addColumn('side', text, (column) => column.notNull())
    .addColumn('measure', text, (column) => column.notNull())
    .addColumn('bucket', integer, (column) => column.notNull())
    .addColumn('calls', bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('traffic_latencies_pk', [
      'rule_id',
      'hour',
      'side',
      'measure',
      'bucket',
    ] as never)
    .execute();
}

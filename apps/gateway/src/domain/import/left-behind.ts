import type { ImportFindingCode } from '@tollgate/contract';
import type { SourceRow } from '../../store/import-source/import-source.ts';
import type { ImportFindings } from './import-findings.ts';
import type { ImportRun } from './import-run.ts';
import { jsonText, objectOf, textOf } from './source-values.ts';

/** Tables without a counterpart here, and the finding that reports their rows. */
const TABLES: readonly (readonly [table: string, code: ImportFindingCode])[] = [
  ['checkins', 'user_checkin_dropped'],
  ['tasks', 'task_dropped'],
  ['midjourneys', 'task_dropped'],
];

/** Reports tables that are not imported, with their number of rows. */
export async function reportTablesLeftBehind({ source, findings }: ImportRun): Promise<void> {
  for (const [table, code] of TABLES) {
    const rows = await source.count(table);
    if (rows > 0) findings.add('users', code, table, rows);
  }
}

/** Members of `users.setting` that matter if they are not at their default. */
const SETTING = [
  'webhook_url',
  'notification_email',
  'bark_url',
  'gotify_url',
  'quota_warning_threshold',
];

/** Reports what a row of `users` has that is not imported. */
export function reportUserLeftBehind(
  row: SourceRow,
  username: string,
  findings: ImportFindings,
): void {
  const setting = objectOf(textOf(row, 'setting')) ?? {};
  const droppedSettings = SETTING.filter(
    (member) => !['', '0', 'undefined', 'null'].includes(jsonText(setting[member])),
  );
  const columns = ['stripe_customer'].filter((column) => textOf(row, column) !== '');
  const all = [...droppedSettings, ...columns];
  if (all.length > 0) findings.add('users', 'user_setting_dropped', username, all.join(', '));
}

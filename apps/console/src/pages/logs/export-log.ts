import { calls } from 'virtual:calls';
import { downloadStream } from '../../api/download-stream.ts';
import type { LogQuery } from './query.ts';

/** Saves all rows of the log that match as a file, in the zone of this browser. Throws ApiError. */
export async function exportLog(
  query: Omit<LogQuery, 'p' | 'page_size' | 'range'>,
  admin: boolean,
): Promise<void> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const call = admin ? calls.exportLogCsv : calls.exportOwnLogs;
  const input = { query: { ...query, time_zone: timeZone } };
  await downloadStream(call as typeof calls.exportLogCsv, input, 'log');
}

import { calls } from 'virtual:calls';
import { downloadStream } from '../../api/download-stream.ts';
import type { LogQuery } from './query.ts';
import { browserZone } from '../../ui/format/browser-zone.ts';

/** Downloads all matching rows of the log, in the browser's time zone. Throws ApiError. */
export async function exportLog(
  query: Omit<LogQuery, 'p' | 'page_size' | 'range'>,
  admin: boolean,
): Promise<void> {
  const timeZone = browserZone();
  const call = admin ? calls.exportLogCsv : calls.exportOwnLogs;
  const input = { query: { ...query, time_zone: timeZone } };
  await downloadStream(call as typeof calls.exportLogCsv, input, 'log');
}

import dayjs from 'dayjs';
import i18next from 'i18next';
import { calls } from 'virtual:calls';
import { ApiError, openStream } from '../../api/call-endpoint.ts';
import { downloadFile } from '../../api/download-file.ts';
import type { LogQuery } from './query.ts';

/** Saves all rows of the log that match as a file, in the zone of this browser. Throws ApiError. */
export async function exportLog(
  query: Omit<LogQuery, 'p' | 'page_size'>,
  admin: boolean,
): Promise<void> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const call = admin ? calls.exportLogCsv : calls.exportOwnLogs;
  const input = { query: { ...query, time_zone: timeZone } };
  const answer = await openStream(call as typeof calls.exportLogCsv, input);
  const file = await answer.blob().catch(() => {
    // The line broke in the middle: half a file would be taken for a whole one.
    throw new ApiError(i18next.t('ui.http.noResponse'), { status: 0 });
  });
  downloadFile(file, `log-${dayjs().format('YYYY-MM-DD')}.csv`);
}

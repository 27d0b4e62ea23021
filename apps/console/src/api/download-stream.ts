import type { AnyEndpoint } from '@tollgate/contract';
import dayjs from 'dayjs';
import i18next from 'i18next';
import type { Call } from 'virtual:calls';
import { ApiError, type Input, openStream } from './call-endpoint.ts';
import { downloadFile } from './download-file.ts';

/** Downloads a streamed response as `<name>-<today>.<ending>`. Throws ApiError. */
export async function downloadStream<E extends AnyEndpoint>(
  call: Call<E>,
  input: Input<E>,
  name: string,
  ending = 'csv',
): Promise<void> {
  const response = await openStream(call, input);
  const file = await response.blob().catch(() => {
    // The connection broke midway: half a file would pass for a complete one.
    throw new ApiError(i18next.t('ui.http.noResponse'), { status: 0 });
  });
  downloadFile(file, `${name}-${dayjs().format('YYYY-MM-DD')}.${ending}`);
}

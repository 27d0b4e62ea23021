import { upstreamIdOf } from './batch-report.ts';

const PAGE = 100;
/**
 * At most ten thousand newer batches of the account are searched; beyond that it is looked up again later.
 */
const PAGES_MAX = 100;
/** How far a provider's clock may be behind ours, in seconds. */
const CLOCKS_APART = 3600;

interface ListedBatch {
  readonly id?: unknown;
  readonly input_file_id?: unknown;
  readonly created_at?: unknown;
}

/** One page of a provider's batches, newest first. */
export interface BatchList {
  readonly data?: unknown;
  readonly has_more?: unknown;
}

/**
 * Returns the provider's id of the batch created from an input after `since`; '' if there is none. Reads the
 * list back to that time, because others may have created many batches since. Throws if the list does not
 * end.
 */
export async function findExistingBatch(
  requestList: (end: string) => Promise<BatchList>,
  { inputId, since }: { inputId: string; since: number },
): Promise<string> {
  let end = `/batches?limit=${PAGE}`;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const { data, has_more: hasMore } = await requestList(end);
    const listed = (Array.isArray(data) ? data : []) as ListedBatch[];
    const existing = listed.find(({ input_file_id: id }) => id === inputId);
    if (existing) return upstreamIdOf(existing.id);
    const last = listed.at(-1);
    const after = upstreamIdOf(last?.id);
    const isOlder = Number(last?.created_at) < since - CLOCKS_APART;
    if (hasMore !== true || after === '' || isOlder) return '';
    end = `/batches?limit=${PAGE}&after=${encodeURIComponent(after)}`;
  }
  throw new Error('the list of batches has no end');
}

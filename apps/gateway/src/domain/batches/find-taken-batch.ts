import { upstreamIdOf } from './batch-report.ts';

const PAGE = 100;
/** Ten thousand batches of one account that came after it; then it is asked again later. */
const PAGES_MAX = 100;
/** A provider's clock may be behind ours. Seconds. */
const CLOCKS_APART = 3600;

interface ListedBatch {
  readonly id?: unknown;
  readonly input_file_id?: unknown;
  readonly created_at?: unknown;
}

/** What a provider lists, from its newest batch on. */
export interface BatchList {
  readonly data?: unknown;
  readonly has_more?: unknown;
}

/**
 * The provider's id of the batch that was made of an input after `since`; '' where there is none. Reads
 * the list as far back as that, as others may have made many batches meanwhile. Throws where the list
 * has no end.
 */
export async function findTakenBatch(
  ask: (end: string) => Promise<BatchList>,
  { inputId, since }: { inputId: string; since: number },
): Promise<string> {
  let end = `/batches?limit=${PAGE}`;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const { data, has_more: hasMore } = await ask(end);
    const listed = (Array.isArray(data) ? data : []) as ListedBatch[];
    const taken = listed.find(({ input_file_id: id }) => id === inputId);
    if (taken) return upstreamIdOf(taken.id);
    const last = listed.at(-1);
    const after = upstreamIdOf(last?.id);
    const isOlder = Number(last?.created_at) < since - CLOCKS_APART;
    if (hasMore !== true || after === '' || isOlder) return '';
    end = `/batches?limit=${PAGE}&after=${encodeURIComponent(after)}`;
  }
  throw new Error('the list of batches has no end');
}

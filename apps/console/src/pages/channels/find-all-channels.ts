import { calls } from 'virtual:calls';
import { callEndpoint } from '../../api/call-endpoint.ts';
import type { ChannelQuery } from './query.ts';

/** The most rows that the server answers at once. */
const PAGE = 1000;

/** The ids of all channels that match, page by page. */
export async function findAllChannels({ keyword, model, group }: ChannelQuery): Promise<number[]> {
  const ids: number[] = [];
  for (let p = 1; ; p += 1) {
    const { items, total } = await callEndpoint(calls.searchChannels, {
      query: { p, page_size: PAGE, keyword, model, group },
    });
    ids.push(...items.map(({ id }) => id));
    if (items.length === 0 || ids.length >= total) return ids;
  }
}

import { calls } from 'virtual:calls';
import { callEndpoint } from '../../api/call-endpoint.ts';
import { type ChannelQuery, toSearch } from './query.ts';

/** The most rows that the server answers at once. */
const PAGE = 1000;

/** The ids of all channels that match, page by page. */
export async function findAllChannels(query: ChannelQuery): Promise<number[]> {
  const ids: number[] = [];
  for (let p = 1; ; p += 1) {
    const { items, total } = await callEndpoint(calls.searchChannels, {
      query: { ...toSearch(query), tag_mode: false, p, page_size: PAGE },
    });
    ids.push(...items.map(({ id }) => id));
    if (items.length === 0 || ids.length >= total) return ids;
  }
}

import { calls } from 'virtual:calls';
import { callEndpoint } from '../../api/call-endpoint.ts';
import { findAllPages } from '../../ui/tables/find-all-pages.ts';
import { type ChannelQuery, toSearch } from './query.ts';

/** Returns the ids of all matching channels. */
export async function findAllChannels(query: ChannelQuery): Promise<number[]> {
  const channels = await findAllPages((page) =>
    callEndpoint(calls.searchChannels, {
      query: { ...toSearch(query), tag_mode: false, ...page },
    }),
  );
  return channels.map(({ id }) => id);
}

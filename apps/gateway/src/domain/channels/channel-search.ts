import type { ChannelRow } from '@tollgate/contract';
import {
  type ChannelFilter,
  type ChannelRecord,
  findChannelIdsByKeyHash,
  listAllChannels,
  listChannels,
  listChannelsOfTag,
  listTags,
} from '../../store/channels-repository.ts';
import { presentChannel } from './channel-administration.ts';
import { summariseHealth } from '../channel-health/summarise-health.ts';
import { presentTagRow } from './channel-tags.ts';
import type { Domain } from '../domain.ts';
import type { Language } from '../error-texts.ts';

type ChannelSearchContext = Pick<
  Domain,
  'clock' | 'keyring' | 'store' | 'catalog' | 'channelHealth' | 'wallet'
>;

export interface ChannelSearch {
  keyword: string;
  group: string;
  model: string;
  status: number;
  type: number;
  id_sort: boolean;
  tag_mode: boolean;
  p: number;
  page_size: number;
}

export interface ChannelPage {
  items: ChannelRow[];
  page: number;
  page_size: number;
  total: number;
}

/** Searching by part of a key needs at least this length, and scans at most this many channels. */
const KEY_PART_MIN = 8;
const KEY_SEARCH_MAX = 2000;

/** One page of channels, or of tags with their channels. */
export async function searchChannels(
  domain: ChannelSearchContext,
  search: ChannelSearch,
  language: Language,
): Promise<ChannelPage> {
  const present = (row: ChannelRecord): ChannelRow => ({
    ...presentChannel(domain, row, language),
    health: summariseHealth(domain, row.id),
  });
  await domain.wallet.flush();
  const filter: ChannelFilter = {
    keyword: search.keyword,
    idsByKey: await findIdsByKey(domain, search.keyword),
    group: search.group,
    model: search.model,
    status: search.status,
    type: search.type,
  };
  if (search.tag_mode) return searchTags(domain, { filter, search, present });
  const page = await listChannels(domain.store.db, filter, {
    page: search.p,
    pageSize: search.page_size,
    idSort: search.id_sort,
  });
  return {
    items: page.items.map(present),
    page: page.page,
    page_size: page.pageSize,
    total: page.total,
  };
}

/** Tags first, then the channels without one, each in a row of its own. */
async function searchTags(
  domain: Pick<Domain, 'store'>,
  {
    filter,
    search,
    present,
  }: {
    filter: ChannelFilter;
    search: ChannelSearch;
    present: (row: ChannelRecord) => ChannelRow;
  },
): Promise<ChannelPage> {
  const { db } = domain.store;
  const tags = (await listTags(db, filter)).filter((tag) => tag !== '');
  const first = (search.p - 1) * search.page_size;
  const items: ChannelRow[] = [];
  for (const tag of tags.slice(first, first + search.page_size))
    items.push(presentTagRow(tag, (await listChannelsOfTag(db, tag)).map(present)));
  const untagged = await listAllUntagged(domain, filter, search.id_sort);
  const from = Math.max(0, first - tags.length);
  const room = search.page_size - items.length;
  if (room > 0) items.push(...untagged.slice(from, from + room).map(present));
  return {
    items,
    page: search.p,
    page_size: search.page_size,
    total: tags.length + untagged.length,
  };
}

async function listAllUntagged(
  domain: Pick<Domain, 'store'>,
  filter: ChannelFilter,
  idSort: boolean,
): Promise<ChannelRecord[]> {
  const page = await listChannels(
    domain.store.db,
    { ...filter, tag: '' },
    { page: 1, pageSize: 10_000, idSort },
  );
  return page.items;
}

/** Channels whose key equals or contains the keyword. Keys are compared here, never in the database. */
async function findIdsByKey(
  domain: Pick<Domain, 'keyring' | 'store'>,
  keyword: string,
): Promise<number[]> {
  if (keyword === '') return [];
  const exact = await findChannelIdsByKeyHash(
    domain.store.db,
    domain.keyring.hash('channel-key', keyword),
  );
  if (exact.length > 0 || keyword.length < KEY_PART_MIN) return exact;
  const channels = (await listAllChannels(domain.store.db)).slice(0, KEY_SEARCH_MAX);
  return channels
    .filter(({ key_cipher }) => domain.keyring.tryDecrypt(key_cipher)?.includes(keyword))
    .map(({ id }) => id);
}

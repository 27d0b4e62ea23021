import { CHANNEL_CONDITIONS, type ChannelCondition, type ChannelRow } from '@tollgate/contract';
import { compareNames } from '@tollgate/i18n';
import {
  type ChannelFilter,
  type ChannelRecord,
  type ChannelOrder,
  type ChannelOutline,
  findChannelIdsByKeyHash,
  listAllChannels,
  listChannelsById,
  listOutlines,
} from '../../store/channels-repository.ts';
import { presentChannel } from './channel-administration.ts';
import { channelCondition } from '../channel-health/channel-condition.ts';
import { summariseHealth } from '../channel-health/summarise-health.ts';
import { presentTagRow } from './channel-tags.ts';
import { sortChannels } from './sort-channels.ts';
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
  tag: string;
  /** Empty for any. */
  condition: ChannelCondition | '';
  /** Empty for the default order. */
  sort: ChannelOrder;
  id_sort: boolean;
  tag_mode: boolean;
  p: number;
  page_size: number;
  /** Returns the page with this channel, if it matches, in place of page `p`. */
  with?: number;
}

export interface ChannelPage {
  items: ChannelRow[];
  page: number;
  page_size: number;
  total: number;
  /** The number of matches per condition, regardless of the condition filter. */
  conditions: Record<ChannelCondition, number>;
}

/**
 * Minimum length of a keyword that is searched for inside keys, and maximum number of channels scanned for
 * it.
 */
const KEY_PART_MIN = 8;
const KEY_SEARCH_MAX = 2000;

/** Returns one page of channels, or of tags with their channels (tags first). */
export async function searchChannels(
  domain: ChannelSearchContext,
  search: ChannelSearch,
  language: Language,
): Promise<ChannelPage> {
  await domain.wallet.flush();
  const matching = await listOutlines(
    domain.store.db,
    await toFilter(domain, search),
    search.sort || (search.id_sort ? '-id' : ''),
  );
  const conditionOf = (row: ChannelOutline) =>
    channelCondition(row, summariseHealth(domain, row.id));
  const conditions = Object.fromEntries(CHANNEL_CONDITIONS.map((name) => [name, 0])) as Record<
    ChannelCondition,
    number
  >;
  const matched: ChannelOutline[] = [];
  for (const row of matching) {
    const condition = conditionOf(row);
    conditions[condition] += 1;
    if (search.condition === '' || search.condition === condition) matched.push(row);
  }
  const sorted = await sortChannels(domain, matched, { order: search.sort, conditionOf });
  const units = search.tag_mode ? byTag(sorted) : sorted.map(({ id }) => [id]);
  const place = units.findIndex((ids) => ids.includes(search.with ?? 0));
  const page = place === -1 ? search.p : Math.floor(place / search.page_size) + 1;
  const from = (page - 1) * search.page_size;
  const pageUnits = units.slice(from, from + search.page_size);
  const rows = await readRows(domain, pageUnits.flat(), language);
  return {
    items: pageUnits.flatMap((ids) => presentUnit(ids, rows, search.tag_mode)),
    page,
    page_size: search.page_size,
    total: units.length,
    conditions,
  };
}

async function toFilter(
  domain: Pick<Domain, 'keyring' | 'store'>,
  { keyword, group, model, status, type, tag }: ChannelSearch,
): Promise<ChannelFilter> {
  return {
    keyword,
    idsByKey: await findIdsByKey(domain, keyword),
    group,
    model,
    status,
    type,
    ...(tag === '' ? {} : { tag }),
  };
}

/** Groups channel ids by tag, sorted by its name, followed by each channel without a tag. */
function byTag(rows: readonly ChannelOutline[]): number[][] {
  const tagged = Map.groupBy(
    rows.filter(({ tag }) => tag !== ''),
    ({ tag }) => tag,
  );
  const names = [...tagged.keys()].sort(compareNames);
  return [
    ...names.map((name) => (tagged.get(name) ?? []).map(({ id }) => id)),
    ...rows.filter(({ tag }) => tag === '').map(({ id }) => [id]),
  ];
}

async function readRows(
  domain: ChannelSearchContext,
  ids: readonly number[],
  language: Language,
): Promise<Map<number, ChannelRow>> {
  const records = await listChannelsById(domain.store.db, ids);
  const present = (row: ChannelRecord): ChannelRow => {
    const health = summariseHealth(domain, row.id);
    return {
      ...presentChannel(domain, row, language),
      health,
      condition: channelCondition(row, health),
    };
  };
  return new Map(records.map((row) => [row.id, present(row)]));
}

/** Returns a channel, or the row of a tag. Channels deleted in the meantime are omitted. */
function presentUnit(
  ids: readonly number[],
  rows: ReadonlyMap<number, ChannelRow>,
  tagMode: boolean,
): ChannelRow[] {
  const members = ids.flatMap((id) => rows.get(id) ?? []);
  const [first] = members;
  if (!first) return [];
  return tagMode && first.tag !== '' ? [presentTagRow(first.tag, members)] : [first];
}

/** Finds channels whose key equals or contains the keyword. Keys are compared here, never in the database. */
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

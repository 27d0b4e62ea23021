import { CHANNEL_CONDITIONS, CHANNEL_SORTS, pageNumber, sortOf } from '@tollgate/contract';
import { z } from 'zod';

const flag = z
  .union([z.boolean(), z.string()])
  .optional()
  .transform((value) => value === true || value === 'true');

/** The query parameters of the channel list. */
export const channelQuery = z.object({
  p: pageNumber,
  page_size: z.coerce.number().int().min(1).max(100).catch(50),
  keyword: z.string().catch(''),
  model: z.string().catch(''),
  group: z.string().catch(''),
  /** The condition of the selected tab. */
  status: z.enum(['', ...CHANNEL_CONDITIONS]).catch(''),
  type: z.coerce.number().int().min(0).catch(0),
  tag: z.string().catch(''),
  sort: sortOf(CHANNEL_SORTS),
  /** The channel whose models are tested on opening. */
  test: z.coerce.number().int().min(0).catch(0),
  /** Channels from this ID on were just added: the list opens where the first is. */
  added: z.coerce.number().int().min(0).catch(0),
  id_sort: flag,
  tag_mode: flag,
});
export type ChannelQuery = z.output<typeof channelQuery>;

export const CHANNEL_PAGE_SIZES = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100] as const;
export const NO_FILTERS = {
  keyword: '',
  model: '',
  group: '',
  status: '',
  type: 0,
  tag: '',
  p: 1,
} as const;
/** Sorted by priority, one row per channel. */
export const NO_MODES: Pick<ChannelQuery, 'id_sort' | 'tag_mode'> = {
  id_sort: false,
  tag_mode: false,
};

/** Whether filters may be the reason for an empty list. */
export function isFiltered(query: ChannelQuery): boolean {
  return (Object.keys(NO_FILTERS) as (keyof typeof NO_FILTERS)[]).some(
    (name) => query[name] !== NO_FILTERS[name],
  );
}

/** Returns the query for the server's search: its `status` is the enabled switch, ours the condition. */
export function toSearch({ status, test: _test, added: _added, ...query }: ChannelQuery) {
  return { ...query, condition: status };
}

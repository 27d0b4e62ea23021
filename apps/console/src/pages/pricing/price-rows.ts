import { type Pricing, QUOTA_TYPE_CALL } from '@tollgate/contract';
import { listCallPrice, listTokenPrices, listToolPrice } from '@tollgate/pricing';
import type { PricingQuery } from './query.ts';

/** The list as the server tells it. */
export interface Prices {
  data: readonly Pricing[];
  group_ratio: Readonly<Record<string, number>>;
  user_group: readonly string[];
}

/** What a model costs in a group: a call, or a million tokens of prompts and of completions. */
export type ShownPrice = { call: string } | { prompt: string; completion: string };

export interface PriceRow extends Pricing {
  id: number;
  isAvailable: boolean;
  shown: ShownPrice;
  shownTools: readonly ShownTool[];
}

/** What a tool costs in a group; prices of 0 are absent. */
export interface ShownTool {
  tool: string;
  use?: string;
  request?: string;
}

export type PriceFilter = Pick<PricingQuery, 'keyword' | 'group' | 'type'>;

/** The group whose ratio holds: the chosen one, else the first of the own ones. */
export function ratioGroup(
  { user_group: own }: Pick<Prices, 'user_group'>,
  chosen: string,
): string {
  return chosen === '' ? (own[0] ?? 'default') : chosen;
}

/** The rows that match, those that the group has first. Prices are counted for rows that are shown only. */
export function findPrices(
  { data, user_group: own }: Prices,
  { keyword, group, type }: PriceFilter,
): (Pricing & { isAvailable: boolean })[] {
  const groups = group === '' ? own : [group];
  const wanted = keyword.trim().toLowerCase();
  const rows = data
    .filter(
      ({ model_name: name, quota_type: kind }) =>
        name.toLowerCase().includes(wanted) &&
        (type === '' || (type === 'calls') === (kind === QUOTA_TYPE_CALL)),
    )
    .map((row) => ({
      ...row,
      isAvailable: row.enable_groups.some((name) => groups.includes(name)),
    }));
  return [...rows.filter((row) => row.isAvailable), ...rows.filter((row) => !row.isAvailable)];
}

/** One page of rows with their prices. */
export function showPrices(
  prices: Prices,
  found: readonly (Pricing & { isAvailable: boolean })[],
  { group, p, page_size: size }: Pick<PricingQuery, 'group' | 'p' | 'page_size'>,
): PriceRow[] {
  const first = (p - 1) * size;
  const ratio = prices.group_ratio[ratioGroup(prices, group)] ?? Number.NaN;
  return found.slice(first, first + size).map((row, index) => ({
    ...row,
    id: first + index + 1,
    shown:
      row.quota_type === QUOTA_TYPE_CALL
        ? { call: listCallPrice(row, ratio) }
        : listTokenPrices(row, ratio),
    shownTools: Object.entries(row.tools ?? {}).map(([tool, fee]) => {
      const { use, request } = listToolPrice(fee, ratio);
      return { tool, ...(fee.use > 0 && { use }), ...(fee.request > 0 && { request }) };
    }),
  }));
}

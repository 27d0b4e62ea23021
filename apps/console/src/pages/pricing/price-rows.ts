import { type ModelCapability, type Pricing, QUOTA_TYPE_CALL } from '@tollgate/contract';
import {
  type ListedTokenPrices,
  listCallPrice,
  listTokenPrices,
  listToolPrice,
} from '@tollgate/pricing';
import { type ModelVendor, vendorOf } from '../../ui/format/model-vendor.ts';
import { CAPABILITIES } from './capabilities.ts';
import type { PricingQuery } from './query.ts';

/** The price list as sent by the server. */
export interface Prices {
  data: readonly Pricing[];
  group_ratio: Readonly<Record<string, number>>;
  user_group: readonly string[];
}

/** A model's price in a group: per call, or per million tokens. */
export type ShownPrice = { call: string } | ListedTokenPrices;

/** The prices of a whole call if its prompt has more tokens than `above`. */
export type ShownTier = ListedTokenPrices & { above: number };

export interface PriceRow extends Pricing {
  id: number;
  isAvailable: boolean;
  shown: ShownPrice;
  shownTiers: readonly ShownTier[];
  shownTools: readonly ShownTool[];
}

/** A tool's prices in a group, without prices of 0. */
export interface ShownTool {
  tool: string;
  use?: string;
  request?: string;
}

export type PriceFilter = Pick<PricingQuery, 'keyword' | 'group' | 'type'> &
  Partial<Pick<PricingQuery, 'vendor' | 'sort' | 'capability'>>;

/** Returns the group whose ratio applies: the selected one, or else the user's first. */
export function ratioGroup(
  { user_group: ownGroups }: Pick<Prices, 'user_group'>,
  chosen: string,
): string {
  return chosen === '' ? (ownGroups[0] ?? 'default') : chosen;
}

/**
 * Returns the matching rows, those available to the group first. Prices are only computed for the rows shown.
 */
export function findPrices(
  { data, user_group: ownGroups }: Prices,
  { keyword, group, type, vendor = '', sort = '', capability = '' }: PriceFilter,
): (Pricing & { isAvailable: boolean })[] {
  const groups = group === '' ? ownGroups : [group];
  const lowered = keyword.trim().toLowerCase();
  const skills = readCapabilities(capability);
  const rows = data
    .filter(
      ({ model_name: name, quota_type: kind, capabilities = [] }) =>
        name.toLowerCase().includes(lowered) &&
        (vendor === '' || vendorOf(name).id === vendor) &&
        skills.every((skill) => capabilities.includes(skill)) &&
        (type === '' || (type === 'calls') === (kind === QUOTA_TYPE_CALL)),
    )
    .map((row) => ({
      ...row,
      isAvailable: row.enable_groups.some((name) => groups.includes(name)),
    }));
  if (sort !== '') return rows.toSorted(compareBy(sort));
  return [...rows.filter((row) => row.isAvailable), ...rows.filter((row) => !row.isAvailable)];
}

/** Parses the capabilities of a query: `vision,tools`. */
export function readCapabilities(text: string): ModelCapability[] {
  const names = text.split(',');
  return CAPABILITIES.filter((name) => names.includes(name));
}

/** Sort keys of rows. A group's ratio is the same for all and does not affect the order. */
const SORT_VALUES: Readonly<Record<string, (row: Pricing) => number | undefined>> = {
  prompt: (row) => (isByCall(row) ? undefined : row.model_ratio),
  completion: (row) => (isByCall(row) ? undefined : row.model_ratio * row.completion_ratio),
  cached: ({ model_ratio: ratio, cache_ratio: cached = 1 }) =>
    cached === 1 ? undefined : ratio * cached,
  context: (row) => row.context,
  call: (row) => (isByCall(row) ? row.price : undefined),
};

const isByCall = ({ quota_type: kind }: Pricing) => kind === QUOTA_TYPE_CALL;

/** Rows without the value come last in both directions; ties are sorted by name. */
function compareBy(sort: string): (left: Pricing, right: Pricing) => number {
  const descending = sort.startsWith('-');
  const read = SORT_VALUES[sort.replace('-', '')];
  const sign = descending ? -1 : 1;
  return (left, right) => {
    const byName = left.model_name.localeCompare(right.model_name);
    if (!read) return sign * byName;
    const [one, other] = [read(left), read(right)];
    if (one === undefined || other === undefined)
      return one === other ? byName : one === undefined ? 1 : -1;
    return sign * (one - other) || byName;
  };
}

/** Counts the models of each vendor, most first. */
export function countVendors({ data }: Pick<Prices, 'data'>): (ModelVendor & { count: number })[] {
  const counts = new Map<string, ModelVendor & { count: number }>();
  for (const { model_name: name } of data) {
    const vendor = vendorOf(name);
    counts.set(vendor.id, { ...vendor, count: (counts.get(vendor.id)?.count ?? 0) + 1 });
  }
  return [...counts.values()].toSorted((left, right) => right.count - left.count);
}

/** Returns one page of rows with their prices. */
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
    shownTiers: (row.length_tiers ?? []).map((tier) => ({
      above: tier.above,
      ...listTokenPrices(tier, ratio),
    })),
    shownTools: Object.entries(row.tools ?? {}).map(([tool, fee]) => {
      const { use, request } = listToolPrice(fee, ratio);
      return { tool, ...(fee.use > 0 && { use }), ...(fee.request > 0 && { request }) };
    }),
  }));
}

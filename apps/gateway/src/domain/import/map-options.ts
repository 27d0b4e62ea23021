import { findOption } from '@tollgate/contract';
import type { OptionChange } from '../options/option-change.ts';
import { isPriceKey } from '../options/price-book.ts';
import type { ImportFindings } from './import-findings.ts';
import type { Family } from './source-family.ts';

/** Options of the same meaning under another name. */
const RENAMED: Readonly<Record<Family, Readonly<Record<string, string>>>> = {
  'one-api': {},
  'new-api': {},
  'one-hub': { PaymentUSDRate: 'Price', PaymentMinAmount: 'MinTopUp' },
};

/** Read elsewhere (prices, groups), or of no use to anybody. */
const READ_ELSEWHERE = new Set([
  'CreateCacheRatio',
  'GroupGroupRatio',
  'group_ratio_setting.group_ratio',
  'group_ratio_setting.group_group_ratio',
  'billing_setting.billing_mode',
  'billing_setting.billing_expr',
  'AutoGroups',
  'OldTokenMaxId',
]);

/** The options of a database that have a counterpart here, checked; prices and groups are read by `mapPrices`. */
export function mapOptions(
  family: Family,
  options: ReadonlyMap<string, string>,
  findings: ImportFindings,
): OptionChange[] {
  const changes: OptionChange[] = [];
  for (const [name, value] of options) {
    const key = RENAMED[family][name] ?? name;
    if (READ_ELSEWHERE.has(key) || key === 'UserUsableGroups') continue;
    if (isPriceKey(key) && key !== 'QuotaPerUnit') continue;
    const definition = findOption(key);
    if (!definition) {
      if (value.trim() !== '') findings.add('options', 'option_unknown', name);
      continue;
    }
    if (definition.secret && value.trim() === '') continue;
    const checked = definition.check(value);
    if (checked.ok) changes.push({ key, value: checked.value });
    else findings.add('options', 'option_invalid', name, value.slice(0, 100));
  }
  return changes;
}

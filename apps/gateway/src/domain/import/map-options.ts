import { findOption } from '@tollgate/contract';
import type { SourceRow } from '../../store/import-source/import-source.ts';
import type { OptionChange } from '../options/option-change.ts';
import { isPriceKey } from '../options/price-book.ts';
import type { ImportFindings } from './import-findings.ts';
import { counterpartOf, READ_WITH } from './option-counterparts.ts';
import type { SourceOptions } from './source-options.ts';
import { limitUsers, readGroupLimits } from './rate-limits-of.ts';
import type { Family } from './source-family.ts';
import { flagOf, integerOf, numberOf, objectOf, shortTextOf, textOf } from './source-values.ts';

/** Read elsewhere (prices, groups), or useless here. */
const READ_ELSEWHERE = new Set([
  'CreateCacheRatio',
  'GroupGroupRatio',
  'group_ratio_setting.group_ratio',
  'group_ratio_setting.group_group_ratio',
  'group_ratio_setting.group_special_usable_group',
  'billing_setting.billing_mode',
  'billing_setting.billing_expr',
  'AutoGroups',
  'DefaultUseAutoGroup',
  'SelfUseModeEnabled',
  'gemini.thinking_adapter_enabled',
  'OldTokenMaxId',
  'UserUsableGroups',
  'ModelRequestRateLimitGroup',
]);
/** Prices that are imported like ordinary options. */
const PLAIN_PRICES = new Set(['QuotaPerUnit', 'ToolPrices']);

/** An option as it will be here, and its name there. */
export interface ImportedOption extends OptionChange {
  from: string;
}

/** What the options of a database are read from. */
export interface OptionSource {
  family: Family;
  options: SourceOptions;
  /** Rows of `user_groups` and `payments`, one-hub only. */
  hubGroups: readonly SourceRow[];
  payments: readonly SourceRow[];
  findings: ImportFindings;
}

/**
 * Returns the options of a database that have a counterpart here, validated; `mapPrices` and `mapGroups` read
 * theirs.
 */
export function mapOptions(source: OptionSource): ImportedOption[] {
  const { family, options, findings } = source;
  const mapped = [...options].flatMap(([name, value]): ImportedOption[] => {
    const { key, convert } = counterpartOf(family, name);
    if (READ_ELSEWHERE.has(name) || READ_WITH.has(name)) return [];
    if (isPriceKey(key) && !PLAIN_PRICES.has(key)) return [];
    if (!findOption(key)) {
      if (value.trim() !== '') findings.add('options', 'option_unknown', name);
      return [];
    }
    const onInvalid = (member: string, number: string) =>
      findings.add('options', 'option_invalid', name, `${member} ${number}`);
    const converted = convert ? convert(value, options, onInvalid) : value;
    return checked(source, { from: name, key, value: converted ?? '' }, value);
  });
  for (const { group } of readGroupLimits(options))
    findings.add('options', 'option_group_limit', group, 'ModelRequestRateLimitGroup');
  const all = [...mapped, ...hubLimits(source), ...hubPayments(source)];
  // What new-api charges is a product at Stripe, whose currency only Stripe knows.
  if (all.some(({ key }) => key === 'StripeApiSecret'))
    findings.add('options', 'option_stripe_off', 'StripeEnabled');
  // Of two options with the same meaning, the newer form, which has its own name, wins.
  return all.filter(
    ({ key, from }) =>
      from !== key || !all.some((option) => option.key === key && option.from !== key),
  );
}

/** Keeps an option that passes our validation; an empty secret is dropped. */
function checked(
  { findings }: OptionSource,
  option: ImportedOption,
  sourceValue = option.value,
): ImportedOption[] {
  const definition = findOption(option.key);
  if (!definition || (definition.secret && option.value.trim() === '')) return [];
  const result = definition.check(option.value);
  if (result.ok) return [{ ...option, value: result.value }];
  const detail = definition.secret ? '' : sourceValue.slice(0, 100);
  findings.add('options', 'option_invalid', option.from, detail);
  return [];
}

/**
 * Converts one-hub's limits per group (calls per minute of each user); the highest applies to everybody. 0
 * means no limit.
 */
function hubLimits(source: OptionSource): ImportedOption[] {
  const rates = source.hubGroups.map((row) => ({
    group: shortTextOf(row, 'symbol'),
    rate: Math.max(0, integerOf(row, 'api_rate')),
  }));
  const isFree = rates.some(({ rate }) => rate === 0);
  const largest = isFree ? 0 : Math.max(0, ...rates.map(({ rate }) => rate));
  for (const { group, rate } of rates)
    if (rate !== largest)
      source.findings.add('options', 'option_group_limit', group, `api_rate ${rate}`);
  if (largest === 0) return [];
  const option = { from: 'user_groups.api_rate', key: 'RateLimits', value: limitUsers(largest) };
  return checked(source, option);
}

/** The members of a payment gateway's `config` at one-hub, and the options that they become. */
const HUB_PAYMENTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  epay: { pay_domain: 'PayAddress', partner_id: 'EpayId', key: 'EpayKey' },
  stripe: { secret_key: 'StripeApiSecret', webhook_secret: 'StripeWebhookSecret' },
};

/** Converts the first enabled gateway of Epay and of Stripe; others have no counterpart. */
function hubPayments(source: OptionSource): ImportedOption[] {
  const { findings } = source;
  const isOn = (row: SourceRow) => flagOf(row, 'enable', true) && textOf(row, 'deleted_at') === '';
  const active = source.payments.filter(isOn);
  const typeOf = (row: SourceRow) => textOf(row, 'type');
  return active.flatMap((row) => {
    const drop = (what: string) =>
      findings.add('options', 'option_payment_dropped', textOf(row, 'name'), what);
    const isFirst = row === active.find((each) => typeOf(each) === typeOf(row));
    const members = HUB_PAYMENTS[typeOf(row)];
    if (!isFirst || !members) {
      drop(typeOf(row));
      return [];
    }
    if (numberOf(row, 'fixed_fee') !== 0 || numberOf(row, 'percent_fee') !== 0)
      drop('fixed_fee, percent_fee');
    const config = objectOf(textOf(row, 'config')) ?? {};
    const options = Object.entries(members).map(([name, key]) => ({
      name,
      key,
      value: config[name],
    }));
    const priced = typeOf(row) === 'stripe' ? hubStripePrice(row, source.options) : [];
    return [...options, ...priced].flatMap(({ name, key, value }) =>
      typeof value === 'string' && value !== ''
        ? checked(source, { from: `payments.${name}`, key, value })
        : [],
    );
  });
}

/** Returns the currency of a Stripe gateway, and the price of a dollar if that is yuan. */
function hubStripePrice(row: SourceRow, options: SourceOptions) {
  const currency = textOf(row, 'currency');
  const rate = options.get('PaymentUSDRate') ?? '7.3';
  return [
    { name: 'currency', key: 'StripeCurrency', value: currency },
    ...(currency === 'CNY' ? [{ name: 'currency', key: 'StripePrice', value: rate }] : []),
  ];
}

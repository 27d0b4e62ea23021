import { isObject } from '../../platform/lenient-json.ts';
import { numbersOf, objectOf } from './source-values.ts';
import type { Family } from './source-family.ts';
import type { SourceOptions } from './source-options.ts';
import { toRateLimits } from './rate-limits-of.ts';
import { toToolPrices } from './tool-prices-of.ts';

/** What an option of a source is here. */
export interface Counterpart {
  key: string;
  /** The value here; undefined where it can't be read. As it is, where this is absent. */
  convert?: (value: string, options: SourceOptions) => string | undefined;
}

const DISCOVERY = /\/+(?:\.well-known\/openid-configuration\/*)?$/;
/** An issuer is where its description lies. */
export const issuerOf = (wellKnown: string): string => wellKnown.trim().replace(DISCOVERY, '');
const OIDC: Readonly<Record<string, Counterpart>> = {
  OidcWellKnown: { key: 'OidcIssuer', convert: issuerOf },
};

/** Options of the same meaning under another name, or in another form. */
const COUNTERPARTS: Readonly<Record<Family, Readonly<Record<string, Counterpart>>>> = {
  'one-api': OIDC,
  'new-api': {
    ...OIDC,
    'oidc.enabled': { key: 'OidcEnabled' },
    'oidc.client_id': { key: 'OidcClientId' },
    'oidc.client_secret': { key: 'OidcClientSecret' },
    'oidc.well_known': { key: 'OidcIssuer', convert: issuerOf },
    'discord.enabled': { key: 'DiscordOAuthEnabled' },
    'discord.client_id': { key: 'DiscordClientId' },
    'discord.client_secret': { key: 'DiscordClientSecret' },
    'payment_setting.amount_options': { key: 'TopUpAmounts', convert: toAmounts },
    'general_setting.quota_display_type': {
      key: 'DisplayInCurrencyEnabled',
      convert: (type) => String(type.trim() !== 'TOKENS'),
    },
    'tool_price_setting.prices': { key: 'ToolPrices', convert: toToolPrices },
    ModelRequestRateLimitEnabled: { key: 'RateLimits', convert: toRateLimits },
    Chats: { key: 'Chats', convert: withWebAddresses },
    TopupGroupRatio: { key: 'TopupGroupRatio', convert: withoutZeros },
  },
  'one-hub': {
    PaymentUSDRate: { key: 'Price' },
    PaymentMinAmount: { key: 'MinTopUp' },
    ChatLinks: { key: 'Chats', convert: toChats },
    OIDCAuthEnabled: { key: 'OidcEnabled' },
    OIDCClientId: { key: 'OidcClientId' },
    OIDCClientSecret: { key: 'OidcClientSecret' },
    OIDCIssuer: { key: 'OidcIssuer', convert: issuerOf },
  },
};

/** What an option of a source is here, by name and form. */
export function counterpartOf(family: Family, name: string): Counterpart {
  const table = COUNTERPARTS[family];
  return (Object.hasOwn(table, name) ? table[name] : undefined) ?? { key: name };
}

/** As many quick amounts as a wallet shows. */
const AMOUNTS_MAX = 6;

function toAmounts(value: string): string | undefined {
  const list = listOf(value);
  const amounts = list?.map(Number).filter((amount) => Number.isSafeInteger(amount) && amount > 0);
  return amounts && [...new Set(amounts)].slice(0, AMOUNTS_MAX).join(',');
}

const isWebAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:\/\//i.test(value);

/** A price of nothing counts as the usual one there. */
function withoutZeros(value: string): string | undefined {
  const ratios = objectOf(value);
  return (
    ratios &&
    JSON.stringify(
      Object.fromEntries(Object.entries(numbersOf(ratios)).filter(([, ratio]) => ratio > 0)),
    )
  );
}

/** Links with a scheme of an application have no place; the others stay. */
function withWebAddresses(value: string): string | undefined {
  const links = listOf(value)?.filter(isObject);
  const kept = links
    ?.map((link) => Object.fromEntries(Object.entries(link).filter(([, url]) => isWebAddress(url))))
    .filter((link) => Object.keys(link).length > 0);
  return kept && JSON.stringify(kept);
}

function toChats(value: string): string | undefined {
  const links = listOf(value)?.filter(isObject);
  const kept = links
    ?.filter(({ show, url }) => show !== false && isWebAddress(url))
    .map(({ name, url }) => ({ [String(name)]: String(url).replaceAll('{server}', '{address}') }));
  return kept && JSON.stringify(kept);
}

function listOf(value: string): unknown[] | undefined {
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}

/** Options that say more of one that is carried: they are read with it. */
export const READ_WITH: ReadonlySet<string> = new Set([
  'ModelRequestRateLimitDurationMinutes',
  'ModelRequestRateLimitCount',
  'ModelRequestRateLimitSuccessCount',
]);

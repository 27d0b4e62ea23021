import { isObject } from '../../platform/lenient-json.ts';
import { jsonText, numbersOf, objectOf, type OnInvalidNumber } from './source-values.ts';
import type { Family } from './source-family.ts';
import type { SourceOptions } from './source-options.ts';
import { toRateLimits } from './rate-limits-of.ts';
import { toToolPrices } from './tool-prices-of.ts';

/** The counterpart of a source's option here. */
export interface Counterpart {
  key: string;
  /** Returns the value here; undefined if it can't be read. If absent, the value is unchanged. */
  convert?: (
    value: string,
    options: SourceOptions,
    onInvalid: OnInvalidNumber,
  ) => string | undefined;
}

const DISCOVERY = /\/+(?:\.well-known\/openid-configuration\/*)?$/;
/** Returns the issuer: the discovery address without its well-known path. */
export const issuerOf = (wellKnown: string): string => wellKnown.trim().replace(DISCOVERY, '');
const OIDC: Readonly<Record<string, Counterpart>> = {
  OidcWellKnown: { key: 'OidcIssuer', convert: issuerOf },
};

/** Options of the same meaning with another name or form. */
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

/** Returns the counterpart of a source's option, with name and form. */
export function counterpartOf(family: Family, name: string): Counterpart {
  const table = COUNTERPARTS[family];
  return (Object.hasOwn(table, name) ? table[name] : undefined) ?? { key: name };
}

/** Number of quick amounts that the wallet page shows. */
const AMOUNTS_MAX = 6;

function toAmounts(value: string): string | undefined {
  const list = listOf(value);
  const amounts = list?.map(Number).filter((amount) => Number.isSafeInteger(amount) && amount > 0);
  return amounts && [...new Set(amounts)].slice(0, AMOUNTS_MAX).join(',');
}

const isWebAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:\/\//i.test(value);

/** There, a ratio of 0 means the usual price. */
function withoutZeros(
  value: string,
  _options: unknown,
  onInvalid: OnInvalidNumber,
): string | undefined {
  const ratios = objectOf(value);
  return (
    ratios &&
    JSON.stringify(
      Object.fromEntries(
        Object.entries(numbersOf(ratios, onInvalid)).filter(([, ratio]) => ratio > 0),
      ),
    )
  );
}

/** Drops links with an application's scheme, which have no counterpart; keeps the others. */
function withWebAddresses(value: string): string | undefined {
  const links = listOf(value)?.filter(isObject);
  const validLinks = links
    ?.map((link) => Object.fromEntries(Object.entries(link).filter(([, url]) => isWebAddress(url))))
    .filter((link) => Object.keys(link).length > 0);
  return validLinks && JSON.stringify(validLinks);
}

function toChats(value: string): string | undefined {
  const links = listOf(value)?.filter(isObject);
  const chats = links
    ?.filter(({ show, url }) => show !== false && isWebAddress(url))
    .map(({ name, url }) => ({
      [jsonText(name)]: String(url).replaceAll('{server}', '{address}'),
    }));
  return chats && JSON.stringify(chats);
}

function listOf(value: string): unknown[] | undefined {
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}

/** Options that refine an imported one: they are read together with it. */
export const READ_WITH: ReadonlySet<string> = new Set([
  'ModelRequestRateLimitDurationMinutes',
  'ModelRequestRateLimitCount',
  'ModelRequestRateLimitSuccessCount',
]);

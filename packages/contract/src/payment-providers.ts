import type { ErrorCode } from './errors.ts';
import {
  booleanOption,
  choiceOption,
  decimalOption,
  idleWithout,
  integerOption,
  type OptionDefinition,
  rootOptions,
  secretOption,
  textOption,
  urlOption,
} from './options/definition.ts';

/**
 * What happens after a top-up is ordered: `form` posts fields to the provider's page, `redirect` opens a
 * page, `qr` shows a code to scan, and `own` is a custom console component.
 */
export type CheckoutFlow = 'form' | 'redirect' | 'qr' | 'own';

/** A payment provider, as both the server and the console know it. */
export interface PaymentProviderEntry {
  /**
   * Its methods, each with its brand. If a language needs another name, or a note, it is in
   * `payment-providers.json`.
   */
  readonly methods: Readonly<Record<string, string>>;
  readonly flow: CheckoutFlow;
  /** The endpoint that creates orders. `pay` serves every flow except `own`. */
  readonly orderedBy:
    | 'pay'
    | 'payWithStablecoin'
    | 'createPaymentIntent'
    | 'createCryptoTransaction';
  /** Position of its cards among the wallet's, from 1. */
  readonly position: number;
  /** Whether its cards are hidden while it is off. */
  readonly hiddenWhileOff?: boolean;
  /** Options that must have a value, or be on, before anyone can pay. */
  readonly requiredOptions: readonly string[];
  /** The option that switches it on; if absent, it is on once the required options are set. */
  readonly switch?: string;
  /** The member of GET /api/status that says whether it is on. */
  readonly status: string;
  /** The error for a payment while it is off; the brand is filled in as `method`. */
  readonly disabledError: ErrorCode;
  /** Location of its options in the settings. */
  readonly settings: { readonly tab: 'system' | 'other'; readonly section: string };
  readonly options: readonly OptionDefinition[];
  /**
   * Environment variables that override its URLs (for a compatible service or a simulator), with their
   * defaults; `null` if the implementation chooses the URL.
   */
  readonly addresses?: Readonly<Record<string, string | null>>;
}

/** Labels an option with a text shared by payment providers, into which the provider's name is filled. */
const labelled = (
  provider: string,
  text: 'paymentEnabled' | 'paymentMerchantId' | 'paymentApiKey' | 'paymentApiAddress',
) => ({ label: { text, provider } });

// At least 0.0001, as amounts are divided by it.
const money = { min: 0.0001, max: 1_000_000_000 };

/** The currencies that orders at Stripe can have. Their smallest units are in the gateway's `stripe-amounts.ts`. */
const STRIPE_CURRENCIES = [
  ...(['USD', 'CNY', 'HKD', 'EUR', 'GBP', 'JPY', 'SGD', 'AUD', 'CAD', 'CHF', 'NZD'] as const),
  ...(['KRW', 'TWD', 'MYR', 'THB', 'IDR', 'PHP', 'VND', 'INR', 'AED', 'ZAR', 'TRY'] as const),
  ...(['BRL', 'MXN', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'HUF'] as const),
] as const;

/** All payment providers. Their implementations are in the gateway's `domain/payments/providers`. */
export const paymentProviderTable = {
  epay: {
    methods: { zfb: 'Alipay', wx: 'WeChat Pay' },
    flow: 'form',
    orderedBy: 'pay',
    position: 2,
    requiredOptions: ['PayAddress', 'EpayId', 'EpayKey'],
    status: 'enable_online_topup',
    disabledError: 'payment_online_disabled',
    settings: { tab: 'system', section: 'payment' },
    options: rootOptions(
      urlOption('PayAddress', 'payment', { calls: 'web' }),
      textOption('EpayId', 'payment'),
      secretOption('EpayKey', 'payment', { sentTo: ['PayAddress'] }),
    ),
  },
  usdt: {
    methods: { usdt: 'USDT' },
    flow: 'redirect',
    orderedBy: 'payWithStablecoin',
    position: 1,
    requiredOptions: ['UsdtApiUrl', 'UsdtApiKey', 'UsdtMerchantId'],
    status: 'enabled_usdt',
    disabledError: 'payment_usdt_disabled',
    settings: { tab: 'system', section: 'usdt' },
    options: rootOptions(
      urlOption('UsdtApiUrl', 'usdt', { calls: 'web', ...labelled('USDT', 'paymentApiAddress') }),
      secretOption('UsdtApiKey', 'usdt', {
        sentTo: ['UsdtApiUrl'],
        ...labelled('USDT', 'paymentApiKey'),
      }),
      textOption('UsdtMerchantId', 'usdt', '', labelled('USDT', 'paymentMerchantId')),
      choiceOption('UsdtCurrency', 'usdt', ['CNY', 'USD']),
      booleanOption('EnableUsdtLog', 'usdt', false, idleWithout('UsdtApiUrl')),
      urlOption('UsdtNotifyUrl', 'usdt'),
      urlOption('UsdtRedirectUrl', 'usdt'),
    ),
  },
  cryptomus: {
    methods: { cryptomus: 'Cryptomus' },
    flow: 'own',
    orderedBy: 'createCryptoTransaction',
    position: 4,
    hiddenWhileOff: true,
    requiredOptions: ['EnabledCryptomus', 'CryptoMerchant_ID', 'CryptoAPI_Key'],
    switch: 'EnabledCryptomus',
    status: 'enabled_cryptomus',
    disabledError: 'payment_crypto_disabled',
    settings: { tab: 'other', section: 'cryptomus' },
    addresses: { CRYPTOMUS_URL: 'https://api.cryptomus.com' },
    options: rootOptions(
      booleanOption('EnabledCryptomus', 'cryptomus', false, {
        ...labelled('Cryptomus', 'paymentEnabled'),
        status: 'enabled_cryptomus',
        requires: {
          name: 'Cryptomus',
          keys: ['CryptoMerchant_ID', 'CryptoAPI_Key', 'CryptoWebhook_Url', 'LifeTime'],
        },
      }),
      textOption('CryptoMerchant_ID', 'cryptomus', '', labelled('Cryptomus', 'paymentMerchantId')),
      secretOption('CryptoAPI_Key', 'cryptomus', labelled('Cryptomus', 'paymentApiKey')),
      urlOption('CryptoWebhook_Url', 'cryptomus'),
      integerOption(
        'LifeTime',
        'cryptomus',
        60,
        { min: 5, max: 720 },
        { refusal: 'option_lifetime_invalid' },
      ),
      textOption('MainCurrency', 'cryptomus', 'USD'),
      decimalOption('Exchange_Rate', 'cryptomus', 1, money),
    ),
  },
  airwallex: {
    methods: { airwallex: 'Airwallex' },
    flow: 'own',
    orderedBy: 'createPaymentIntent',
    position: 3,
    requiredOptions: ['EnabledAirwallex', 'AirwallexClient_ID', 'AirwallexAPI_Key'],
    switch: 'EnabledAirwallex',
    status: 'enabled_airwallex',
    disabledError: 'payment_card_disabled',
    settings: { tab: 'other', section: 'airwallex' },
    addresses: { AIRWALLEX_URL: null },
    options: rootOptions(
      booleanOption('EnabledAirwallex', 'airwallex', false, {
        ...labelled('Airwallex', 'paymentEnabled'),
        status: 'enabled_airwallex',
        requires: { name: 'Airwallex', keys: ['AirwallexClient_ID', 'AirwallexAPI_Key'] },
      }),
      booleanOption('LiveAirwallex', 'airwallex', false, {
        status: 'live_airwallex',
        ...idleWithout('EnabledAirwallex'),
      }),
      textOption('AirwallexClient_ID', 'airwallex'),
      secretOption('AirwallexAPI_Key', 'airwallex', labelled('Airwallex', 'paymentApiKey')),
      secretOption('AirwallexSec_Key', 'airwallex'),
    ),
  },
  stripe: {
    methods: { stripe: 'Stripe' },
    flow: 'redirect',
    orderedBy: 'pay',
    position: 5,
    hiddenWhileOff: true,
    requiredOptions: ['StripeEnabled', 'StripeApiSecret', 'StripeWebhookSecret'],
    switch: 'StripeEnabled',
    status: 'enabled_stripe',
    disabledError: 'payment_online_disabled',
    settings: { tab: 'other', section: 'stripe' },
    addresses: { STRIPE_URL: 'https://api.stripe.com' },
    options: rootOptions(
      booleanOption('StripeEnabled', 'stripe', false, {
        ...labelled('Stripe', 'paymentEnabled'),
        status: 'enabled_stripe',
        requires: { name: 'Stripe', keys: ['StripeApiSecret', 'StripeWebhookSecret'] },
      }),
      secretOption('StripeApiSecret', 'stripe'),
      secretOption('StripeWebhookSecret', 'stripe'),
      choiceOption('StripeCurrency', 'stripe', STRIPE_CURRENCIES),
      decimalOption('StripePrice', 'stripe', 1, money),
    ),
  },
} as const satisfies Record<string, PaymentProviderEntry>;

type Table = typeof paymentProviderTable;
export type PaymentProviderId = keyof Table;
/** A payment method, as callers name it: a provider has one or several. */
export type PaymentMethod = {
  [Id in PaymentProviderId]: keyof Table[Id]['methods'];
}[PaymentProviderId];
/** The methods that an endpoint takes orders for. */
export type MethodOf<Endpoint extends PaymentProviderEntry['orderedBy']> = {
  [Id in PaymentProviderId]: Table[Id]['orderedBy'] extends Endpoint
    ? keyof Table[Id]['methods']
    : never;
}[PaymentProviderId];

export const PAYMENT_PROVIDER_IDS = Object.keys(paymentProviderTable) as PaymentProviderId[];

/** Returns the entry of a provider, typed as any provider's. */
export function paymentProviderOf(id: PaymentProviderId): PaymentProviderEntry {
  return paymentProviderTable[id];
}

/** Returns the brand of the payment provider that a section of the settings belongs to, if it is one. */
export function paymentBrandOf(section: string): string | undefined {
  const id = PAYMENT_PROVIDER_IDS.find(
    (each) => paymentProviderOf(each).settings.section === section,
  );
  return id && Object.values(paymentProviderOf(id).methods)[0];
}

/** The environment variables that override providers' URLs, with their defaults. */
export type PaymentAddresses = {
  [
    Id in PaymentProviderId as Table[Id] extends { addresses: infer Addresses }
      ? keyof Addresses
      : never
  ]: Table[Id] extends { addresses: infer Addresses } ? Addresses[keyof Addresses] : never;
};

/** Returns the brand of a method, or the method itself if no provider has it any longer. */
export function brandOf(provider: string, method: string): string {
  const entry = PAYMENT_PROVIDER_IDS.find((id) => id === provider);
  return (entry && paymentProviderOf(entry).methods[method]) ?? method;
}

/** Returns the provider of a method, which must exist. */
export function providerIdOf(method: PaymentMethod): PaymentProviderId {
  return PAYMENT_PROVIDER_IDS.find((id) =>
    Object.hasOwn(paymentProviderTable[id].methods, method),
  ) as PaymentProviderId;
}

/** Lists the methods of all providers, or of those an endpoint takes orders for, in the table's order. */
export function listPaymentMethods<Endpoint extends PaymentProviderEntry['orderedBy']>(
  endpoint?: Endpoint,
): [MethodOf<Endpoint>, ...MethodOf<Endpoint>[]] {
  const ids = PAYMENT_PROVIDER_IDS.filter(
    (id) => endpoint === undefined || paymentProviderTable[id].orderedBy === endpoint,
  );
  return ids.flatMap((id) => Object.keys(paymentProviderTable[id].methods)) as [MethodOf<Endpoint>];
}

/** The members of GET /api/status that say which providers are on. */
export type PaymentStatusFlag = Table[PaymentProviderId]['status'];

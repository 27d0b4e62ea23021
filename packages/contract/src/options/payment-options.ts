import {
  adminOptions,
  booleanOption,
  choiceOption,
  decimalOption,
  integerOption,
  isRatioMap,
  jsonOption,
  rootOptions,
  secretOption,
  textOption,
  urlOption,
} from './definition.ts';

const money = { min: 0, max: 1_000_000_000 };

/** Online payment, stablecoin, crypto and card. */
export const paymentOptions = [
  ...rootOptions(
    urlOption('PayAddress', 'payment', { calls: 'web' }),
    textOption('EpayId', 'payment'),
    secretOption('EpayKey', 'payment', { sentTo: ['PayAddress'] }),
    urlOption('CustomCallbackAddress', 'payment'),
  ),
  ...adminOptions(
    decimalOption('Price', 'payment', 7.3, money, { status: 'price' }),
    integerOption('MinTopUp', 'payment', 1, { min: 1, max: 1_000_000 }, { status: 'min_topup' }),
    jsonOption('TopupGroupRatio', 'payment', '{"default":1,"vip":1,"svip":1}', isRatioMap),
  ),
  ...rootOptions(
    urlOption('UsdtApiUrl', 'usdt', { calls: 'web' }),
    secretOption('UsdtApiKey', 'usdt', { sentTo: ['UsdtApiUrl'] }),
    textOption('UsdtMerchantId', 'usdt'),
    choiceOption('UsdtCurrency', 'usdt', ['CNY', 'USD']),
    booleanOption('EnableUsdtLog', 'usdt', false),
    urlOption('UsdtNotifyUrl', 'usdt'),
    urlOption('UsdtRedirectUrl', 'usdt'),

    booleanOption('EnabledCryptomus', 'cryptomus', false, {
      status: 'enabled_cryptomus',
      requires: {
        name: 'Cryptomus',
        keys: ['CryptoMerchant_ID', 'CryptoAPI_Key', 'CryptoWebhook_Url', 'LifeTime'],
      },
    }),
    textOption('CryptoMerchant_ID', 'cryptomus'),
    secretOption('CryptoAPI_Key', 'cryptomus'),
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

    booleanOption('EnabledAirwallex', 'airwallex', false, {
      status: 'enabled_airwallex',
      requires: { name: 'Airwallex', keys: ['AirwallexClient_ID', 'AirwallexAPI_Key'] },
    }),
    booleanOption('LiveAirwallex', 'airwallex', false, { status: 'live_airwallex' }),
    textOption('AirwallexClient_ID', 'airwallex'),
    secretOption('AirwallexAPI_Key', 'airwallex'),
    secretOption('AirwallexSec_Key', 'airwallex'),
  ),
];

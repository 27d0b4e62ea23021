import type { ErrorCode, PaymentMethod } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import type { OptionStore } from '../options/options.ts';

/** Who takes the money. */
export type PaymentProviderId = 'epay' | 'usdt' | 'cryptomus' | 'airwallex';

interface MethodRule {
  readonly provider: PaymentProviderId;
  /** Options that must have a value, or be on, before anybody can pay this way. */
  readonly needs: readonly string[];
  readonly disabled: ErrorCode;
}

const epay: MethodRule = {
  provider: 'epay',
  needs: ['PayAddress', 'EpayId', 'EpayKey'],
  disabled: 'payment_online_disabled',
};

const RULES: Readonly<Record<PaymentMethod, MethodRule>> = {
  zfb: epay,
  wx: epay,
  usdt: {
    provider: 'usdt',
    needs: ['UsdtApiUrl', 'UsdtApiKey', 'UsdtMerchantId'],
    disabled: 'payment_usdt_disabled',
  },
  cryptomus: {
    provider: 'cryptomus',
    needs: ['EnabledCryptomus', 'CryptoMerchant_ID', 'CryptoAPI_Key'],
    disabled: 'payment_crypto_disabled',
  },
  airwallex: {
    provider: 'airwallex',
    needs: ['EnabledAirwallex', 'AirwallexClient_ID', 'AirwallexAPI_Key'],
    disabled: 'payment_card_disabled',
  },
};

export function providerOf(method: PaymentMethod): PaymentProviderId {
  return RULES[method].provider;
}

/** Whether the operator has turned a way to pay on and filled in what it takes. */
export function isMethodEnabled(options: OptionStore, method: PaymentMethod): boolean {
  return RULES[method].needs.every((key) => !['', 'false'].includes(options.text(key)));
}

/** Throws AppError with the text of the method when nobody can pay this way. */
export function requireMethod(options: OptionStore, method: PaymentMethod): void {
  if (!isMethodEnabled(options, method)) throw new AppError(RULES[method].disabled);
}

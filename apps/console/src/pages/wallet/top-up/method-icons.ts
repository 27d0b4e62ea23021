import type { PaymentMethod } from '@tollgate/contract';
import {
  IconBrandAlipay,
  IconBrandStripe,
  IconBrandWechat,
  IconCoinBitcoin,
  IconCreditCard,
  IconCurrencyTether,
  type Icon,
  IconWallet,
} from '@tabler/icons-react';

const ICONS: Readonly<Record<string, Icon>> = {
  usdt: IconCurrencyTether,
  zfb: IconBrandAlipay,
  wx: IconBrandWechat,
  airwallex: IconCreditCard,
  cryptomus: IconCoinBitcoin,
  stripe: IconBrandStripe,
};

/** Returns the icon of a method; a wallet by default. */
export function iconOf(method: PaymentMethod): Icon {
  return ICONS[method] ?? IconWallet;
}

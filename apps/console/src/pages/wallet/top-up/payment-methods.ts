import type { PaymentMethod } from '@tollgate/contract';
import {
  IconBrandAlipay,
  IconBrandWechat,
  IconCoinBitcoin,
  IconCreditCard,
  IconCurrencyTether,
  type Icon,
} from '@tabler/icons-react';

/** Which ways to pay are turned on, and whether cards are charged for real. */
export interface PaymentFlags {
  online: boolean;
  usdt: boolean;
  crypto: boolean;
  card: boolean;
  liveCard: boolean;
}

export interface MethodCard {
  method: PaymentMethod;
  icon: Icon;
  /** The flag that turns it on. */
  flag: 'online' | 'usdt' | 'crypto' | 'card';
  /** The text for somebody who chooses it while it is off, under `errors`. */
  off:
    | 'payment_online_disabled'
    | 'payment_usdt_disabled'
    | 'payment_crypto_disabled'
    | 'payment_card_disabled';
}

const CARDS: readonly MethodCard[] = [
  { method: 'usdt', icon: IconCurrencyTether, flag: 'usdt', off: 'payment_usdt_disabled' },
  { method: 'zfb', icon: IconBrandAlipay, flag: 'online', off: 'payment_online_disabled' },
  { method: 'wx', icon: IconBrandWechat, flag: 'online', off: 'payment_online_disabled' },
  { method: 'airwallex', icon: IconCreditCard, flag: 'card', off: 'payment_card_disabled' },
  { method: 'cryptomus', icon: IconCoinBitcoin, flag: 'crypto', off: 'payment_crypto_disabled' },
];

/** The ways to pay as they are offered: those that are on first. Coins are not named while they are off. */
export function listMethods(flags: PaymentFlags): (MethodCard & { on: boolean })[] {
  return CARDS.map((card) => ({ ...card, on: flags[card.flag] }))
    .filter(({ method, on }) => on || method !== 'cryptomus')
    .sort((left, right) => Number(right.on) - Number(left.on));
}

/** What is paid by a method, with the sign of its currency: yuan for epay, dollars for the others. */
export function formatPayable(method: PaymentMethod, amount: string): string {
  return `${method === 'zfb' || method === 'wx' ? '¥' : '$'}${amount}`;
}

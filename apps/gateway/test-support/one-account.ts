import { createLeaseAccount } from '../src/domain/wallet/lease-account.ts';
import type { Wallet } from '../src/domain/wallet/wallet.ts';

/** Opens a wallet of one account, with what calls need of it. */
export function openOneAccount(balance: number) {
  let reserved = 0;
  const take = (amount: number) => {
    if (reserved + amount > balance) return false;
    reserved += amount;
    return true;
  };
  const wallet: Pick<Wallet, 'reserve' | 'extend'> = {
    reserve: ({ amount, least = amount }) => {
      const taken = [amount, least].find(take);
      if (taken === undefined) return Promise.resolve('user');
      return { ...NOBODY, amount: taken, open: true, spending: undefined, noteId: undefined };
    },
    async extend(reservation, more) {
      if (!take(more)) return false;
      reservation.amount += more;
      return true;
    },
  };
  return wallet as Wallet;
}

const NOBODY = { user: createLeaseAccount('user', 1, 0), apiKey: undefined };

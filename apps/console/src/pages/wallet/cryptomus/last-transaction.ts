import type { CryptoTransaction } from '@tollgate/contract';

const KEY = 'crypto-transaction';

/**
 * The last transaction that this tab started. Neither closing its dialog nor a reload, as when a phone comes
 * back from the payer's wallet, must lose the address to pay to and how much is missing.
 */
export const lastTransaction = {
  keep(userId: number | undefined, transaction: CryptoTransaction): void {
    sessionStorage.setItem(KEY, JSON.stringify({ userId, transaction }));
  },
  /** Returns the transaction of this user, if any. */
  readOf(userId: number | undefined): CryptoTransaction | undefined {
    const text = sessionStorage.getItem(KEY);
    if (text === null) return undefined;
    const kept = JSON.parse(text) as { userId?: number; transaction: CryptoTransaction };
    return kept.userId === userId ? kept.transaction : undefined;
  },
  forget: (): void => sessionStorage.removeItem(KEY),
};

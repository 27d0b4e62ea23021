import { readApiKeyBalance } from '../../store/api-keys-repository.ts';
import { readUserBalance } from '../../store/users-repository.ts';
import type { Store } from '../../store/open-store.ts';
import type { Wallet } from '../wallet/wallet.ts';

export interface Balance {
  used: number;
  remaining: number;
}

/** Reads up-to-date balances, in quota, including all finished calls. */
export interface BalanceReader {
  ofUser(userId: number): Promise<Balance>;
  ofApiKey(apiKeyId: number): Promise<Balance>;
}

export function createBalanceReader(store: Store, wallet: Wallet): BalanceReader {
  return {
    async ofUser(userId) {
      await wallet.flush();
      const row = await readUserBalance(store.db, userId);
      return { used: row.used_quota, remaining: row.quota };
    },
    async ofApiKey(apiKeyId) {
      await wallet.flush();
      const row = await readApiKeyBalance(store.db, apiKeyId);
      return { used: row.used_quota, remaining: row.unlimited_quota === 1 ? 0 : row.remain_quota };
    },
  };
}

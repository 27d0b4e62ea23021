import { formatQuotaExactly } from '@tollgate/pricing';
import type { RemoteCall } from './remote-command.ts';

/** What turns quota into dollars, with as many decimals as it has. Asks the gateway what a dollar is. */
export async function openMoney({ client }: RemoteCall): Promise<(quota: number) => string> {
  const { quota_per_unit } = await client.call('getStatus');
  const display = { displayInCurrency: true, quotaPerUnit: quota_per_unit };
  return (quota) => formatQuotaExactly(quota, display);
}

/** Dollars and the units behind them: `$5.00 (2500000)`. */
export function withUnits(money: (quota: number) => string, quota: number): string {
  return `${money(quota)} (${quota})`;
}

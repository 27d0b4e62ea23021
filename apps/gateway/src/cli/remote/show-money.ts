import { formatQuotaExactly } from '@tollgate/pricing';
import type { RemoteCall } from './remote-command.ts';

/**
 * Returns a formatter of quota as dollars, with as many decimals as needed. Asks the gateway for the quota
 * per dollar.
 */
export async function openMoney({ client }: RemoteCall): Promise<(quota: number) => string> {
  const { quota_per_unit } = await client.call('getStatus');
  const display = { displayInCurrency: true, quotaPerUnit: quota_per_unit };
  return (quota) => formatQuotaExactly(quota, display);
}

/** Formats dollars and the units behind them: `$5.00 (2500000)`. */
export function withUnits(money: (quota: number) => string, quota: number): string {
  return `${money(quota)} (${quota})`;
}

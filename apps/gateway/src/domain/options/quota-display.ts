import { formatQuotaExactly, groupThousands, type QuotaDisplay } from '@tollgate/pricing';
import type { OptionStore } from './options.ts';

type DisplayOptions = Pick<OptionStore, 'boolean' | 'number'>;

/** Returns how this installation displays quota, for texts that the server writes. */
export function quotaDisplay(options: DisplayOptions): QuotaDisplay {
  return {
    displayInCurrency: options.boolean('DisplayInCurrencyEnabled'),
    quotaPerUnit: options.number('QuotaPerUnit'),
  };
}

/**
 * Formats quota exactly as this installation displays it, for messages in which a bare number would mean
 * nothing.
 */
export function formatDisplayQuota(options: DisplayOptions, quota: number): string {
  return groupThousands(formatQuotaExactly(quota, quotaDisplay(options)));
}

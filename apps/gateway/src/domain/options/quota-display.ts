import { formatQuotaExactly, groupThousands, type QuotaDisplay } from '@tollgate/pricing';
import type { OptionStore } from './options.ts';

type DisplayOptions = Pick<OptionStore, 'boolean' | 'number'>;

/** How this installation shows quota, for texts that the server writes. */
export function quotaDisplay(options: DisplayOptions): QuotaDisplay {
  return {
    displayInCurrency: options.boolean('DisplayInCurrencyEnabled'),
    quotaPerUnit: options.number('QuotaPerUnit'),
  };
}

/** Units of quota as this installation shows them, to the last one: for messages, where a bare number is none. */
export function tellQuota(options: DisplayOptions, quota: number): string {
  return groupThousands(formatQuotaExactly(quota, quotaDisplay(options)));
}

import type { QuotaDisplay } from '@tollgate/pricing';
import type { OptionStore } from './options.ts';

/** How this installation shows quota, for texts that the server writes. */
export function quotaDisplay(options: Pick<OptionStore, 'boolean' | 'number'>): QuotaDisplay {
  return {
    displayInCurrency: options.boolean('DisplayInCurrencyEnabled'),
    quotaPerUnit: options.number('QuotaPerUnit'),
  };
}

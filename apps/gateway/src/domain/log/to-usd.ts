import { formatQuotaExactly } from '@tollgate/pricing';
import type { Domain } from '../domain.ts';

/** Returns a function that converts quota to US dollars for files; '' if quota has no price. */
export function createToUsd({ options }: Pick<Domain, 'options'>): (quota: number) => number | '' {
  const unit = { displayInCurrency: true, quotaPerUnit: options.number('QuotaPerUnit') };
  return (quota) => {
    const dollars = Number(formatQuotaExactly(quota, unit).replace('$', ''));
    return Number.isFinite(dollars) ? dollars : '';
  };
}

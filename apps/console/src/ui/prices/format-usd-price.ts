import type { UsdPrice } from '@tollgate/pricing';
import type { TFunction } from 'i18next';

/** Formats a price in one line: "$2.5 in · $10 out for 1M tokens", or "$0.04 a call". */
export function formatUsdPrice({ call, input, output }: UsdPrice, t: TFunction): string {
  if (call !== undefined) return t('ui.noPrice.perCall', { price: call });
  return output === undefined
    ? t('ui.noPrice.perMillionIn', { input })
    : t('ui.noPrice.perMillion', { input, output });
}

import { add, parseDecimal, toNumber } from './decimal.ts';
import type { Tariff } from './tariff.ts';

/** The name in a tariff of the fee for every call of a model, whatever it requests. */
export const REQUEST_FEE = 'request_fee';

/** Returns the fee of one call in USD, whether it is set per use or per request; 0 if there is none. */
export function requestFeeOf(tariff: Tariff | undefined): number {
  const fee = tariff?.tools.get(REQUEST_FEE);
  if (!fee) return 0;
  const [use, request] = [parseDecimal(fee.use), parseDecimal(fee.request)];
  if (typeof use === 'string' || typeof request === 'string')
    throw new RangeError('the fee of a call is no decimal');
  return toNumber(add(use, request));
}

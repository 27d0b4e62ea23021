import type { DecimalFault } from './decimal.ts';

/** An invalid price option. `key` is empty if the whole map, or a single number, is wrong. */
export class PriceError extends Error {
  readonly map: string;
  readonly key: string;
  readonly reason: DecimalFault | 'not-a-map';

  constructor(map: string, key: string, reason: PriceError['reason']) {
    super(`${key === '' ? map : `${map}.${key}`}: ${MEANINGS[reason]}`);
    this.name = 'PriceError';
    this.map = map;
    this.key = key;
    this.reason = reason;
  }
}

const MEANINGS: Record<PriceError['reason'], string> = {
  'not-a-map': 'is not a map of names to numbers',
  'not-a-number': 'is not a number of 0 or more',
  'too-large': 'is too large to charge with',
};

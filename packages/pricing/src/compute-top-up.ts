import { type Decimal, multiply, parseDecimal, roundHalfUp } from './decimal.ts';

export interface TopUpInput {
  /** Units to buy; one unit is `quotaPerUnit` quota. */
  amount: number;
  /** Price of a unit, in the currency paid. */
  price: number;
  /** The buyer's group factor. */
  topUpGroupRatio: number;
  quotaPerUnit: number;
  /** The smallest amount of the currency, in hundredths: 100 where there are none. 1 by default. */
  payStep?: number;
}

export interface TopUp {
  /** Hundredths of the currency, rounded to what it has; halves up. */
  payCents: number;
  quota: number;
}

/** Computes what a top-up costs and credits. Throws RangeError for invalid numbers, or beyond 2^53. */
export function computeTopUp(input: TopUpInput): TopUp {
  const { amount, price, topUpGroupRatio, quotaPerUnit, payStep = 1 } = input;
  const units = exact(amount);
  const cost = multiply(multiply(units, exact(price)), exact(topUpGroupRatio));
  return {
    payCents: toSafeInteger(multiply(cost, exact(100 / payStep))) * payStep,
    quota: toSafeInteger(multiply(units, exact(quotaPerUnit))),
  };
}

function exact(value: number): Decimal {
  const decimal = parseDecimal(value);
  if (typeof decimal === 'string') throw new RangeError('an amount is no number of 0 or more');
  return decimal;
}

function toSafeInteger(value: Decimal): number {
  const rounded = Number(roundHalfUp(value));
  if (rounded > Number.MAX_SAFE_INTEGER)
    throw new RangeError('an amount is beyond what can be booked');
  return rounded;
}

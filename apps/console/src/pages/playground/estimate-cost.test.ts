import { type Pricing, QUOTA_TYPE_CALL } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { estimateCost } from './estimate-cost.ts';

test('a call with a price of its own is estimated in the site’s unit, as it is charged', () => {
  const price = { quota_type: QUOTA_TYPE_CALL, model_price: 0.04 } as Pricing;
  const tokens = { answerTokens: 9, promptTokens: 9 };
  expect(estimateCost(price, 2, tokens)).toBe(40_000);
  expect(estimateCost(price, 2, { ...tokens, quotaPerUnit: 250_000 })).toBe(20_000);
});

import { type Price, REQUEST_FEE } from '@tollgate/pricing';
import type { SurchargePlan } from './surcharge-plan.ts';

/**
 * Plans the fee that is due for every call of a model, for work that requests no tools and no tier; undefined
 * if there is none.
 */
export function planRequestFee({ tariff }: Price): SurchargePlan | undefined {
  const fee = tariff?.tools.get(REQUEST_FEE);
  if (!tariff || !fee) return undefined;
  const { quotaPerUnit } = tariff;
  return {
    requested: { tools: [] },
    tariff,
    tools: [{ family: REQUEST_FEE, tool: REQUEST_FEE, path: 'model', flat: 1, most: 1 }],
    usesMax: Infinity,
    tierMax: 1,
    worst: { tools: { [REQUEST_FEE]: { ...fee, uses: 1 } }, tiers: {}, quotaPerUnit },
    promptTokens: 0,
  };
}

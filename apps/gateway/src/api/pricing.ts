import { endpoints } from '@tollgate/contract';
import { listPrices } from '../domain/options/pricing.ts';
import { ApiResponse, implement } from './context.ts';

export const pricingRoutes = [
  implement(endpoints.getPricing, async ({ domain, caller }) => {
    const { models, groups, own: ownGroup } = listPrices(domain, caller?.user);
    const entries = Object.entries(groups);
    return new ApiResponse(models, {
      extras: {
        group_ratio: Object.fromEntries(entries.map(([name, { ratio }]) => [name, ratio])),
        usable_group: Object.fromEntries(entries.map(([name, { desc }]) => [name, desc])),
        user_group: ownGroup,
      },
    });
  }),
];

import { endpoints } from '@tollgate/contract';
import { listPrices } from '../domain/options/pricing.ts';
import { Answer, implement } from './context.ts';

export const pricingRoutes = [
  implement(endpoints.getPricing, async ({ domain, caller }) => {
    const { models, groups, own } = listPrices(domain, caller?.user);
    const entries = Object.entries(groups);
    return new Answer(models, {
      extras: {
        group_ratio: Object.fromEntries(entries.map(([name, { ratio }]) => [name, ratio])),
        usable_group: Object.fromEntries(entries.map(([name, { desc }]) => [name, desc])),
        user_group: own,
      },
    });
  }),
];

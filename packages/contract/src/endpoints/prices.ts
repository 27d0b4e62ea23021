import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { unpricedModel } from '../entities/price.ts';

export const priceEndpoints = {
  listUnpriced: endpoint({
    method: 'GET',
    path: '/api/price/unpriced',
    access: 'admin',
    summary:
      'Models that enabled channels offer and that have no price, so that calls are refused, with list prices for them',
    data: z.array(unpricedModel),
    extras: z.object({
      /** Groups that enabled channels name and that have no ratio: their calls are refused too. */
      groups_without_ratio: z.array(z.string()),
    }),
  }),
};

import { endpoints } from '@tollgate/contract';
import { listGroupsWithoutRatio, listUnpriced } from '../domain/prices/list-unpriced.ts';
import { Answer, implement } from './context.ts';

export const priceRoutes = [
  implement(
    endpoints.listUnpriced,
    async ({ domain }) =>
      new Answer(listUnpriced(domain), {
        extras: { groups_without_ratio: listGroupsWithoutRatio(domain) },
      }),
  ),
];

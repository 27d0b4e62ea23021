import { endpoints } from '@tollgate/contract';
import { listGroupUses } from '../domain/options/list-group-uses.ts';
import {
  findUnpriced,
  listGroupsWithoutRatio,
  listUnpriced,
} from '../domain/prices/list-unpriced.ts';
import { previewPrices } from '../domain/prices/preview-prices.ts';
import { listPriceProposals, readPriceBook } from '../domain/prices/read-price-book.ts';
import { pagePriceVersions, readPriceVersion } from '../domain/prices/read-price-versions.ts';
import { savePriceBook, setPrices } from '../domain/prices/save-prices.ts';
import { ApiResponse, callerOf, implement } from './context.ts';

export const priceRoutes = [
  implement(
    endpoints.listUnpriced,
    async ({ domain }) =>
      new ApiResponse(listUnpriced(domain), {
        extras: { groups_without_ratio: listGroupsWithoutRatio(domain) },
      }),
  ),
  implement(endpoints.checkPrices, async ({ domain, body }) => findUnpriced(domain, body.models)),
  implement(endpoints.listGroupUses, ({ domain }) => listGroupUses(domain)),
  implement(endpoints.getPriceBook, ({ domain }) => readPriceBook(domain)),
  implement(endpoints.savePriceBook, (call) =>
    savePriceBook(call.domain, call.body.options, callerOf(call).user, call.body),
  ),
  implement(endpoints.setPrices, (call) =>
    setPrices(call.domain, call.body.prices, callerOf(call).user, call.body),
  ),
  implement(endpoints.listPriceProposals, async ({ domain }) => listPriceProposals(domain)),
  implement(endpoints.previewPrices, ({ domain, body }) => previewPrices(domain, body.options)),
  implement(endpoints.listPriceVersions, ({ domain, query }) => pagePriceVersions(domain, query)),
  implement(endpoints.getPriceVersion, ({ domain, params }) => readPriceVersion(domain, params.id)),
];

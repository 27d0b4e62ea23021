import { createBalanceReader } from '../../domain/accounts/balances.ts';
import type { Domain } from '../../domain/domain.ts';
import { languageOf } from '../../domain/error-texts.ts';
import type { Caller } from '../caller.ts';
import type { RelayRequest } from '../relay-call.ts';
import type { RelayRoute } from '../request/routes.ts';
import { billingSubscription, billingUsage } from './billing-endpoints.ts';
import { readKeyLog, readKeyUsage } from './key-endpoints.ts';
import { getModel, listModels } from './list-models.ts';

/** Endpoints that report what a key may call and what it has used. */
type KeyRoute = Extract<
  RelayRoute,
  {
    name:
      | 'list-models'
      | 'get-model'
      | 'billing-subscription'
      | 'billing-usage'
      | 'key-usage'
      | 'key-log';
  }
>;

/** Returns the body of the response. Throws AppError relay_model_not_found. */
export async function serveKeyEndpoint(
  domain: Domain,
  { request, dialect }: RelayRequest,
  route: KeyRoute,
  { holder }: Caller,
): Promise<Uint8Array> {
  const { catalog, options, store, wallet } = domain;
  switch (route.name) {
    case 'list-models':
      return listModels({ catalog, holder, dialect });
    case 'get-model':
      return getModel({ catalog, holder, dialect }, route.model);
    case 'billing-subscription':
      return toJson(await billingSubscription(createBalanceReader(store, wallet), options, holder));
    case 'billing-usage':
      return toJson(await billingUsage(createBalanceReader(store, wallet), options, holder));
    case 'key-usage':
      return toJson(await readKeyUsage(domain, holder));
    case 'key-log':
      return toJson(
        await readKeyLog(domain, holder, languageOf(request.headers['accept-language'])),
      );
  }
}

/** Renders a value as JSON in UTF-8. */
export function toJson(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

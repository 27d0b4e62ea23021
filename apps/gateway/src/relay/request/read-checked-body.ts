import type { PriceBook } from '@tollgate/pricing';
import type { ApiKeyHolder } from '../../domain/accounts/api-key-directory.ts';
import type { ByteBudget } from '../../platform/byte-budget.ts';
import type { HttpRequest } from '../../platform/http-server/http-exchange.ts';
import { FastPathRequest } from '../../platform/http-server/fast-path-request.ts';
import { groupsOf, mayCall, priceFor } from './admit.ts';
import { type HolderServices, readmitCaller } from './admit-holder.ts';
import { checkJsonLimits } from './check-json-limits.ts';
import { readBody } from './read-body.ts';
import type { RelayRequest } from '../relay-call.ts';
import { reserveAmount, type ReserveContext } from '../billing/reserve-call.ts';

export interface BodyServices extends HolderServices {
  readonly bodies: ByteBudget;
  readonly run: ReserveContext;
}

/** Up to this size a body arrives with its head, or right after it. */
export const SMALL_BYTES = 64 * 1024;

/**
 * Reads the body of a call, synchronously if it has arrived, and checks that it is safe to parse. Refuses a
 * caller who can't pay for anything before reading a large body, and one who may no longer call after it.
 * Rejects with AppError as readBody and checkJsonLimits do, and with relay_insufficient_quota or
 * relay_insufficient_key_quota.
 */
export function readCheckedBody(
  services: BodyServices,
  incoming: RelayRequest,
  { maxBytes, isForm }: { maxBytes: number; isForm: boolean },
): Buffer | Promise<Buffer> {
  const { request, caller } = incoming;
  const read = () => {
    const bytes = readBody(incoming, { maxBytes, budget: services.bodies });
    return bytes instanceof Promise
      ? bytes.then(async (arrived) => {
          await readmitCaller(services, incoming);
          return checkBody(incoming, arrived, isForm);
        })
      : checkBody(incoming, bytes, isForm);
  };
  return caller && isLargeUpload(request)
    ? refuseWithoutBalance(services, caller.holder).then(read)
    : read();
}

function checkBody(
  { payload }: RelayRequest,
  bytes: Buffer,
  isForm: boolean,
): Buffer | Promise<Buffer> {
  payload?.request(bytes, isForm);
  const checked = isForm ? undefined : checkJsonLimits(bytes);
  return checked ? checked.then(() => bytes) : bytes;
}

/** Whether a body is still arriving, and large or of unknown size. */
function isLargeUpload(request: HttpRequest): boolean {
  if (request instanceof FastPathRequest)
    return !request.complete && request.bodyLength > SMALL_BYTES;
  const length = request.headers['content-length'];
  return length === undefined || Number(length) > SMALL_BYTES;
}

/**
 * Refuses a caller who can't pay for anything, before expensive work. Throws AppError
 * relay_insufficient_quota or relay_insufficient_key_quota.
 */
export async function refuseWithoutBalance(
  services: BodyServices,
  holder: ApiKeyHolder,
): Promise<void> {
  if (mayCallForFree(services, holder)) return;
  const { run } = services;
  run.wallet.void(await reserveAmount(run, holder, 1));
}

const freeModels = new WeakMap<PriceBook, Map<string, readonly string[]>>();

/** Whether this caller has a channel for a free model. */
function mayCallForFree({ admit }: BodyServices, holder: ApiKeyHolder): boolean {
  const { prices, catalog } = admit();
  return findFree(prices, holder).some(
    (model) =>
      mayCall(holder, model) &&
      groupsOf(holder).some((group) => catalog.tiers(group, model).length > 0),
  );
}

/** Returns the models that are free for the holder of a key; computed once per groups and price book. */
function findFree(prices: PriceBook, holder: ApiKeyHolder): readonly string[] {
  const group = `${holder.userGroups[0] ?? ''}\n${holder.group}`;
  const known = freeModels.get(prices) ?? new Map<string, readonly string[]>();
  freeModels.set(prices, known);
  let names = known.get(group);
  if (!names) {
    names = prices.listModels().filter((model) => priceFor(prices, holder, model)?.free);
    known.set(group, names);
  }
  return names;
}

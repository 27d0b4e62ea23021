import type { RuntimeChannel } from '../domain/channels/channel-catalog.ts';
import type { Wallet } from '../domain/wallet/wallet.ts';
import { type BuiltRequest, buildUpstreamRequest } from './build-upstream-request.ts';
import { mostOutput } from './output-cover.ts';
import type { RelayCall } from './relay-call.ts';
import { tooDear } from './upstream-faults.ts';

type Built = ReturnType<typeof buildUpstreamRequest>;

/**
 * The request of a try, once the most that it can be answered is reserved. What counts is the body
 * that goes out: a translation may drop, raise or fill in a limit, a channel may set one. Where the
 * balance can't follow, a call whose client set no limit goes out with one.
 */
export function buildCoveredRequest(
  wallet: Wallet,
  call: RelayCall,
  channel: RuntimeChannel,
  nowMs: number,
): Built | Promise<Built> {
  const built = buildUpstreamRequest(call, channel, nowMs);
  if ('fault' in built || isCovered(call, built)) return built;
  return coverMore(wallet, call, built).then((needed) => {
    if (needed === undefined) return built;
    const limited = limitOutput(call, channel, nowMs);
    return limited ?? { fault: tooDear(call, needed - call.reservation.amount) };
  });
}

function outputOf({ translation, upstreamModel }: BuiltRequest): number {
  return mostOutput(translation.sentLimits, upstreamModel);
}

/** Calls with pictures or sound are reserved by what they ask for. */
function isCovered(call: RelayCall, built: BuiltRequest): boolean {
  return call.client.media !== undefined || outputOf(built) <= call.cover.tokens;
}

/** Reserves what is missing; answers what would be needed where that can't be had. */
async function coverMore(
  wallet: Wallet,
  { cover, reservation }: RelayCall,
  built: BuiltRequest,
): Promise<number | undefined> {
  const tokens = outputOf(built);
  const needed = cover.quotaFor(tokens);
  const more = needed - reservation.amount;
  if (more > 0 && !(await wallet.extend(reservation, more))) return needed;
  cover.grow(tokens);
  return undefined;
}

/** The request with the limit that the reservation covers; undefined where it can't carry one. */
function limitOutput(call: RelayCall, channel: RuntimeChannel, nowMs: number): Built | undefined {
  const { cover, clientRequest } = call;
  if (clientRequest.maxOutputTokens !== undefined || cover.limit !== undefined) return undefined;
  cover.limit = Math.floor(cover.tokens / clientRequest.choices);
  const built = buildUpstreamRequest(call, channel, nowMs);
  if ('fault' in built || isCovered(call, built)) return built;
  cover.limit = undefined;
  return undefined;
}

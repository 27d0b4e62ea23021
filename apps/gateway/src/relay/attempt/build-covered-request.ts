import { generatedImageTokensOf, maxImageTokensOf } from '@tollgate/dialects';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import type { Wallet } from '../../domain/wallet/wallet.ts';
import { type BuiltRequest, buildUpstreamRequest } from './build-upstream-request.ts';
import { longestRead } from '../billing/longest-read.ts';
import type { ReserveContext } from '../billing/reserve-call.ts';
import { mostOutput } from '../billing/output-cover.ts';
import type { RelayCall } from '../relay-call.ts';
import { costExceedsBalance } from '../errors/upstream-faults.ts';

type Built = ReturnType<typeof buildUpstreamRequest>;

/**
 * Builds the request of an attempt once its largest possible response is reserved. What counts is the body
 * actually sent: conversion may drop, raise or fill in a limit, and a channel may set one. If the balance is
 * too small, a call whose client set no limit is sent with one.
 */
export function buildCoveredRequest(
  context: ReserveContext,
  call: RelayCall,
  channel: RuntimeChannel,
  nowMs: number,
): Built | Promise<Built> {
  const built = buildUpstreamRequest(call, channel, nowMs);
  // The operator's system prompt is read and billed too: one byte is at most one token.
  const prompt = channel.policy.overrides?.systemPrompt;
  call.cover.addedPrompt = prompt === undefined ? 0 : Buffer.byteLength(prompt);
  if (!('fault' in built)) {
    call.cover.addedPrompt += addedImageTokens(call, built.upstreamModel);
    call.cover.addedPrompt += addedStoredTokens(call, channel, built.upstreamModel);
  }
  if ('fault' in built || isCovered(call, built)) return built;
  return coverMore(context.wallet, call, built).then((needed) => {
    if (needed === undefined) return built;
    const limited = limitOutput(call, channel, built.upstreamModel, nowMs);
    return limited ?? { fault: costExceedsBalance(call, context.formatQuota(needed)) };
  });
}

/** Image tokens beyond those reserved: a mapped model may charge more for images. */
function addedImageTokens({ clientRequest }: RelayCall, upstreamModel: string): number {
  const { images = 0, model } = clientRequest;
  if (images === 0 || upstreamModel === model) return 0;
  return images * Math.max(0, maxImageTokensOf(upstreamModel) - maxImageTokensOf(model));
}

/**
 * The tokens of a continued conversation beyond what was reserved: only the model that counted them
 * is known to read no more.
 */
function addedStoredTokens(
  { clientRequest, stateOwner }: RelayCall,
  { id }: RuntimeChannel,
  upstreamModel: string,
): number {
  if (clientRequest.ownPromptTokensMax === undefined) return 0;
  const stored = stateOwner?.stored;
  const isSame = id === stateOwner?.channelId && upstreamModel === stored?.upstreamModel;
  return isSame ? 0 : clientRequest.promptTokensMax - longestRead(clientRequest, stored);
}

function outputOf({ translation, upstreamModel }: BuiltRequest): number {
  return mostOutput(translation.sentLimits, upstreamModel);
}

/** Calls for images or audio are reserved by the work they request. */
function isCovered(call: RelayCall, built: BuiltRequest): boolean {
  const { client, cover, reservation } = call;
  if (client.media !== undefined) return true;
  const tokens = outputOf(built);
  if (tokens > cover.tokens) return false;
  return cover.addedPrompt === 0 || cover.quotaFor(tokens) <= reservation.amount;
}

/** Reserves the missing amount; returns the total needed if that fails. */
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

/**
 * Rebuilds the request with the limit that the reservation covers; returns undefined if it can't carry one.
 */
function limitOutput(
  call: RelayCall,
  channel: RuntimeChannel,
  upstreamModel: string,
  nowMs: number,
): Built | undefined {
  const { cover, clientRequest, reservation } = call;
  if (clientRequest.maxOutputTokens !== undefined) return undefined;
  const before = cover.limit;
  const share = Math.floor(cover.tokensFor(reservation.amount) / clientRequest.choices);
  const limit = share - generatedImageTokensOf(upstreamModel);
  if (limit < 1 || (before !== undefined && limit >= before)) return undefined;
  cover.limit = limit;
  const built = buildUpstreamRequest(call, channel, nowMs);
  if ('fault' in built || isCovered(call, built)) return built;
  cover.limit = before;
  return undefined;
}

import type { UpstreamFault } from '@tollgate/dialects';
import { WebSocket } from 'ws';
import type { RuntimeChannel, Tier } from '../../domain/channels/channel-catalog.ts';
import { type ChannelRoute, routeCall } from '../../domain/channels/channel-route.ts';
import { AppError } from '../../platform/app-error.ts';
import { unsupported } from '../errors/upstream-faults.ts';
import { realtimeAffinity } from '../routing/conversation-affinity.ts';
import { chooseChannel } from '../routing/choose-channel.ts';
import type { Attempt } from '../relay-call.ts';
import type { CallerError } from '../errors/caller-error.ts';
import type { RouteTrace } from '../routing/route-trace.ts';
import { describeFault } from '../errors/describe-fault.ts';
import { connectUpstream } from './open-upstream-socket.ts';
import type { RealtimeClient, RealtimeServices } from './realtime-client.ts';

/** Headers of calls that mean nothing to a talk. */
const NOT_FOR_SESSIONS = new Set(['content-type', 'accept-encoding', 'accept']);

/** A channel that took a talk. */
export interface ConnectedSession {
  readonly socket: WebSocket;
  readonly channel: RuntimeChannel;
  readonly upstreamModel: string;
}

/** No channel took the talk; what the last one said, in words for the caller. */
export class SessionRefused extends Error {
  readonly fault: CallerError;

  constructor(fault: CallerError) {
    super(fault.message);
    this.fault = fault;
  }
}

/** What is noted of the way to a channel. */
export interface SessionRoute {
  readonly tiers: readonly Tier[];
  readonly attempts: Attempt[];
  readonly trace: RouteTrace;
}

/** Tries channels until one takes the talk. Throws SessionRefused, or AppError where there is none. */
export async function connectSession(
  services: RealtimeServices,
  realtimeClient: RealtimeClient,
  { tiers, attempts, trace }: SessionRoute,
): Promise<ConnectedSession> {
  const { health, random, retryTimes } = services.run;
  const { model, credential } = realtimeClient;
  const tried = new Set<number>();
  const home = realtimeAffinity(services.run, realtimeClient);
  const place = home.find();
  const wish = {
    model,
    inputTokens: 0,
    tried,
    preferred: place?.channelId,
    random: place ? random : home.draw(random),
  };
  const isPinned = credential.pinnedChannelId !== undefined;
  let last: { fault: UpstreamFault; channel: RuntimeChannel | undefined } | undefined;
  const triesMax = isPinned ? 1 : 1 + retryTimes();
  for (let tries = 0; tries < triesMax;) {
    const choice = chooseChannel(tiers, health, wish);
    if (!choice) break;
    trace.note(isPinned ? 'pinned' : choice.reason, health, wish);
    tried.add(choice.channel.id);
    const preferred = place?.keyFingerprint ?? home.drawKey(choice.channel);
    const keys = { random, tried: new Set<string>(), preferred };
    const channel = health.pickKey(choice.channel, keys);
    const route =
      channel && routeCall(channel, { kind: 'realtime', model, dialect: 'openai-chat' });
    if (!channel || !route) {
      last ??= { fault: unsupported, channel: undefined };
      continue;
    }
    tries += 1;
    // oxlint-disable-next-line no-await-in-loop -- one try after the other
    const result = await tryChannel(services, realtimeClient, { channel, route, attempts });
    if (result instanceof WebSocket) {
      home.remember(channel);
      return { socket: result, channel, upstreamModel: route.upstreamModel };
    }
    last = { fault: result, channel };
    if (!result.retryable) break;
  }
  if (!last) throw new AppError('relay_no_channel', { model, group: realtimeClient.holder.group });
  const { language } = realtimeClient;
  throw new SessionRefused(
    describeFault(last.fault, last.channel, { language, clientRequest: realtimeClient }),
  );
}

async function tryChannel(
  { domain, run }: RealtimeServices,
  { model, intent, headers }: RealtimeClient,
  {
    channel,
    route,
    attempts,
  }: { channel: RuntimeChannel; route: ChannelRoute; attempts: Attempt[] },
): Promise<WebSocket | UpstreamFault> {
  const startedAt = performance.now();
  const target = {
    url: intent === undefined ? route.url : `${route.url}&intent=${encodeURIComponent(intent)}`,
    headers: headersOf(route, headers),
    allowPrivate: domain.config.ALLOW_PRIVATE_UPSTREAMS,
  };
  const ticket = run.health.begin(channel, model);
  const result = await connectUpstream(target);
  const ms = Math.round(performance.now() - startedAt);
  const attempt: Attempt = { channel: channel.id, name: channel.name, ms, status: 101 };
  if (channel.keyOf) attempt.key = channel.keyFingerprint;
  attempts.push(attempt);
  if (result instanceof WebSocket) {
    ticket.succeeded(ms);
    return result;
  }
  ticket.failed(result);
  attempt.status = result.http;
  attempt.fault = result.code ?? result.kind;
  return result;
}

/** The channel's headers and those of the client that mean something to the provider. */
function headersOf(
  { headers, clientHeaders, ownHeaders }: ChannelRoute,
  sent: RealtimeClient['headers'],
): Record<string, string> {
  const result: Record<string, string> = {};
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] as string;
    if (!NOT_FOR_SESSIONS.has(name)) result[name] = headers[at + 1] as string;
  }
  for (const [name] of clientHeaders) {
    const value = sent[name];
    if (typeof value === 'string' && !ownHeaders.has(name)) result[name] = value;
  }
  return result;
}

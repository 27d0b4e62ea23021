import { WebSocket } from 'ws';
import type { RuntimeChannel, Tier } from '../../domain/channels/channel-catalog.ts';
import { type ChannelRoute, routeCall } from '../../domain/channels/channel-route.ts';
import { buildRequest, namedHeaders } from '../../domain/channels/upstream-request.ts';
import { AppError } from '../../platform/app-error.ts';
import { unsupported } from '../errors/upstream-faults.ts';
import { realtimeAffinity } from '../routing/conversation-affinity.ts';
import type { AttemptTarget } from '../attempt/attempt-context.ts';
import type { AttemptResult } from '../attempt/attempt-result.ts';
import { AttemptRunner } from '../attempt/attempt-runner.ts';
import { recordAttempt } from '../attempt/record-attempt.ts';
import type { Attempt } from '../attempt/logged-attempt.ts';
import type { CallerError } from '../errors/caller-error-fields.ts';
import type { RouteTrace } from '../routing/route-trace.ts';
import { describeFault } from '../errors/describe-fault.ts';
import { connectUpstream } from './open-upstream-socket.ts';
import type { RealtimeServices } from './admit-realtime-client.ts';
import type { RealtimeClient } from './realtime-client.ts';

/** Headers of calls that do not apply to a realtime session. */
const NOT_FOR_SESSIONS = new Set(['content-type', 'accept-encoding', 'accept']);

/** A channel that accepted a session. */
export interface ConnectedSession {
  readonly socket: WebSocket;
  readonly channel: RuntimeChannel;
  readonly upstreamModel: string;
}

/** No channel accepted the session; carries the last one's fault as the error for the caller. */
export class SessionRefused extends Error {
  readonly fault: CallerError;

  constructor(fault: CallerError) {
    super(fault.message);
    this.fault = fault;
  }
}

/** Facts about the connection for the log. */
export interface SessionRoute {
  readonly tiers: readonly Tier[];
  readonly attempts: Attempt[];
  readonly trace: RouteTrace;
}

/** Connects a session with failover. Throws SessionRefused, or AppError if there is no channel. */
export async function connectSession(
  services: RealtimeServices,
  client: RealtimeClient,
  route: SessionRoute,
): Promise<ConnectedSession> {
  const run = new ConnectRun(services, client, route);
  const end = await run.run();
  if (typeof end !== 'string') throw new SessionRefused(end);
  return run.connected as ConnectedSession;
}

class ConnectRun extends AttemptRunner<CallerError> {
  /** Set once a channel has accepted the session. */
  connected: ConnectedSession | undefined;
  readonly #client: RealtimeClient;
  readonly #attempts: Attempt[];
  readonly #allowPrivate: boolean;

  constructor(
    { domain, run }: RealtimeServices,
    client: RealtimeClient,
    { tiers, attempts, trace }: SessionRoute,
  ) {
    super(run, { tiers, pinned: client.credential.pinnedChannelId !== undefined, trace });
    this.affinity = realtimeAffinity(run, client);
    this.#client = client;
    this.#attempts = attempts;
    this.#allowPrivate = domain.config.ALLOW_PRIVATE_UPSTREAMS;
  }

  protected override get model(): string {
    return this.#client.model;
  }

  protected override get inputTokens(): number {
    return 0;
  }

  protected override async attempt(target: AttemptTarget): Promise<AttemptResult> {
    const { channel } = target;
    const { model, intent, headers } = this.#client;
    const route = routeCall(channel, { kind: 'realtime', model, dialect: 'openai-chat' });
    if (!route) return { kind: 'fault', fault: unsupported, unsent: true };
    const { url, upstreamModel } = route;
    return recordAttempt(this.#attempts, target, async () => {
      const result = await connectUpstream({
        url: intent === undefined ? url : `${url}&intent=${encodeURIComponent(intent)}`,
        headers: headersOf(route, headers),
        allowPrivate: this.#allowPrivate,
      });
      if (!(result instanceof WebSocket)) return { status: result.http, fault: result };
      this.connected = { socket: result, channel, upstreamModel };
      return { status: 101 };
    });
  }

  protected override onResponded(channel: RuntimeChannel): void {
    this.affinity?.remember(channel);
  }

  protected override describeEnd(): CallerError {
    const { model, holder, language } = this.#client;
    if (!this.lastFault) throw new AppError('relay_no_channel', { model, group: holder.group });
    const clientRequest = { model };
    return describeFault(this.lastFault, this.lastChannel, { language, clientRequest });
  }
}

/** Returns the channel's headers and those of the client that apply to the provider. */
function headersOf(
  route: ChannelRoute,
  { 'user-agent': _agent, ...clientHeaders }: RealtimeClient['headers'],
): Record<string, string> {
  const { url } = route;
  const request = buildRequest(route, {
    url,
    body: undefined,
    dialect: 'openai-chat',
    clientHeaders,
  });
  const headers = Object.entries(namedHeaders(request));
  return Object.fromEntries(headers.filter(([name]) => !NOT_FOR_SESSIONS.has(name)));
}

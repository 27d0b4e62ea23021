import { callerRequestId } from '../request/caller-request-id.ts';
import { languageOf } from '../../domain/error-texts.ts';
import type { ApiKeyHolder } from '../../domain/accounts/api-key-directory.ts';
import { SocketMemory } from '../../platform/socket-memory.ts';
import { createKeyHider } from '../../domain/channels/hide-key.ts';
import { AppError } from '../../platform/app-error.ts';
import { systemClock } from '../../platform/clock.ts';
import { databaseFaultOf } from '../../platform/database-fault.ts';
import { underlyingSocket } from '../../platform/guarded-websocket.ts';
import { newRequestId } from '../../platform/ids.ts';
import { admitCaller, admitChannels, admitModel, priceFor } from '../request/admit.ts';
import { authenticate } from '../request/authenticate.ts';
import { observeOutcome } from '../metrics/relay-metrics.ts';
import { isInternalError, toCallerError } from '../errors/caller-error.ts';
import type { CallerError } from '../errors/caller-error-fields.ts';
import { RouteTrace } from '../routing/route-trace.ts';
import { recordFailure } from '../billing/settle-call.ts';
import { connectSession, SessionRefused, type SessionRoute } from './connect-session.ts';
import type { MeterContext } from './meter-context.ts';
import { ResponseMeter } from './response-meter.ts';
import { admitRealtimeClient, type RealtimeServices } from './admit-realtime-client.ts';
import type { RealtimeClient } from './realtime-client.ts';
import { type UpgradeRequest, openClient, refuseSession } from './realtime-handshake.ts';
import { SessionLimit } from './session-limit.ts';
import { RealtimeSession } from './realtime-session.ts';
import type { RealtimeSessionOptions } from './realtime-session-options.ts';

const PING_EVERY_MS = 30_000;

/** Serves realtime sessions: WebSockets on /v1/realtime. */
export class RealtimeServer {
  readonly #services: RealtimeServices;
  readonly #sessions = new Map<RealtimeSession, RealtimeClient>();
  readonly #unsubscribe: () => void;
  readonly #timer: NodeJS.Timeout;
  readonly #limit: SessionLimit;
  #opening = 0;
  #draining = false;

  constructor(services: RealtimeServices) {
    this.#services = services;
    this.#limit = new SessionLimit(services.domain.options);
    this.#unsubscribe = services.domain.bus.subscribe(({ topic }) =>
      topic === 'user' || topic === 'token' ? this.#recheckKeys() : undefined,
    );
    this.#timer = setInterval(() => {
      for (const session of this.#sessions.keys()) session.ping();
    }, PING_EVERY_MS);
    this.#timer.unref();
  }

  /** Sessions running or connecting. */
  get openSessions(): number {
    return this.#sessions.size + this.#opening;
  }

  /** Handles a WebSocket upgrade. */
  handleUpgrade(upgrade: UpgradeRequest): void {
    const { domain } = this.#services;
    const callId = newRequestId(domain.clock.nowMs());
    const requestId = callerRequestId(upgrade.request.headers, callId);
    const language = languageOf(upgrade.request.headers['accept-language']);
    upgrade.socket.on('error', () => upgrade.socket.destroy());
    let realtimeClient: RealtimeClient | undefined;
    this.#opening += 1;
    this.#open(upgrade, { requestId, callId }, (client) => (realtimeClient = client))
      .catch((error: unknown) => {
        if (!(error instanceof SessionRefused) && isInternalError(error))
          domain.log.error({ err: error, requestId }, 'realtime session failed: internal error');
        const fault =
          error instanceof SessionRefused ? error.fault : toCallerError(error, language);
        if (error instanceof SessionRefused) observeOutcome('realtime', 'fault');
        else this.#recordRefusal(requestId, realtimeClient, fault);
        refuseSession(upgrade, fault, { requestId, bodies: this.#services.bodies });
      })
      .catch(() => upgrade.socket.destroy())
      .finally(() => {
        this.#opening -= 1;
      });
  }

  #recordRefusal(requestId: string, caller: RealtimeClient | undefined, fault: CallerError): void {
    const { path = '/v1/realtime', model = '' } = caller ?? {};
    const call = { requestId, path, caller, model, stream: true };
    this.#services.refusalLog.record(call, fault);
  }

  /** Accepts no further sessions; running ones end between two responses. */
  drain(): void {
    this.#draining = true;
    for (const session of this.#sessions.keys()) session.drain();
  }

  /** Ends all running sessions immediately. */
  cut(): void {
    for (const session of this.#sessions.keys()) session.cut();
  }

  /** Ends all running sessions and waits until they are charged. */
  async close(): Promise<void> {
    this.#draining = true;
    clearInterval(this.#timer);
    this.#unsubscribe();
    this.cut();
    await Promise.all([...this.#sessions.keys()].map(({ ended }) => ended));
  }

  async #open(
    upgrade: UpgradeRequest,
    ids: Pick<RealtimeClient, 'requestId' | 'callId'>,
    onGuest: (realtimeClient: RealtimeClient) => void,
  ): Promise<void> {
    if (this.#draining) throw new AppError('relay_restarting');
    const realtimeClient = await admitRealtimeClient(this.#services, upgrade, ids);
    onGuest(realtimeClient);
    const leaveLimit = this.#limit.enter(realtimeClient.holder);
    try {
      const session = await this.#admit(upgrade, realtimeClient);
      void session?.ended.finally(leaveLimit);
      if (!session) leaveLimit();
    } catch (error) {
      leaveLimit();
      throw error;
    }
  }

  /** Resolves with undefined if the client has disconnected in the meantime. */
  async #admit(
    upgrade: UpgradeRequest,
    realtimeClient: RealtimeClient,
  ): Promise<RealtimeSession | undefined> {
    const { admit } = this.#services;
    admitModel(admit(), realtimeClient.holder, realtimeClient.model);
    const pinned = realtimeClient.credential.pinnedChannelId;
    const tiers = admitChannels(admit(), realtimeClient.holder, realtimeClient.model, pinned);
    const route = { tiers, attempts: [], trace: new RouteTrace(tiers) };
    const meter = new ResponseMeter(this.#meterContext(realtimeClient), {
      ...realtimeClient,
      ...route,
    });
    // Limits and balance are checked first: no channel is called for a caller who can't pay.
    await meter.prepare();
    try {
      return await this.#begin(upgrade, realtimeClient, { route, meter });
    } catch (error) {
      await meter.close('complete');
      throw error;
    }
  }

  async #begin(
    upgrade: UpgradeRequest,
    realtimeClient: RealtimeClient,
    { route, meter }: { route: SessionRoute; meter: ResponseMeter },
  ): Promise<RealtimeSession | undefined> {
    const { socket, channel, upstreamModel } = await this.#connect(realtimeClient, route);
    meter.connected(channel, upstreamModel);
    const client = upgrade.socket.destroyed ? undefined : openClient(upgrade);
    if (!client) {
      socket.terminate();
      await meter.close('client_gone');
      return undefined;
    }
    const hide = createKeyHider(channel);
    return this.#startSession(upgrade, realtimeClient, { client, upstream: socket, meter, hide });
  }

  async #connect(realtimeClient: RealtimeClient, route: SessionRoute) {
    try {
      return await connectSession(this.#services, realtimeClient, route);
    } catch (error) {
      if (error instanceof SessionRefused) {
        const { model } = realtimeClient;
        const call = {
          ...realtimeClient,
          ...route,
          ...NOTHING,
          clientRequest: { model, stream: true },
        };
        recordFailure(this.#services.run, call, error.fault);
      }
      throw error;
    }
  }

  #startSession(
    { socket }: UpgradeRequest,
    realtimeClient: RealtimeClient,
    sides: Pick<RealtimeSessionOptions, 'client' | 'upstream' | 'meter' | 'hide'>,
  ): RealtimeSession {
    const memory = new SocketMemory(this.#services.bodies, realtimeClient.holder.userId, () => {
      session.overload();
      memory.discard(sides.client);
    });
    memory.watch(sides.client, socket);
    const carrier = underlyingSocket(sides.upstream);
    if (carrier) memory.watch(sides.upstream, carrier);
    // Registered after the memory's listeners, so that a forwarded message no longer counts as received.
    const session = this.#createSession(realtimeClient, {
      ...sides,
      changed: memory.update,
      hold: memory.hold,
    });
    // Until then, what a client sends while its connection closes is kept.
    const closed = new Promise((resolve) => sides.client.once('close', resolve));
    void Promise.all([session.ended, closed]).then(() => memory.release());
    this.#watch(realtimeClient, session);
    return session;
  }

  #createSession(
    { requestId, language }: RealtimeClient,
    sides: Pick<
      RealtimeSessionOptions,
      'client' | 'upstream' | 'meter' | 'hide' | 'changed' | 'hold'
    >,
  ): RealtimeSession {
    const { contentFilter, domain, run } = this.#services;
    return new RealtimeSession({
      ...sides,
      requestId,
      language,
      checksWords: () => contentFilter.checksPrompts,
      checkWords: ({ body }) => contentFilter.checkBody(body),
      watchResponse: () => contentFilter.watchResponse(),
      stalledClientMs: run.stalledClientMs,
      failed: (error) => domain.log.error({ err: error, requestId }, 'realtime session failed'),
    });
  }

  #watch(realtimeClient: RealtimeClient, session: RealtimeSession): void {
    this.#sessions.set(session, realtimeClient);
    void session.ended.then(() => this.#sessions.delete(session));
    if (this.#draining) session.drain();
  }

  #meterContext(realtimeClient: RealtimeClient): MeterContext {
    const { domain, admit, run } = this.#services;
    const { model } = realtimeClient;
    let lastPrice = admitModel(admit(), realtimeClient.holder, model);
    return {
      wallet: run.wallet,
      formatQuota: run.formatQuota,
      // An upstream hears audio in real time.
      clock: systemClock,
      limiter: domain.limiter,
      nowMs: run.nowMs,
      logConsume: run.logConsume,
      recordClaim: run.recordClaim,
      preConsumedQuota: () => domain.options.number('PreConsumedQuota'),
      holder: () => realtimeClient.holder,
      admit: () => this.#readmit(realtimeClient),
      price: (holder: ApiKeyHolder) => (lastPrice = admitModel(admit(), holder, model)),
      lastPrice: () => lastPrice,
      modelPrice: (holder: ApiKeyHolder, name: string) => priceFor(admit().prices, holder, name),
    };
  }

  /** Looks up the key again, which a session may outlive. Throws AppError. */
  async #readmit(realtimeClient: RealtimeClient): Promise<ApiKeyHolder> {
    const { domain, admit } = this.#services;
    const nowSeconds = Math.floor(domain.clock.nowMs() / 1000);
    realtimeClient.holder = await authenticate(
      domain.directory,
      realtimeClient.credential.key,
      nowSeconds,
    );
    admitCaller(admit(), realtimeClient.holder, realtimeClient.address);
    return realtimeClient.holder;
  }

  /** Ends sessions whose key is no longer valid, after keys or users have changed. */
  async #recheckKeys(): Promise<void> {
    for (const [session, realtimeClient] of this.#sessions) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- few sessions, and the directory caches
        const holder = await this.#readmit(realtimeClient);
        admitModel(this.#services.admit(), holder, realtimeClient.model);
      } catch (error) {
        // A database failure says nothing about the key; the session's next response looks it up again.
        if (databaseFaultOf(error) !== undefined) continue;
        session.stop(error instanceof AppError ? error : new AppError('relay_internal'));
      }
    }
  }
}

/** Fields that a session lacks if it never started. */
const NOTHING = { firstTokenMs: undefined, used: { tokens: 0, quota: 0 } };

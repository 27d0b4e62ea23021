import type { WebSocket } from 'ws';
import { languageOf } from '../../domain/error-texts.ts';
import type { ApiKeyHolder } from '../../domain/accounts/api-key-directory.ts';
import { AppError } from '../../platform/app-error.ts';
import { databaseFaultOf } from '../../platform/database-fault.ts';
import { underlyingSocket } from '../../platform/guarded-websocket.ts';
import { newRequestId } from '../../platform/ids.ts';
import { admitCaller, admitChannels, admitModel } from '../request/admit.ts';
import { authenticate } from '../request/authenticate.ts';
import { observeOutcome } from '../metrics/relay-metrics.ts';
import { isOwnFault, type PublicFault, toPublicFault } from '../errors/caller-error.ts';
import { RouteTrace } from '../routing/route-trace.ts';
import { recordFailure } from '../billing/settle-call.ts';
import { connectTalk, TalkRefused, type TalkWay } from './connect-session.ts';
import { type MeterContext, ResponseMeter } from './response-meter.ts';
import { admitGuest, type Guest, type TalkServices } from './realtime-client.ts';
import { type Knock, openClient, refuseTalk } from './realtime-handshake.ts';
import { SessionLimit } from './session-limit.ts';
import { SessionMemory } from './session-memory.ts';
import { TalkSession, type TalkSessionOptions } from './realtime-session.ts';

const PING_EVERY_MS = 30_000;

/** The door of live talks: WebSockets on /v1/realtime. */
export class TalkDoor {
  readonly #services: TalkServices;
  readonly #sessions = new Map<TalkSession, Guest>();
  readonly #unsubscribe: () => void;
  readonly #timer: NodeJS.Timeout;
  readonly #limit: SessionLimit;
  #opening = 0;
  #draining = false;

  constructor(services: TalkServices) {
    this.#services = services;
    this.#limit = new SessionLimit(services.domain.options);
    this.#unsubscribe = services.domain.bus.subscribe(({ topic }) =>
      topic === 'user' || topic === 'token' ? this.#lookAgain() : undefined,
    );
    this.#timer = setInterval(() => {
      for (const session of this.#sessions.keys()) session.ping();
    }, PING_EVERY_MS);
    this.#timer.unref();
  }

  /** Talks that run, or are about to. */
  get openTalks(): number {
    return this.#sessions.size + this.#opening;
  }

  /** Takes a connection that wants to be a WebSocket. */
  knock(knock: Knock): void {
    const { domain } = this.#services;
    const requestId = newRequestId(domain.clock.nowMs());
    const language = languageOf(knock.request.headers['accept-language']);
    knock.socket.on('error', () => knock.socket.destroy());
    let guest: Guest | undefined;
    this.#opening += 1;
    this.#open(knock, requestId, (known) => (guest = known))
      .catch((error: unknown) => {
        if (!(error instanceof TalkRefused) && isOwnFault(error))
          domain.log.error({ err: error, requestId }, 'a live talk failed inside the gateway');
        const fault = error instanceof TalkRefused ? error.fault : toPublicFault(error, language);
        if (error instanceof TalkRefused) observeOutcome('realtime', 'fault');
        else this.#noteRefusal(requestId, guest, fault);
        refuseTalk(knock, fault, requestId);
      })
      .catch(() => knock.socket.destroy())
      .finally(() => {
        this.#opening -= 1;
      });
  }

  #noteRefusal(requestId: string, caller: Guest | undefined, fault: PublicFault): void {
    const { path = '/v1/realtime', model = '' } = caller ?? {};
    const call = { requestId, path, caller, model, stream: true };
    this.#services.refusals.note(call, fault);
  }

  /** Takes no further talk; those that run end between two answers. */
  drain(): void {
    this.#draining = true;
    for (const session of this.#sessions.keys()) session.drain();
  }

  /** Cuts what still runs. */
  cut(): void {
    for (const session of this.#sessions.keys()) session.cut();
  }

  /** Cuts what still runs and waits until it is charged. */
  async close(): Promise<void> {
    this.#draining = true;
    clearInterval(this.#timer);
    this.#unsubscribe();
    this.cut();
    await Promise.all([...this.#sessions.keys()].map(({ ended }) => ended));
  }

  async #open(knock: Knock, requestId: string, onGuest: (guest: Guest) => void): Promise<void> {
    if (this.#draining) throw new AppError('relay_restarting');
    const guest = await admitGuest(this.#services, knock, requestId);
    onGuest(guest);
    const leave = this.#limit.enter(guest.holder);
    try {
      const session = await this.#admit(knock, guest);
      void session?.ended.finally(leave);
      if (!session) leave();
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Undefined where the client left meanwhile. */
  async #admit(knock: Knock, guest: Guest): Promise<TalkSession | undefined> {
    const { admit } = this.#services;
    admitModel(admit(), guest.holder, guest.model);
    const pinned = guest.credential.pinnedChannelId;
    const tiers = admitChannels(admit(), guest.holder, guest.model, pinned);
    const way = { tiers, attempts: [], trace: new RouteTrace(tiers) };
    const meter = new ResponseMeter(this.#meterContext(guest), { ...guest, ...way });
    // Limits and balance come first: nothing is asked of a channel for who can't pay.
    await meter.prepare();
    try {
      return await this.#begin(knock, guest, { way, meter });
    } catch (error) {
      await meter.close('complete');
      throw error;
    }
  }

  async #begin(
    knock: Knock,
    guest: Guest,
    { way, meter }: { way: TalkWay; meter: ResponseMeter },
  ): Promise<TalkSession | undefined> {
    const { socket, channel, upstreamModel } = await this.#connect(guest, way);
    meter.connected(channel, upstreamModel);
    const client = knock.socket.destroyed ? undefined : openClient(knock);
    if (!client) {
      socket.terminate();
      await meter.close('client_gone');
      return undefined;
    }
    return this.#startSession(knock, guest, { client, upstream: socket, meter });
  }

  async #connect(guest: Guest, way: TalkWay) {
    try {
      return await connectTalk(this.#services, guest, way);
    } catch (error) {
      if (error instanceof TalkRefused) {
        const { model } = guest;
        const call = { ...guest, ...way, ...NOTHING, clientRequest: { model, stream: true } };
        recordFailure(this.#services.run, call, error.fault);
      }
      throw error;
    }
  }

  #startSession(
    { socket }: Knock,
    guest: Guest,
    sides: { client: WebSocket; upstream: WebSocket; meter: ResponseMeter },
  ): TalkSession {
    const memory = new SessionMemory(this.#services.bodies, guest.holder.userId, () =>
      session.overload(),
    );
    memory.watch(sides.client, socket);
    const carrier = underlyingSocket(sides.upstream);
    if (carrier) memory.watch(sides.upstream, carrier);
    // After the listeners of the memory: a message that is handed on is no longer one that comes.
    const session = this.#createSession(guest, { ...sides, changed: memory.update });
    void session.ended.then(() => memory.release());
    this.#watch(guest, session);
    return session;
  }

  #createSession(
    { requestId, language }: Guest,
    sides: Pick<TalkSessionOptions, 'client' | 'upstream' | 'meter' | 'changed'>,
  ): TalkSession {
    const { words, domain, run } = this.#services;
    return new TalkSession({
      ...sides,
      requestId,
      language,
      checksWords: () => words.checksPrompts,
      checkWords: ({ body }) => words.checkBody(body),
      watchAnswer: () => words.watchAnswer(),
      stalledClientMs: run.stalledClientMs,
      failed: (error) => domain.log.error({ err: error, requestId }, 'a live talk failed'),
    });
  }

  #watch(guest: Guest, session: TalkSession): void {
    this.#sessions.set(session, guest);
    void session.ended.then(() => this.#sessions.delete(session));
    if (this.#draining) session.drain();
  }

  #meterContext(guest: Guest): MeterContext {
    const { domain, admit, run } = this.#services;
    return {
      wallet: run.wallet,
      limiter: domain.limiter,
      nowMs: run.nowMs,
      logConsume: run.logConsume,
      noteClaim: run.noteClaim,
      preConsumedQuota: () => domain.options.number('PreConsumedQuota'),
      holder: () => guest.holder,
      admit: () => this.#admitAgain(guest),
      price: (holder: ApiKeyHolder) => admitModel(admit(), holder, guest.model),
      priceBeside: (holder: ApiKeyHolder, model: string) => {
        const found = admit().prices.find(model, holder.group);
        return typeof found === 'object' ? found : undefined;
      },
    };
  }

  /** The key as it is now: a talk may outlive it. Throws AppError. */
  async #admitAgain(guest: Guest): Promise<ApiKeyHolder> {
    const { domain, admit } = this.#services;
    const nowSeconds = Math.floor(domain.clock.nowMs() / 1000);
    guest.holder = await authenticate(domain.directory, guest.credential.key, nowSeconds);
    admitCaller(admit(), guest.holder, guest.address);
    return guest.holder;
  }

  /** Keys or users changed: talks whose key is not good any more end. */
  async #lookAgain(): Promise<void> {
    for (const [session, guest] of this.#sessions) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- few talks, and the directory remembers
        await this.#admitAgain(guest);
      } catch (error) {
        // A database that is away says nothing of a key; the next answer of the talk asks for it again.
        if (databaseFaultOf(error) !== undefined) continue;
        session.stop(error instanceof AppError ? error : new AppError('relay_internal'));
      }
    }
  }
}

/** What a talk that never began has none of. */
const NOTHING = { firstTokenMs: undefined, used: { tokens: 0, quota: 0 } };

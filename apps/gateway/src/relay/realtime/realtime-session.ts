import { readUpstreamUsage } from '@tollgate/dialects';
import { AppError } from '../../platform/app-error.ts';
import { toCallerError } from '../errors/caller-error.ts';
import type { CallerError } from '../errors/caller-error-fields.ts';
import type { CallEnd } from '../billing/settle-call.ts';
import { ResponseWordWatch } from './response-word-watch.ts';
import type { RealtimeSessionOptions } from './realtime-session-options.ts';
import { readCallerEvent, requireSameModel, requireUnbilledTools } from './read-caller-event.ts';
import {
  billedToolOf,
  objectOf,
  readEvent,
  readResponseEnd,
  readServerEvent,
  audioBytesOf,
  type RealtimeEvent,
} from './realtime-events.ts';
import type { PacedReceiver } from './turn-pacer.ts';
import { joinMessage } from '../../platform/guarded-websocket.ts';
import { errorEvent } from './error-event.ts';
import { CLOSE, closeClient, closeCode, FAREWELL_MS, type UpstreamEnd } from './close-client.ts';
import { isOpen, MessageFlow, type RealtimeMessage } from './message-flow.ts';

const TOO_MANY_REQUESTS = 429;
/** What an event that waits occupies beside its bytes. */
const EVENT_COST = 300;

/**
 * A realtime session: forwards events unchanged in both directions. Parses upstream events that affect the
 * charge; the end of a response is forwarded once its charge is durable. Ends with an error event when the
 * balance is exhausted or the key becomes invalid, and between two responses when the gateway drains.
 */
export class RealtimeSession {
  /** Resolves when everything is charged and closed. */
  readonly ended: Promise<void>;
  readonly #options: RealtimeSessionOptions;
  #resolve: () => void = () => {};
  /** Upstream events queued while an earlier one is being charged. */
  readonly #waiting: RealtimeMessage[] = [];
  readonly #responseWords: ResponseWordWatch;
  readonly #flow: MessageFlow;
  /** Client events queued while more is being reserved for an earlier one. */
  readonly #queuedMessages: RealtimeMessage[] = [];
  #bufferedBytes = 0;
  #isPaying = false;
  #sentAudio = false;
  #isCharging = false;
  #draining = false;
  #end: CallEnd = 'complete';
  #isEnding = false;
  #isOver = false;
  #stall: NodeJS.Timeout | undefined;
  #farewell: NodeJS.Timeout | undefined;
  #upstreamEnd: UpstreamEnd | undefined;
  #isAlive = true;

  constructor(options: RealtimeSessionOptions) {
    this.#options = options;
    this.ended = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.#responseWords = new ResponseWordWatch(options.watchResponse);
    const { client, upstream, hide, changed } = options;
    this.#flow = new MessageFlow({
      changed,
      stalled: (to) => this.#startStall(to),
      flowing: (to) => {
        if (to === client) this.#stopStall();
      },
    });
    client.on('message', (data, isBinary) =>
      this.#contain(() => this.#fromClient({ data: joinMessage(data), isBinary })),
    );
    upstream.on('message', (data, isBinary) => {
      this.#waiting.push({ data: hide(joinMessage(data)), isBinary });
      if (!this.#isCharging) this.#contain(() => this.#readOn());
    });
    client.on('pong', () => {
      this.#isAlive = true;
    });
    upstream.on('error', () => upstream.terminate());
    client.on('close', () => this.#clientLeft());
    upstream.on('close', (code, reason) => this.#upstreamLeft(code, reason));
    if (isOpen(upstream)) upstream.resume();
    else this.#upstreamLeft(CLOSE.failed, Buffer.alloc(0));
    if (!isOpen(client)) this.#clientLeft();
  }

  /** Pings the client; terminates it if it did not respond to the last ping. */
  ping(): void {
    const { client } = this.#options;
    if (!isOpen(client) || client.isPaused) return;
    if (!this.#isAlive) return client.terminate();
    this.#isAlive = false;
    client.ping();
  }

  /** Ends the session as soon as no response is running. */
  drain(): void {
    this.#draining = true;
    if (this.#options.meter.isIdle && !this.#isCharging) this.#restart();
  }

  /** Ends the session with an error event; running responses are charged by what was delivered. */
  stop(error: AppError, end?: CallEnd): void {
    this.#sendErrorAndClose(toCallerError(error, this.#options.language), CLOSE.refused, end);
  }

  /** Ends the session because the memory budget is exhausted. */
  overload(): void {
    if (this.#isOver) return this.#options.upstream.terminate();
    this.stop(new AppError('relay_overloaded'));
  }

  /** Ends the session immediately. */
  cut(): void {
    this.#restart();
    this.#options.client.terminate();
    this.#options.upstream.terminate();
  }

  #restart(): void {
    const fault = toCallerError(new AppError('relay_restarting'), this.#options.language);
    this.#sendErrorAndClose(fault, CLOSE.restart);
  }

  /** Runs what an event causes: a failure ends this session; out of a listener, it would end the process. */
  #contain(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#stopFor(error);
    }
  }

  #stopFor(error: unknown): void {
    const isOurs = error instanceof AppError;
    if (!isOurs) this.#options.failed(error);
    this.stop(isOurs ? error : new AppError('relay_internal'));
  }

  #fromClient(message: RealtimeMessage): void {
    if (this.#isOver) return;
    if (!this.#isPaying) return this.#handleClientMessage(message);
    this.#queuedMessages.push(message);
    this.#holdQueued(message.data.length + EVENT_COST);
  }

  /** Counts events that wait, by how much they grew or shrank. */
  #holdQueued(bytes: number): void {
    this.#bufferedBytes += bytes;
    this.#options.hold(this.#bufferedBytes);
  }

  #handleClientMessage(message: RealtimeMessage): void {
    const { meter, checksWords, checkWords } = this.#options;
    const { modelNames } = meter;
    let event: RealtimeEvent | undefined;
    try {
      event = readCallerEvent(message.data);
      requireSameModel(event, modelNames);
      requireUnbilledTools(event, modelNames[0] ?? 'realtime');
      if (checksWords()) checkWords(event);
    } catch (error) {
      if (!(error instanceof AppError)) this.#options.failed(error);
      return this.#sendError(toCallerError(error, this.#options.language), event?.body['event_id']);
    }
    this.#sentAudio ||= event?.type === 'input_audio_buffer.append';
    const payment = meter.recordClientEvent(message.data, event);
    if (payment) this.#passOncePaid(payment, message);
    else this.#toUpstream(message);
  }

  /** Queues later events of the client; if the balance is too small, none of them is sent upstream. */
  #passOncePaid(payment: Promise<void>, message: RealtimeMessage): void {
    const { client, meter } = this.#options;
    this.#isPaying = true;
    this.#flow.pause(client, 'paying');
    // Its bytes, and what was read of them.
    this.#holdQueued(2 * message.data.length);
    const receiver: PacedReceiver = {
      send: (data) => this.#toUpstream({ ...message, data }),
      state: () => (this.#isOver ? 'over' : this.#isCharging ? 'busy' : 'open'),
    };
    payment
      .then(() => meter.pacer.pass(message.data, receiver))
      .catch((error: unknown) => this.#stopFor(error))
      .finally(() => {
        this.#isPaying = false;
        this.#holdQueued(-2 * message.data.length);
        this.#flow.resume(client, 'paying');
        while (!this.#isPaying && this.#queuedMessages.length > 0) {
          const next = this.#queuedMessages.shift();
          if (!next) break;
          this.#holdQueued(-next.data.length - EVENT_COST);
          this.#fromClient(next);
        }
      })
      .catch((error: unknown) => this.#stopFor(error));
  }

  #toUpstream(message: RealtimeMessage): void {
    const { client, upstream } = this.#options;
    if (!this.#isOver) this.#flow.send(message, client, upstream);
  }

  /** Forwards events in order; stops at one that must be charged first. */
  #readOn(): void {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const event = readServerEvent(next.data);
      const work = event && this.#charge(event);
      if (work) return this.#waitFor(work, next);
      const bytes = audioBytesOf(next.data);
      if (bytes !== undefined && !this.#options.meter.deliver(bytes, next.data.length))
        this.stop(new AppError('relay_response_overran'), 'overran');
      if (this.#responseWords.matches(next.data))
        this.stop(new AppError('relay_sensitive_answer'), 'sensitive_words');
      this.#toClient(next);
    }
    if (this.#isOver && !this.#upstreamEnd) this.#conclude();
  }

  #waitFor(work: Promise<void>, message: RealtimeMessage): void {
    const { upstream } = this.#options;
    this.#isCharging = true;
    this.#flow.pause(upstream, 'charging');
    work
      .then(
        () => this.#toClient(message),
        (error: unknown) => this.#fail(error, message),
      )
      .then(async () => {
        if (!this.#isOver) await this.#afterCharge();
      })
      .catch((error: unknown) => this.#options.failed(error))
      .finally(() => {
        this.#isCharging = false;
        this.#flow.resume(upstream, 'charging');
        this.#contain(() => this.#readOn());
        if (this.#isOver) this.#conclude();
      });
  }

  /**
   * Runs between two responses: ends the session if the gateway drains, otherwise reserves the next response.
   */
  async #afterCharge(): Promise<void> {
    const { meter } = this.#options;
    if (!meter.isIdle) return;
    try {
      if (!this.#draining) await meter.prepare();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // A rate limit may have reset by the next response, which is then admitted again.
      if (error.status !== TOO_MANY_REQUESTS) this.stop(error);
    }
    if (this.#draining) this.#restart();
  }

  /** Returns the charging work of an event that must be awaited, if any. */
  #charge({ type, body }: RealtimeEvent): Promise<void> | undefined {
    const { meter } = this.#options;
    const response = objectOf(body, 'response');
    const id = typeof response['id'] === 'string' ? response['id'] : '';
    switch (type) {
      case 'response.created':
        if (this.#isOver) this.#cancel(id);
        return meter.begin(id, response['max_output_tokens']);
      case 'response.done':
        this.#responseWords.clear();
        return meter.finish(
          id,
          readUpstreamUsage(response['usage']),
          this.#end,
          readResponseEnd(response),
        );
      case 'session.created':
      case 'session.updated':
      case 'transcription_session.created':
      case 'transcription_session.updated':
        return this.#applySession(type, objectOf(body, 'session'));
      default:
        return meter.recordServerEvent({ type, body });
    }
  }

  /** Ends a session with a billed tool that is not charged here, before the tool is used. */
  #applySession(type: string, session: RealtimeEvent['body']): Promise<void> | undefined {
    this.#options.meter.takeSession(session, type.endsWith('updated'));
    const tool = billedToolOf(session);
    if (tool === undefined) return undefined;
    const model = typeof session['model'] === 'string' ? session['model'] : 'realtime';
    return Promise.reject(new AppError('relay_tool_not_priced', { tool, model }));
  }

  /**
   * Cancels a response that can't be paid for and ends the session; at a rate limit the session continues.
   */
  #fail(error: unknown, message: RealtimeMessage): void {
    const isOurs = error instanceof AppError;
    if (!isOurs) this.#options.failed(error);
    this.#cancel(objectOf(readEvent(message.data)?.body ?? {}, 'response')['id']);
    if (!isOurs) return this.stop(new AppError('relay_internal'));
    if (error.status !== TOO_MANY_REQUESTS) return this.stop(error);
    this.#sendError(toCallerError(error, this.#options.language));
    this.#toClient(message);
  }

  #cancel(id: unknown): void {
    this.#tellUpstream({ type: 'response.cancel', response_id: id });
  }

  #tellUpstream(event: object): void {
    const { upstream } = this.#options;
    if (isOpen(upstream)) upstream.send(JSON.stringify(event));
  }

  #toClient(message: RealtimeMessage): void {
    const { client, upstream } = this.#options;
    this.#flow.send(message, upstream, client);
  }

  #startStall(to: RealtimeSessionOptions['client']): void {
    const { client, stalledClientMs } = this.#options;
    const limitMs = to === client ? stalledClientMs() : 0;
    if (limitMs > 0) this.#stall ??= setTimeout(() => this.#giveUpClient(), limitMs);
  }

  #giveUpClient(): void {
    this.#end = 'client_stalled';
    this.#options.client.terminate();
  }

  #stopStall(): void {
    clearTimeout(this.#stall);
    this.#stall = undefined;
  }

  /** Asks the upstream to cancel what is running, and waits a while for its usage. */
  #clientLeft(): void {
    const { client, upstream, meter } = this.#options;
    this.#stopStall();
    if (this.#end === 'complete') this.#end = 'client_gone';
    if (this.#farewell || !isOpen(upstream)) return;
    for (const id of meter.runningIds) this.#cancel(id);
    // Turns in audio that is left would start more responses.
    if (this.#sentAudio) this.#tellUpstream({ type: 'input_audio_buffer.clear' });
    this.#flow.resume(upstream, client);
    this.#isOver = true;
    this.#farewell = setTimeout(() => upstream.terminate(), FAREWELL_MS);
    this.#conclude();
  }

  /** Once everything is charged: ends with the upstream, or closes it if nothing is pending. */
  #conclude(): void {
    const { upstream, meter } = this.#options;
    if (this.#isCharging) return;
    if (this.#upstreamEnd) this.#endWith(this.#upstreamEnd);
    else if (!meter.isAwaited && isOpen(upstream)) upstream.close(CLOSE.normal);
  }

  #upstreamLeft(code: number, reason: Buffer): void {
    clearTimeout(this.#farewell);
    this.#isOver = true;
    this.#upstreamEnd = { code, reason };
    this.#conclude();
  }

  /** Ends the session; a response whose usage was never reported is charged by what was delivered. */
  #endWith({ code, reason }: UpstreamEnd): void {
    const { client, meter, hide, failed } = this.#options;
    this.#stopStall();
    if (this.#end === 'complete') this.#end = 'interrupted';
    closeClient(client, closeCode(code), hide(reason));
    meter.close(this.#end).catch(failed).finally(this.#resolve);
  }

  #sendErrorAndClose(fault: CallerError, code: number, end?: CallEnd): void {
    const { client } = this.#options;
    // The error itself may be what no memory is free for.
    if (this.#isOver || this.#isEnding) return;
    this.#isEnding = true;
    this.#sendError(fault);
    if (this.#end === 'complete')
      this.#end = end ?? (fault.status === 402 ? 'balance_ran_out' : 'interrupted');
    closeClient(client, code, fault.code.slice(0, 100));
    this.#clientLeft();
  }

  #sendError(fault: CallerError, causeId?: unknown): void {
    const { client, requestId } = this.#options;
    const data = Buffer.from(errorEvent(fault, requestId, causeId));
    this.#flow.send({ data, isBinary: false }, client, client);
  }
}

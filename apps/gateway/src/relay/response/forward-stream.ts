import type {
  StreamCut,
  StreamEnd,
  ResponseStream,
  Translation,
  UpstreamFault,
} from '@tollgate/dialects';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import type { StreamCharge } from '../../domain/wallet/wallet.ts';
import type { CoarseTimers } from '../../platform/coarse-timers.ts';
import { onFlushed } from '../../platform/http-server/on-flushed.ts';
import { ResponseDrain, type DrainBounds, LAST_USAGE_BOUNDS } from './response-drain.ts';
import {
  type ClientDisconnectPolicy,
  clientDisconnectPolicy,
  drainBounds,
} from './client-disconnect-policy.ts';
import type { DrainSlots } from './drain-slots.ts';
import { callerHeaders, audioHeaders, streamHeaders } from './caller-headers.ts';
import type { AttemptResult } from '../attempt/attempt-result.ts';
import type { RaceLane } from '../hedging/race-lane.ts';
import type { RelayCall } from '../relay-call.ts';
import type { UpstreamCall } from '../http1/upstream-http-client.ts';
import type { ResponseBuffer } from './response-buffer.ts';
import { SequenceNumber } from './sequence-number.ts';
import { renderStreamError } from './stream-error.ts';
import { StreamBody } from './stream-body.ts';
import { openDeliveryPricing, streamOutcome } from './stream-outcome.ts';
import { UnclosedStream } from './unclosed-stream.ts';
import { IncompleteEventMemory } from './incomplete-event-memory.ts';
import { isPaid, overrunClaim, type StoppedEnd, StreamPayment } from './stream-payment.ts';
import { mostDelivered } from '../billing/output-cover.ts';
import { type CallEnd, settleCall, type SettleContext } from '../billing/settle-call.ts';
import {
  interrupted,
  overrun,
  responseMemoryExhausted,
  restarting,
} from '../errors/upstream-faults.ts';

export interface StreamForwardOptions {
  context: SettleContext & {
    timers: CoarseTimers;
    stalledClientMs: () => number;
    drains: DrainSlots;
    responseBuffer: ResponseBuffer;
  };
  call: RelayCall;
  channel: RuntimeChannel;
  upstreamModel: string;
  translation: Translation;
  upstream: UpstreamCall;
  /** Content type of the upstream's response; used for audio. */
  contentType: string | string[] | undefined;
  /** Claimed once the stream is certain to be sent. */
  lane?: RaceLane | undefined;
  /** Called once, when the first chunk is sent. */
  begun: () => void;
  /** Called once, with the outcome of the attempt. */
  done: (result: AttemptResult) => void;
  /** Called on an unexpected failure; the caller writes the error. */
  crashed: (error: unknown) => void;
}

/** Ends that count against the upstream. */
const UPSTREAMS: ReadonlySet<CallEnd> = new Set(['interrupted', 'overran']);
/** What an upstream may still send after an error in its stream, in bytes. */
const AFTER_FAULT_BYTES_MAX = 64 * 1024;

/**
 * Forwards a stream as it arrives, with backpressure: a slow client slows the upstream. Until the first chunk
 * is sent the attempt can still fail over; after that, a broken stream ends with an error event. The end of
 * the stream is held back until the charge is durable. When the client disconnects, or stops reading for too
 * long, the upstream is aborted, or drained within limits if the channel says so or only its usage is
 * missing.
 */
export class StreamForward {
  readonly #options: StreamForwardOptions;
  readonly #reader: ResponseStream;
  readonly #body: StreamBody;
  readonly #unfinished: IncompleteEventMemory;
  /** Set for streams whose events are numbered. */
  readonly #sequence: SequenceNumber | undefined;
  #over = false;
  #begun = false;
  /** Set once it has outgrown its reservation. */
  #payment: StreamPayment | undefined;
  /** How the upstream ended while chunks waited for their reservation. */
  #nextEnd: { cut: StreamCut | undefined } | undefined;
  #stopped: StoppedEnd | undefined;
  #cut: StreamCut | undefined;
  #stalled = false;
  #isShutdown = false;
  /** Set while the stream is drained after the client has disconnected. */
  #drain: ResponseDrain | undefined;
  #bytesAfterFault = 0;
  #deliveryPricing: ReturnType<typeof openDeliveryPricing> | undefined;
  #freeSlot: (() => void) | undefined;
  readonly #unclosed: UnclosedStream;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: StreamForwardOptions) {
    this.#options = options;
    const { call, context } = options;
    this.#unfinished = new IncompleteEventMemory(context.responseBuffer.budget, call.holder.userId);
    this.#reader = options.translation.openStream();
    this.#unclosed = new UnclosedStream(this.#reader, {
      timers: context.timers,
      isPaused: () => this.#timer !== undefined,
      onUnclosed: () => {
        this.finish();
        options.upstream.abort();
      },
    });
    this.#sequence = call.client.dialect === 'openai-responses' ? new SequenceNumber() : undefined;
    this.#body = new StreamBody(call.response, () => this.#hold());
    call.response.on('drain', this.#release);
    call.response.on('close', this.#leave);
    if (call.clientDisconnected) this.#startDrain(drainBounds(options.channel, true));
  }

  /** Handles a chunk of the upstream response. */
  data(chunk: Buffer): void {
    if (this.#over) return;
    const { call } = this.#options;
    const chunks = this.#reader.push(chunk);
    // An event can only have outgrown its chunk if nothing was forwarded.
    const mayHold = chunks.length === 0 || this.#unfinished.bytes > 0;
    if (mayHold && !this.#unfinished.resize(this.#reader.bufferedBytes))
      return this.#begun ? this.#cutUpstream() : this.abandon(responseMemoryExhausted);
    const { fault } = this.#reader;
    if (fault && !call.response.headersSent && !call.clientDisconnected) return this.abandon(fault);
    this.#drain?.count(chunk.length);
    if (this.#over) return;
    if (!this.#payment && !isPaid(call, this.#reader)) this.#payment = this.#openPayment();
    this.#unclosed.watch();
    if (this.#payment) this.#payment.accept(chunks);
    else this.#deliver(chunks);
    if (!this.#over && fault && this.#isUseless(fault, chunk)) this.#cutUpstream('by-upstream');
  }

  #openPayment(): StreamPayment {
    const { call, context, upstream, translation, upstreamModel } = this.#options;
    return new StreamPayment({
      call,
      wallet: context.wallet,
      upstream,
      reader: this.#reader,
      most: mostDelivered(translation.sentLimits, upstreamModel),
      deliver: (chunks) => this.#deliver(chunks),
      stop: (end) => {
        if (this.#over) return;
        this.#stopped = end;
        this.#cutUpstream();
      },
      resumed: () => {
        if (this.#nextEnd) this.finish(this.#nextEnd.cut);
      },
    });
  }

  /** Forwards chunks that are paid for. */
  #deliver(chunks: readonly Uint8Array[]): void {
    if (this.#over) return;
    if (!this.#drain) this.#write(chunks);
    if (!this.#over && this.#stoppedByWords) this.#cutUpstream();
  }

  /** Whether the rest is of no use: usage may follow an error, but not a body that is not a stream. */
  #isUseless({ kind }: UpstreamFault, chunk: Buffer): boolean {
    this.#bytesAfterFault += chunk.length;
    return kind === 'bad-response' || this.#bytesAfterFault > AFTER_FAULT_BYTES_MAX;
  }

  /** Ends the stream after the upstream ended or was aborted: its content shows whether it is complete. */
  finish(cut?: StreamCut): void {
    if (this.#over) return;
    if (this.#payment?.isPending && cut !== 'by-us') {
      this.#nextEnd = { cut };
      return;
    }
    this.#over = true;
    this.#cut = cut;
    this.#body.awaitEnd(this.#options.context.timers);
    this.#conclude().catch((error: unknown) => this.#crash(error));
  }

  /**
   * Handles a failure of our own, such as a charge that could not be stored: a started stream still ends with
   * an error event.
   */
  #crash(error: unknown): void {
    const { call, crashed } = this.#options;
    this.#stopListening();
    if (!this.#body.begun || call.clientDisconnected) return crashed(error);
    this.#writeEnd('not_stored', new Uint8Array());
    onFlushed(call.response, () => crashed(error));
  }

  /**
   * Ends the stream because the process shuts down: what was delivered is charged, and the client gets an
   * error.
   */
  interrupt(): void {
    if (this.#over) return;
    this.#isShutdown = true;
    if (!this.#begun && !this.#options.call.clientDisconnected) this.abandon(restarting);
    else this.#cutUpstream();
  }

  /** Returns what it would be charged if the process were killed now, from the second time on. */
  priceDelivered(): StreamCharge | undefined {
    if (!this.#begun || this.#over) return undefined;
    this.#deliveryPricing ??= openDeliveryPricing(this.#options, this.#reader);
    return this.#deliveryPricing();
  }

  /** Gives up the attempt, as long as nothing was sent. */
  abandon(fault: UpstreamFault): void {
    this.detach({ kind: 'fault', fault });
  }

  /** Gives up the attempt with any outcome. */
  detach(result: AttemptResult): void {
    if (this.#over) return;
    this.#over = true;
    this.#options.upstream.abort();
    this.#stopListening();
    this.#options.done(result);
  }

  #write(chunks: readonly Uint8Array[]): void {
    const { arrayFrame } = this.#options.call;
    if (!this.#begun && (chunks.length > 0 || this.#reader.hasFirstToken)) this.#begin();
    for (const chunk of chunks) {
      this.#sequence?.track(chunk);
      this.#body.write(arrayFrame ? arrayFrame.take(chunk) : chunk);
    }
  }

  #begin(): void {
    this.#begun = true;
    this.#options.lane?.claim('begun');
    this.#options.begun();
    this.#writeHead();
  }

  #writeHead(): void {
    const { call, translation } = this.#options;
    const headers = callerHeaders(call, translation);
    if (translation.returnsAudio) headers.push(...audioHeaders(this.#options.contentType));
    else headers.push(...streamHeaders(call.arrayFrame !== undefined));
    this.#body.begin(200, headers);
  }

  /** Pauses the upstream while the client does not keep up, but not forever. */
  #hold(): void {
    // The server itself waits for the readers of ended responses, whose connection goes to the next call.
    if (this.#over) return;
    const { context, upstream, call } = this.#options;
    upstream.pause();
    const limitMs = context.stalledClientMs();
    if (limitMs <= 0 || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#stalled = true;
      call.response.destroy();
    }, limitMs);
  }

  readonly #release = (): void => {
    this.#stopTimer();
    this.#options.upstream.resume();
  };

  readonly #leave = (): void => {
    const { call, channel, context } = this.#options;
    if (this.#over || call.response.writableFinished) return;
    this.#options.lane?.claim('left');
    call.clientDisconnected = true;
    const drains = clientDisconnectPolicy(channel, true) === 'drain';
    if (drains) this.#freeSlot = context.drains.acquire(call.holder.userId);
    if (this.#freeSlot) this.#startDrain(drainBounds(channel, true));
    else if (this.#reader.awaitsUsage) this.#startDrain(LAST_USAGE_BOUNDS);
    else this.#cutUpstream();
  };

  /** An abort is reported as a failure, so the end must be set first. */
  #cutUpstream(by: StreamCut = 'by-us'): void {
    this.finish(by);
    this.#options.upstream.abort();
  }

  #startDrain(bounds: DrainBounds): void {
    this.#stopTimer();
    this.#drain = new ResponseDrain(bounds, () => {
      const isLast = bounds === LAST_USAGE_BOUNDS || !this.#reader.awaitsUsage;
      if (isLast) this.#cutUpstream();
      else this.#startDrain(LAST_USAGE_BOUNDS);
    });
    this.#options.upstream.resume();
  }

  async #conclude(): Promise<void> {
    const { context, call, done } = this.#options;
    const { response } = call;
    const tail = this.#reader.end(this.#cut);
    const broken = this.#reader.fault !== undefined || !tail.complete;
    const cause = this.#stopped === 'overran' ? overrun : interrupted;
    const fault = broken && !this.#stoppedByWords ? (this.#reader.fault ?? cause) : undefined;
    // A response that immediately outgrew the balance does not count against the channel, and was generated
    // anyway.
    if (
      fault &&
      !response.headersSent &&
      !call.clientDisconnected &&
      this.#stopped !== 'balance_ran_out'
    ) {
      this.#stopListening();
      return done({ kind: 'fault', fault });
    }
    this.#options.lane?.claim('begun');
    const end = this.#endOf(broken);
    const outcome = streamOutcome(this.#options, tail, this.#reader);
    await settleCall(context, call, {
      ...outcome,
      ...(this.#stopped === 'overran' && { claim: outcome.claim ?? overrunClaim(outcome, tail) }),
      end,
      delivered: this.#begun || call.clientDisconnected,
      ...(call.clientDisconnected ? { disconnectPolicy: this.#disconnectPolicy } : {}),
      ...(this.#drain ? { drained: this.#drainEnd(broken, tail) } : {}),
    });
    this.#stopListening();
    if (call.clientDisconnected) return done({ kind: 'client-gone', settled: true });
    this.#writeEnd(end, tail.tail);
    done({ kind: 'answered', ...(fault && UPSTREAMS.has(end) ? { broke: fault } : {}) });
  }

  /** Draining requires a slot. */
  get #disconnectPolicy(): ClientDisconnectPolicy {
    const policy = clientDisconnectPolicy(this.#options.channel, true);
    return policy === 'drain' && !this.#drain ? 'charge' : policy;
  }

  #drainEnd(broken: boolean, { isUsageFinal }: StreamEnd): 'whole' | 'cut' {
    return broken || (this.#drain?.isCut === true && !isUsageFinal) ? 'cut' : 'whole';
  }

  #writeEnd(end: CallEnd | 'not_stored', tail: Uint8Array): void {
    const { call, translation } = this.#options;
    const { arrayFrame, response } = call;
    if (!this.#body.begun) this.#writeHead();
    // After the first byte of audio only audio can be sent.
    if (end !== 'complete' && translation.returnsAudio) return void response.destroy();
    const last =
      end === 'complete'
        ? tail
        : renderStreamError(call, this.#options.channel, {
            end,
            fault: this.#reader.fault,
            sequence: this.#sequence,
          });
    if (end === 'complete') call.remember?.(translation, tail);
    if (arrayFrame) this.#body.write(arrayFrame.take(last));
    this.#body.end(arrayFrame ? arrayFrame.end() : last);
  }

  get #stoppedByWords(): boolean {
    const { words } = this.#options.call;
    return words?.stops === true && words.hit;
  }

  #endOf(broken: boolean): CallEnd {
    if (this.#stalled) return 'client_stalled';
    if (this.#options.call.clientDisconnected) return 'client_gone';
    if (this.#stopped) return this.#stopped;
    if (this.#isShutdown && broken) return 'shutdown';
    if (this.#stoppedByWords) return 'sensitive_words';
    return broken ? 'interrupted' : 'complete';
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #stopListening(): void {
    const { response } = this.#options.call;
    this.#stopTimer();
    this.#drain?.stop();
    this.#unclosed.stop();
    this.#freeSlot?.();
    this.#unfinished.release();
    response.off('drain', this.#release);
    response.off('close', this.#leave);
  }
}

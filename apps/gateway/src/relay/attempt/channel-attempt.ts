import type { StreamCut, UpstreamFault } from '@tollgate/dialects';
import { ChunkList } from '../../platform/chunk-list.ts';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import type { AttemptReporter } from '../../domain/channel-health/attempt-reporter.ts';
import type { StreamCharge } from '../../domain/wallet/wallet.ts';
import { hideKey } from '../../domain/channels/hide-key.ts';
import { SMALL_BYTES } from '../../platform/byte-budget.ts';
import { onFlushed } from '../../platform/http-server/on-flushed.ts';
import type { BufferedResponse } from '../response/response-buffer.ts';
import { type AttemptResult, CANCELLED } from './attempt-result.ts';
import type { BuiltRequest } from './build-upstream-request.ts';
import { chargeDisconnectedCall } from '../billing/charge-received.ts';
import { respondsWithStream, ClientDisconnect } from './client-disconnect.ts';
import { recordResponseId } from '../routing/state-owner.ts';
import { isPage, isStream } from '../response/safe-content-type.ts';
import type { RaceLane } from '../hedging/race-lane.ts';
import { DecodedEvents } from '../transports/decoded-events.ts';
import { StreamForward } from '../response/forward-stream.ts';
import { endOversized, isOversized } from '../response/oversized-response.ts';
import { forwardWhole } from '../response/forward-whole.ts';
import { ResponseHeaders } from '../http1/response-headers.ts';
import { createAttempt } from './create-attempt.ts';
import { recordFault } from './record-fault.ts';
import type { RelayCall } from '../relay-call.ts';
import type { Attempt } from './logged-attempt.ts';
import { releaseBody } from '../request/read-body.ts';
import { deadlineLimits, ResponseDeadline } from './response-deadline.ts';
import { sendUpstreamRequest } from '../transports/send-upstream-request.ts';
import type {
  UpstreamCall,
  UpstreamEvents,
  UpstreamHeaders,
} from '../http1/upstream-http-client.ts';
import type { AttemptContext, AttemptTarget } from './attempt-context.ts';
import {
  responseTooLarge,
  networkFault,
  responseMemoryExhausted,
  htmlInsteadOfAudio,
  restarting,
} from '../errors/upstream-faults.ts';

/** An error states its reason at its beginning; the rest of a longer one is not read. */
const ERROR_BYTES_MAX = 1024 * 1024;

export interface AttemptPlan extends AttemptTarget {
  context: AttemptContext;
  call: RelayCall;
  built: BuiltRequest;
  resolve: (result: AttemptResult) => void;
  reject: (error: Error) => void;
}

/** One attempt on one channel: handles events of the upstream and the client's disconnect. */
export class ChannelAttempt implements UpstreamEvents {
  /** Maintained by `RunningCalls`. */
  runningSlot = -1;
  private readonly context: AttemptContext;
  private readonly call: RelayCall;
  private readonly channel: RuntimeChannel;
  private readonly ticket: AttemptReporter;
  private readonly lane: RaceLane | undefined;
  private readonly built: BuiltRequest;
  private readonly resolve: AttemptPlan['resolve'];
  private readonly reject: AttemptPlan['reject'];
  private readonly startedAt = performance.now();
  private readonly attempt: Attempt;
  private upstream: UpstreamCall | undefined;
  private stream: StreamForward | undefined;
  private waitingSince = this.startedAt;
  private status = 0;
  private headers = NO_HEADERS;
  /** The upstream streams, whether or not the client asked for it. */
  private isStream = false;
  private readonly chunks = new ChunkList();
  private size = 0;
  /** Reserved memory of a buffered response, once it is no longer small. */
  private buffered: BufferedResponse | undefined;
  private readonly deadline: ResponseDeadline;
  /** Set once the client has disconnected. */
  private clientDisconnect: ClientDisconnect | undefined;
  /** The whole response has arrived. */
  private isComplete = false;
  private isAbandoned = false;
  private hasBytes = false;

  constructor(plan: AttemptPlan) {
    const { context, call, channel, ticket, lane, built, resolve, reject } = plan;
    this.context = context;
    this.call = call;
    this.channel = channel;
    this.ticket = ticket;
    this.lane = lane;
    this.built = built;
    this.resolve = resolve;
    this.reject = reject;
    this.attempt = createAttempt(channel);
    const limits = deadlineLimits(channel, context);
    this.deadline = new ResponseDeadline(context.timers, limits, this.onTimeout);
  }

  start(): void {
    this.call.attempts.push(this.attempt);
    if (this.context.running.isStopped) return this.finish({ kind: 'fault', fault: restarting });
    this.context.running.add(this);
    this.call.response.on('close', this.onClientDisconnect);
    if (this.lane) this.enter(this.lane);
    const { built, call, context } = this;
    const listener = built.framing ? new DecodedEvents(built.framing, this) : this;
    this.upstream = sendUpstreamRequest(context, { built, owner: call.holder.userId }, listener);
    // Images and audio take long to produce a first chunk.
    if (respondsWithStream(this.call)) this.deadline.waitForFirstToken();
    // A job is polled until it is done; each request has its own limit.
    else if (!this.built.job) this.deadline.waitForResponse();
  }

  /** Joins a race: another attempt may run concurrently. */
  private enter(lane: RaceLane): void {
    lane.onLost = this.lose;
    lane.hasReached = () => this.upstream?.reached === true;
    lane.isBilled = () => lane.hasReached() && this.status < 300;
  }

  /** Another attempt of the call started its response first: ends this one without judging its channel. */
  private readonly lose = (): void => {
    if (this.isComplete) return;
    this.abortUpstream();
    if (this.stream) this.stream.detach(CANCELLED);
    else this.finish(CANCELLED);
  };

  /** Ends the attempt because the process shuts down. */
  interrupt(): void {
    if (this.stream) return this.stream.interrupt();
    if (!this.isComplete && !this.isAbandoned) this.abandon(restarting);
  }

  priceDelivered(): StreamCharge | undefined {
    return this.stream?.priceDelivered();
  }

  started(status: number, headers: UpstreamHeaders): void {
    if (this.isAbandoned) return;
    this.status = status;
    this.headers = headers;
    this.addUpstreamTime();
    this.recordProgress();
    const type = headers.contentType ?? '';
    this.isStream = isStream(type);
    const isAudio = this.built.translation.returnsAudio === true && !type.includes('json');
    // An error can't be written into an audio stream.
    if (status < 300 && isAudio && isPage(type)) return this.abandon(htmlInsteadOfAudio);
    if (status < 300 && (isAudio || (this.isStream && this.call.clientRequest.stream)))
      this.stream = this.openStream();
    else if (!this.built.job) this.deadline.waitForResponse();
  }

  data(chunk: Buffer): void {
    if (this.isAbandoned) return;
    if (!this.hasBytes) this.recordFirstChunk(chunk);
    if (this.stream) return this.stream.data(chunk);
    if (this.lane && this.status < 300) this.lane.claim('begun');
    this.size += chunk.length;
    this.clientDisconnect?.count(chunk.length);
    if (this.isAbandoned) return;
    if (isOversized(this.size, this.context)) return this.outgrow();
    this.chunks.push(chunk);
    if (this.status >= 300 && this.size > ERROR_BYTES_MAX) return this.endError();
    if (this.size > SMALL_BYTES) this.reserveBuffer();
  }

  private endError(): void {
    this.ended();
    this.isAbandoned = true;
    this.upstream?.abort();
  }

  private outgrow(): void {
    const { call, channel, context, size: receivedBytes } = this;
    if (call.clientDisconnected) return this.charge('drain');
    this.abortUpstream();
    const response = { ...this.built, channel, receivedBytes, fault: responseTooLarge };
    endOversized(context, call, response).then(this.finish, this.crash);
  }

  private reserveBuffer(): void {
    this.buffered ??= this.context.responseBuffer.open({
      owner: this.call.holder.userId,
      pause: () => this.upstream?.pause(),
      resume: () => this.upstream?.resume(),
      onTimeout: () => this.abandon(responseMemoryExhausted),
    });
    this.buffered.grow(this.size);
  }

  /**
   * Ends the attempt before any of its response was sent. Does not wait for the abort, which is
   * reported only once a connection is established.
   */
  private abandon(fault: UpstreamFault): void {
    if (this.call.clientDisconnected) return this.charge('drain');
    this.abortUpstream();
    this.finish({ kind: 'fault', fault });
  }

  private abortUpstream(): void {
    this.isAbandoned = true;
    this.chunks.clear();
    this.upstream?.abort();
    this.addUpstreamTime();
    this.recordProgress();
  }

  private recordFirstChunk(chunk: Buffer): void {
    this.hasBytes = true;
    if (!this.stream) this.recordFirstToken();
    if (this.status < 300) recordResponseId(this.call, this.built.translation, chunk);
  }

  ended(): void {
    if (this.isAbandoned) return;
    this.deadline.stop();
    this.isComplete = true;
    this.addUpstreamTime();
    if (this.stream) return this.endStream();
    if (this.lane && this.status < 300) this.lane.claim('begun');
    const { status, headers, isStream, channel } = this;
    const body = this.chunks.take();
    const { upstreamModel, translation } = this.built;
    const response = { status, headers, isStream, body, channel, upstreamModel, translation };
    forwardWhole(this.context, this.call, response).then(this.finish, this.crash);
  }

  failed(error: Error): void {
    if (this.isAbandoned) return;
    this.addUpstreamTime();
    if (this.stream) return this.endStream('by-upstream');
    this.recordProgress();
    if (this.call.clientDisconnected) return this.finish({ kind: 'client-gone', free: 'failed' });
    this.finish({ kind: 'fault', fault: networkFault(error) });
  }

  private endStream(cut?: StreamCut): void {
    this.attempt.total_ms = Math.round(performance.now() - this.startedAt);
    this.stream?.finish(cut);
  }

  private readonly onTimeout = (fault: UpstreamFault): void => {
    this.isAbandoned = true;
    if (this.stream) return this.stream.abandon(fault);
    this.abandon(fault);
  };

  private openStream(): StreamForward {
    this.clientDisconnect?.handOver();
    return new StreamForward({
      context: this.context,
      call: this.call,
      channel: this.channel,
      upstreamModel: this.built.upstreamModel,
      translation: this.built.translation,
      upstream: this.upstream as UpstreamCall,
      contentType: this.headers.contentType,
      lane: this.lane,
      begun: this.onFirstToken,
      done: this.finish,
      crashed: this.crash,
    });
  }

  /** Adds the time since the last measurement to the time spent waiting for the upstream. */
  private addUpstreamTime(): void {
    const now = performance.now();
    this.call.upstreamMs += now - this.waitingSince;
    this.waitingSince = now;
  }

  /** Records how far the attempt has come, by the time of the last measurement. */
  private recordProgress(): void {
    this.attempt.ms = Math.round(this.waitingSince - this.startedAt);
    this.attempt.status = this.status;
  }

  private recordFirstToken(): void {
    this.call.firstTokenMs ??= performance.now() - this.call.startedAt;
  }

  /** The first token of a stream is sent: the channel has responded. */
  private readonly onFirstToken = (): void => {
    this.deadline.stop();
    this.recordFirstToken();
    const firstMs = performance.now() - this.startedAt;
    this.attempt.first_ms = Math.round(firstMs);
    this.ticket.firstByte(firstMs);
    this.forgetRequest();
  };

  /** A started stream is never retried, so the request is no longer kept in memory. */
  private forgetRequest(): void {
    const { incoming, client, remember } = this.call;
    const { request, translation } = this.built;
    const isBodyNeeded = remember !== undefined && translation.from !== translation.to;
    if (isBodyNeeded || incoming.bufferedBytes <= SMALL_BYTES) return;
    request.body = undefined;
    Object.assign(translation, { body: NO_BYTES });
    client.forgetBytes();
    this.upstream?.forgetBody?.();
    releaseBody(incoming, this.context.bodies);
  }

  private readonly finish = (outcome: AttemptResult): void => {
    this.stopListening();
    if (this.buffered) this.releaseBuffer(this.buffered, outcome);
    const { attempt } = this;
    const result =
      outcome.kind === 'fault'
        ? { ...outcome, fault: hideKey(outcome.fault, this.channel) }
        : outcome;
    if (result.kind === 'answered') {
      if (result.broke) this.ticket.failed(hideKey(result.broke, this.channel));
      else this.ticket.succeeded(attempt.ms);
    }
    if (result.kind === 'fault') recordFault(attempt, result.fault, this.call.payload);
    if (result.kind === 'client-gone') attempt.fault ??= 'client_gone';
    if (result.kind === 'cancelled') attempt.fault ??= 'overtaken';
    if (result.kind !== 'answered')
      attempt.total_ms ??= Math.round(performance.now() - this.startedAt);
    this.resolve(result);
  };

  /** Releases the memory of a buffered response once the client has received it. */
  private releaseBuffer(buffered: BufferedResponse, { kind }: AttemptResult): void {
    if (kind === 'answered') onFlushed(this.call.response, () => buffered.release());
    else buffered.release();
  }

  private readonly crash = (error: unknown): void => {
    this.stopListening();
    this.buffered?.release();
    this.reject(error instanceof Error ? error : new Error(String(error)));
  };

  /** The client disconnected before a stream started, or while a whole response was pending. */
  private readonly onClientDisconnect = (): void => {
    if (this.call.response.writableFinished) return;
    this.deadline.stop();
    // A stream handles the disconnect itself.
    if (this.stream) return;
    this.call.clientDisconnected = true;
    if (this.isComplete || this.isAbandoned) return;
    this.lane?.claim('left');
    // Another attempt claimed the call, because only that one is billed.
    if (!this.lane?.isLost) this.decideOnDisconnect();
  };

  private decideOnDisconnect(): void {
    this.clientDisconnect ??= new ClientDisconnect({
      call: this.call,
      channel: this.channel,
      drains: this.context.drains,
      hasReached: () => this.upstream?.reached === true,
      status: () => this.status,
      free: (free) => {
        this.abortUpstream();
        this.finish({ kind: 'client-gone', free });
      },
      charge: (disconnectPolicy) => this.charge(disconnectPolicy),
    });
    this.clientDisconnect.decide();
  }

  /** Aborts the upstream, which has started working, and charges for that. */
  private charge(disconnectPolicy: 'charge' | 'drain'): void {
    const { channel, call, context, size: receivedBytes } = this;
    this.abortUpstream();
    const received = { ...this.built, channel, receivedBytes, disconnectPolicy };
    chargeDisconnectedCall(context, call, received).then(
      () => this.finish({ kind: 'client-gone', settled: true }),
      this.crash,
    );
  }

  private stopListening(): void {
    this.context.running.delete(this);
    this.deadline.stop();
    this.clientDisconnect?.end();
    if (this.lane) this.lane.onLost = undefined;
    this.call.response.off('close', this.onClientDisconnect);
  }
}

const NO_BYTES = new Uint8Array();
const NO_HEADERS: UpstreamHeaders = new ResponseHeaders('', undefined);

import type { RuntimeChannel } from '../domain/channel-catalog.ts';
import {
  type AttemptResult,
  type BuiltRequest,
  buildUpstreamRequest,
  networkFault,
} from './attempt.ts';
import { forwardStream, type StreamForward } from './forward-stream.ts';
import { forwardWhole } from './forward-whole.ts';
import type { Attempt, RelayCall } from './relay-call.ts';
import type { UpstreamCall, UpstreamEvents, UpstreamHeaders, Upstreams } from './send.ts';
import type { SettleContext } from './settle-call.ts';

/** Answers that are not streamed are held in memory until they are charged. */
const ANSWER_BYTES_MAX = 256 * 1024 * 1024;

export interface TryContext extends SettleContext {
  upstreams: Upstreams;
}

/**
 * Sends a call to one channel and hands its answer on. Resolves with what came of it; rejects only
 * on failures of our own (the charge could not be stored).
 */
export function tryChannel(
  context: TryContext,
  call: RelayCall,
  channel: RuntimeChannel,
): Promise<AttemptResult> {
  const built = buildUpstreamRequest(call, channel);
  if (!built) return Promise.resolve(unsupported);
  return new Promise((resolve, reject) => {
    new ChannelTry({ context, call, channel, built, resolve, reject }).start();
  });
}

interface Plan {
  context: TryContext;
  call: RelayCall;
  channel: RuntimeChannel;
  built: BuiltRequest;
  resolve: (result: AttemptResult) => void;
  reject: (error: Error) => void;
}

/** One request on its way through one channel: hears what upstream sends and whether the client left. */
class ChannelTry implements UpstreamEvents {
  private readonly context: TryContext;
  private readonly call: RelayCall;
  private readonly channel: RuntimeChannel;
  private readonly built: BuiltRequest;
  private readonly resolve: Plan['resolve'];
  private readonly reject: Plan['reject'];
  private readonly startedAt = performance.now();
  private readonly attempt: Attempt;
  private upstream: UpstreamCall | undefined;
  private stream: StreamForward | undefined;
  private waitingSince = this.startedAt;
  private status = 0;
  private headers: UpstreamHeaders = {};
  private chunks: Buffer[] = [];
  private size = 0;

  constructor(plan: Plan) {
    const { context, call, channel, built, resolve, reject } = plan;
    this.context = context;
    this.call = call;
    this.channel = channel;
    this.built = built;
    this.resolve = resolve;
    this.reject = reject;
    this.attempt = { channel: channel.id, name: channel.name, ms: 0, status: 0 };
  }

  start(): void {
    this.call.attempts.push(this.attempt);
    this.call.response.on('close', this.leave);
    this.upstream = this.context.upstreams.send(this.built.request, this);
  }

  started(status: number, headers: UpstreamHeaders): void {
    this.status = status;
    this.headers = headers;
    this.countWaiting();
    this.noteProgress();
    const isStream = String(headers['content-type'] ?? '').includes('text/event-stream');
    if (status < 300 && isStream) this.stream = this.openStream();
  }

  data(chunk: Buffer): void {
    this.call.firstTokenMs ??= performance.now() - this.call.startedAt;
    if (this.stream) return this.stream.data(chunk);
    this.size += chunk.length;
    if (this.size > ANSWER_BYTES_MAX) return this.upstream?.abort();
    this.chunks.push(chunk);
  }

  ended(): void {
    this.countWaiting();
    if (this.stream) return this.stream.finish();
    const { chunks, status, headers, channel } = this;
    const body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, this.size);
    const { upstreamModel } = this.built;
    this.chunks = [];
    forwardWhole(this.context, this.call, { status, headers, body, channel, upstreamModel }).then(
      this.finish,
      this.crash,
    );
  }

  failed(error: Error): void {
    this.countWaiting();
    this.noteProgress();
    if (this.stream) return this.stream.finish();
    if (this.call.clientGone) return this.finish({ kind: 'client-gone' });
    this.finish({ kind: 'fault', fault: networkFault(error) });
  }

  private openStream(): StreamForward {
    return forwardStream({
      context: this.context,
      call: this.call,
      channel: this.channel,
      upstreamModel: this.built.upstreamModel,
      upstream: this.upstream as UpstreamCall,
      done: this.finish,
      crashed: this.crash,
    });
  }

  /** Adds the time since the last look to the time spent waiting for upstreams. */
  private countWaiting(): void {
    const now = performance.now();
    this.call.upstreamMs += now - this.waitingSince;
    this.waitingSince = now;
  }

  private noteProgress(): void {
    this.attempt.ms = Math.round(performance.now() - this.startedAt);
    this.attempt.status = this.status;
  }

  private readonly finish = (result: AttemptResult): void => {
    this.call.response.off('close', this.leave);
    if (result.kind === 'fault') this.attempt.fault ??= result.fault.code ?? result.fault.kind;
    if (result.kind === 'client-gone') this.attempt.fault ??= 'client_gone';
    this.resolve(result);
  };

  private readonly crash = (error: unknown): void => {
    this.call.response.off('close', this.leave);
    this.reject(error instanceof Error ? error : new Error(String(error)));
  };

  private readonly leave = (): void => {
    if (this.stream || this.call.response.writableFinished) return;
    this.call.clientGone = true;
    this.upstream?.abort();
  };
}

const unsupported: AttemptResult = {
  kind: 'fault',
  fault: {
    kind: 'invalid-request',
    http: 501,
    retryable: true,
    bannable: false,
    message: '',
    excerpt: 'this channel type does not speak the dialect yet',
    type: 'invalid_request_error',
    code: 'dialect_not_supported',
    param: null,
  },
};

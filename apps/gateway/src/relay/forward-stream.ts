import {
  createStreamReader,
  renderOpenAiErrorEvent,
  type StreamReader,
  toPublicError,
} from '@tollgate/dialects';
import type { RuntimeChannel } from '../domain/channel-catalog.ts';
import { AppError } from '../platform/app-error.ts';
import type { AttemptResult } from './attempt.ts';
import { overheadHeader } from './overhead.ts';
import type { RelayCall } from './relay-call.ts';
import { toPublicFault } from './render-fault.ts';
import { commonHeaders } from './write-answer.ts';
import { missingReservation } from './reserve.ts';
import type { UpstreamCall } from './send.ts';
import { type CallEnd, estimateUsage, settleCall, type SettleContext } from './settle-call.ts';

export interface StreamForward {
  /** A piece of the upstream answer. */
  data(chunk: Buffer): void;
  /** No more comes, whether upstream ended or broke: the stream itself tells if it is complete. */
  finish(): void;
}

export interface StreamForwardOptions {
  context: SettleContext;
  call: RelayCall;
  channel: RuntimeChannel;
  upstreamModel: string;
  upstream: UpstreamCall;
  /** Called once, with what the attempt came to. */
  done: (result: AttemptResult) => void;
  /** Called when something unexpected happens; the caller answers it. */
  crashed: (error: unknown) => void;
}

/**
 * Hands a stream on as it comes. Until the first piece goes out the attempt can still turn into a
 * fault (and be tried elsewhere); after it, a stream that dies is told as an error event. The end
 * of the stream is held back until the charge is durable.
 */
// tidy-ignore: a closure over shared state, made of short functions
export function forwardStream(options: StreamForwardOptions): StreamForward {
  const { context, call, channel, upstreamModel, upstream } = options;
  const { response } = call;
  const reader: StreamReader = createStreamReader({
    hideUsageChunk: !call.clientRequest.includeUsage,
  });
  let over = false;
  let extending = false;
  let ranOut = false;

  response.on('drain', () => upstream.resume());
  response.on('close', leave);

  function leave(): void {
    if (over || response.writableFinished) return;
    call.clientGone = true;
    upstream.abort();
    finish();
  }

  function writeHead(): void {
    response.writeHead(200, [
      ...commonHeaders(call.requestId),
      ...overheadHeader(call),
      ...STREAM_HEADERS,
    ]);
  }

  function data(chunk: Buffer): void {
    if (over) return;
    const pieces = reader.push(chunk);
    if (reader.fault && !response.headersSent) {
      over = true;
      upstream.abort();
      stopListening();
      return options.done({ kind: 'fault', fault: reader.fault });
    }
    for (const piece of pieces) {
      if (!response.headersSent) writeHead();
      if (!response.write(piece)) upstream.pause();
    }
    extendReservation();
  }

  /** A stream that outgrows what was reserved for it reserves more, and ends when the balance can't follow. */
  function extendReservation(): void {
    if (extending || ranOut) return;
    const more = missingReservation(call, reader.estimatedCompletionTokens);
    if (more <= 0) return;
    extending = true;
    context.wallet.extend(call.reservation, more).then(
      (covered) => {
        extending = false;
        if (covered || over) return;
        ranOut = true;
        upstream.abort();
        finish();
      },
      (error: unknown) => options.crashed(error),
    );
  }

  function finish(): void {
    if (over) return;
    over = true;
    conclude().catch((error: unknown) => {
      stopListening();
      options.crashed(error);
    });
  }

  async function conclude(): Promise<void> {
    const tail = reader.end();
    const broken = reader.fault !== undefined || !tail.complete;
    if (!response.headersSent && !call.clientGone && broken) {
      stopListening();
      return options.done({ kind: 'fault', fault: reader.fault ?? interruptedBeforeStart });
    }
    const end = endOf(broken);
    const usage = tail.usage ?? estimateUsage(call, tail.estimatedCompletionTokens);
    await settleCall(context, call, {
      channel,
      upstreamModel,
      usage,
      estimated: tail.usage === undefined,
      end,
    });
    stopListening();
    if (call.clientGone) return options.done({ kind: 'client-gone' });
    if (!response.headersSent) writeHead();
    if (end === 'complete') response.write(tail.tail);
    else response.write(errorEvent(end));
    response.end();
    options.done({ kind: 'answered' });
  }

  function endOf(broken: boolean): CallEnd {
    if (call.clientGone) return 'client_gone';
    if (ranOut) return 'balance_ran_out';
    return broken ? 'interrupted' : 'complete';
  }

  function errorEvent(end: CallEnd): Uint8Array {
    if (reader.fault && end === 'interrupted')
      return renderOpenAiErrorEvent({ ...toPublicError(reader.fault), requestId: call.requestId });
    const code = end === 'balance_ran_out' ? 'relay_balance_ran_out' : 'relay_stream_interrupted';
    return renderOpenAiErrorEvent({
      ...toPublicFault(new AppError(code), call.language),
      requestId: call.requestId,
    });
  }

  function stopListening(): void {
    response.off('close', leave);
  }

  return { data, finish };
}

const STREAM_HEADERS = [
  'content-type',
  'text/event-stream; charset=utf-8',
  'cache-control',
  'no-cache',
  'x-accel-buffering',
  'no',
];

const interruptedBeforeStart = {
  kind: 'network' as const,
  http: 502,
  retryable: true,
  bannable: false,
  message: '',
  excerpt: 'the stream ended before it began',
  type: 'upstream_error',
  code: 'upstream_interrupted',
  param: null,
};

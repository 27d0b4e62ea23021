import type { RuntimeChannel } from '../domain/channel-catalog.ts';
import { type AttemptResult, buildUpstreamRequest, networkFault } from './attempt.ts';
import { forwardStream, type StreamForward } from './forward-stream.ts';
import { forwardWhole } from './forward-whole.ts';
import type { RelayCall } from './relay-call.ts';
import type { UpstreamCall, Upstreams } from './send.ts';
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
// tidy-ignore: a closure over shared state, made of short functions
export function tryChannel(
  context: TryContext,
  call: RelayCall,
  channel: RuntimeChannel,
): Promise<AttemptResult> {
  const built = buildUpstreamRequest(call, channel);
  if (!built) return Promise.resolve(unsupported);
  const startedAt = performance.now();
  let waitingSince = startedAt;
  let status = 0;

  /** Adds the time since the last look to the time spent waiting for upstreams. */
  const waited = () => {
    const now = performance.now();
    call.upstreamMs += now - waitingSince;
    waitingSince = now;
  };

  return new Promise<AttemptResult>((resolve, reject) => {
    let stream: StreamForward | undefined;
    let headers: Record<string, string | string[] | undefined> = {};
    let chunks: Buffer[] = [];
    let size = 0;

    const finish = (result: AttemptResult) => {
      call.response.off('close', leave);
      const fault =
        result.kind === 'fault'
          ? result.fault.code || result.fault.kind
          : result.kind === 'client-gone'
            ? 'client_gone'
            : undefined;
      call.attempts.at(-1)!.fault ??= fault as string;
      resolve(result);
    };
    const crash = (error: unknown) => {
      call.response.off('close', leave);
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    call.attempts.push({ channel: channel.id, name: channel.name, ms: 0, status: 0 });
    const note = () =>
      Object.assign(call.attempts.at(-1) as object, {
        ms: Math.round(performance.now() - startedAt),
        status,
      });

    const upstream: UpstreamCall = context.upstreams.send(built.request, {
      started(answerStatus, answerHeaders) {
        status = answerStatus;
        headers = answerHeaders;
        waited();
        note();
        const type = String(headers['content-type'] ?? '');
        if (status < 300 && type.includes('text/event-stream')) {
          stream = forwardStream({
            context,
            call,
            channel,
            upstreamModel: built.upstreamModel,
            upstream,
            done: finish,
            crashed: crash,
          });
        }
      },
      data(chunk) {
        call.firstTokenMs ??= performance.now() - call.startedAt;
        if (stream) return stream.data(chunk);
        size += chunk.length;
        if (size > ANSWER_BYTES_MAX) return upstream.abort();
        chunks.push(chunk);
      },
      ended() {
        waited();
        if (stream) return stream.finish('ended');
        const body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size);
        chunks = [];
        forwardWhole(context, call, {
          status,
          headers,
          body,
          channel,
          upstreamModel: built.upstreamModel,
        }).then(finish, crash);
      },
      failed(error) {
        waited();
        note();
        if (stream) return stream.finish('failed');
        if (call.clientGone) return finish({ kind: 'client-gone' });
        finish({ kind: 'fault', fault: networkFault(error) });
      },
    });

    function leave(): void {
      if (stream || call.response.writableFinished) return;
      call.clientGone = true;
      upstream.abort();
    }
    call.response.on('close', leave);
  });
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

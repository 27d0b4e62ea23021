import type { BuiltRequest } from '../attempt/build-upstream-request.ts';
import { sendAsJob } from './send-as-job.ts';
import { sendOverSocket } from './send-over-socket.ts';
import type { UpstreamCall, UpstreamEvents } from '../http1/upstream-http-client.ts';
import type { AttemptContext } from '../attempt/attempt-context.ts';

/** Sends a request the way its host expects: plainly, over a WebSocket, or as a job. */
export function sendUpstreamRequest(
  { upstreamClient, allowPrivate }: Pick<AttemptContext, 'upstreamClient' | 'allowPrivate'>,
  { request, socket, job }: BuiltRequest,
  listener: UpstreamEvents,
): UpstreamCall {
  if (socket) return sendOverSocket({ request, socket, allowPrivate }, listener);
  if (!job) return upstreamClient.send(request, listener);
  return sendAsJob(
    { request, job, send: (next, events) => upstreamClient.send(next, events) },
    listener,
  );
}

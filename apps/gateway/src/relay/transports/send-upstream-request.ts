import type { BuiltRequest } from '../attempt/build-upstream-request.ts';
import { sendAsJob } from './send-as-job.ts';
import { sendOverSocket } from './send-over-socket.ts';
import type { UpstreamCall, UpstreamEvents } from '../http1/upstream-http-client.ts';
import type { AttemptContext } from '../attempt/attempt-context.ts';

type SendContext = Pick<AttemptContext, 'upstreamClient' | 'allowPrivate' | 'responseBuffer'>;

interface OwnedRequest {
  built: BuiltRequest;
  /** The user whose call it is. */
  owner: number;
}

/** Sends a request the way its host expects: as plain HTTP, over a WebSocket, or as a job. */
export function sendUpstreamRequest(
  { upstreamClient, allowPrivate, responseBuffer }: SendContext,
  { built: { request, socket, job }, owner }: OwnedRequest,
  listener: UpstreamEvents,
): UpstreamCall {
  if (socket) {
    const memory = { budget: responseBuffer.budget, owner };
    return sendOverSocket({ request, socket, allowPrivate, memory }, listener);
  }
  if (!job) return upstreamClient.send(request, listener);
  return sendAsJob(
    { request, job, send: (next, events) => upstreamClient.send(next, events) },
    listener,
  );
}

import type { UpstreamFault } from '@tollgate/dialects';
import type { RemoteMedia } from '../../domain/remote-media.ts';
import { AppError } from '../../platform/app-error.ts';
import type { ByteBudget } from '../../platform/byte-budget.ts';
import type { AttemptResult } from '../attempt/attempt-result.ts';
import type { BuiltRequest, MediaNeed } from '../attempt/build-upstream-request.ts';
import { isClientDisconnected } from '../attempt/is-client-disconnected.ts';
import { bufferMore } from '../request/read-body.ts';
import type { RelayCall } from '../relay-call.ts';
import { gatewayRefusal } from '../errors/upstream-faults.ts';

export interface MediaAttempt {
  media: RemoteMedia;
  bodies: ByteBudget;
  call: RelayCall;
  need: MediaNeed;
  send: (built: BuiltRequest) => Promise<AttemptResult>;
  refuse: (fault: UpstreamFault) => AttemptResult;
}

/**
 * Fetches the media that the call names by URL and includes them in the request; if that fails, a channel
 * that fetches them itself may take the call.
 */
export async function attemptWithMedia(attempt: MediaAttempt): Promise<AttemptResult> {
  const { media, bodies, call, need, send, refuse } = attempt;
  try {
    const startedAt = performance.now();
    const fetched = await media.fetch(call, need.urls, (bytes) =>
      bufferMore(call.incoming, bodies, bytes),
    );
    call.upstreamMs += performance.now() - startedAt;
    if (isClientDisconnected(call)) return { kind: 'client-gone' };
    return await send(need.finish(fetched));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'relay_media_unreachable') throw error;
    const fault = { type: 'invalid_request_error', code: 'media_unreachable', param: null };
    return refuse(gatewayRefusal(error, call.language, fault));
  }
}

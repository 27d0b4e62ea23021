import type { UpstreamFault } from '@tollgate/dialects';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import type { UpstreamAccessTokens } from '../../domain/channels/upstream-access-tokens.ts';
import type { RemoteMedia } from '../../domain/remote-media.ts';
import type { ByteBudget } from '../../platform/byte-budget.ts';
import type { AttemptResult } from '../attempt/attempt-result.ts';
import type { BuiltRequest } from '../attempt/build-upstream-request.ts';
import type { RelayCall } from '../relay-call.ts';
import { attemptWithMedia } from './attempt-with-media.ts';
import { attemptWithToken } from './attempt-with-token.ts';

/** Services that requests may need before they can be sent. */
export interface RequestCompletionServices {
  tokens: UpstreamAccessTokens;
  media: RemoteMedia;
  /** Memory budget for bodies and fetched media. */
  bodies: ByteBudget;
}

export interface IncompleteRequest {
  call: RelayCall;
  channel: RuntimeChannel;
  built: BuiltRequest;
  send: (built: BuiltRequest) => Promise<AttemptResult>;
  /** Ends an attempt whose channel was never called. */
  refuse: (fault: UpstreamFault) => AttemptResult;
}

/** Fetches what the request still needs, then sends it. */
export function completeRequest(
  { tokens, media, bodies }: RequestCompletionServices,
  { call, channel, built, send, refuse }: IncompleteRequest,
): Promise<AttemptResult> {
  const prove = (ready: BuiltRequest) => {
    const { token: need } = ready;
    return need
      ? attemptWithToken({ tokens, call, channel, built: ready, need, send })
      : send(ready);
  };
  const { media: need } = built;
  return need ? attemptWithMedia({ media, bodies, call, need, send: prove, refuse }) : prove(built);
}

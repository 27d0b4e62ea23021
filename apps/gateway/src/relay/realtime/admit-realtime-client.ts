import type { RealtimeClient } from './realtime-client.ts';
import { languageOf } from '../../domain/error-texts.ts';
import { AppError } from '../../platform/app-error.ts';
import { clientAddress } from '../../platform/client-address.ts';
import { admitCaller } from '../request/admit.ts';
import { authenticate, readCredential } from '../request/authenticate.ts';
import { readTraceContext } from '../request/trace-context.ts';
import type { InferenceContext } from '../inference-context.ts';
import { type UpgradeRequest, handshakeHeaders } from './realtime-handshake.ts';

const PATHS = new Set(['/v1/realtime', '/v1/realtime/']);

export interface RealtimeServices extends InferenceContext {
  trusted: readonly string[];
}

/** Authenticates a client and admits it to its model. Throws AppError. */
export async function admitRealtimeClient(
  { domain, admit, trusted }: RealtimeServices,
  { request }: UpgradeRequest,
  { requestId, callId }: Pick<RealtimeClient, 'requestId' | 'callId'>,
): Promise<RealtimeClient> {
  const startedAt = performance.now();
  const [path = '', search = ''] = (request.url ?? '/').split('?');
  if (!PATHS.has(path)) throw new AppError('relay_unknown_url', { method: 'GET', path });
  const headers = handshakeHeaders(request.headers);
  const credential = readCredential({ headers, query: `?${search}`, dialect: 'openai-chat' });
  await domain.changes.whenCurrent();
  const nowSeconds = Math.floor(domain.clock.nowMs() / 1000);
  const holder = await authenticate(domain.directory, credential.key, nowSeconds);
  const address = clientAddress(request, trusted);
  admitCaller(admit(), holder, address);
  const query = new URLSearchParams(search);
  const model = query.get('model') ?? query.get('deployment') ?? '';
  if (model === '') throw new AppError('relay_model_required', { param: 'model' });
  return {
    requestId,
    callId,
    traceContext: readTraceContext(request.headers),
    startedAt,
    path,
    model,
    intent: query.get('intent') ?? undefined,
    headers,
    language: languageOf(request.headers['accept-language']),
    credential,
    address,
    holder,
  };
}

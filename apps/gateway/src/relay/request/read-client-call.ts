import {
  type ClientCall,
  isMediaForm,
  type MediaKind,
  readCall,
  type ReadCallResult,
  readMediaCall,
  readPredictCall,
  type RequestKind,
} from '@tollgate/dialects';
import { AppError } from '../../platform/app-error.ts';
import type { HttpRequest } from '../../platform/http-server/http-exchange.ts';
import type { RelayRequest } from '../relay-call.ts';
import type { RequestedKind, ModelCall } from './routes.ts';
import { type BodyServices, readCheckedBody } from './read-checked-body.ts';

const BODY_BYTES_MAX = 64 * 1024 * 1024;

/**
 * Parses a body into a call in the caller's dialect, synchronously if it has arrived. Throws (or rejects with)
 * AppError relay_invalid_request and the errors of readCheckedBody.
 */
export function readClientCall(
  services: BodyServices,
  incoming: RelayRequest,
  route: ModelCall & (RequestedKind | { readonly kind?: undefined; readonly media?: undefined }),
  unwrap: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes,
): ClientCall | Promise<ClientCall> {
  const contentType = incoming.request.headers['content-type'] ?? '';
  const isForm = route.media !== undefined && isMediaForm(route.media, contentType);
  const body = readCheckedBody(services, incoming, { maxBytes: BODY_BYTES_MAX, isForm });
  return body instanceof Promise
    ? body.then((bytes) => parseCall(incoming, route, unwrap(bytes)))
    : parseCall(incoming, route, unwrap(body));
}

function parseCall(
  { request }: RelayRequest,
  route: Parameters<typeof readClientCall>[2],
  bytes: Uint8Array,
): ClientCall {
  const read = route.media ? readMedia(request, route, bytes) : readText(route, bytes);
  if (read.ok) return read.call;
  const { code, message, param } = read.fault;
  if (code === 'unsupported_parameter')
    throw new AppError('relay_unsupported_parameter', { param: param ?? '' });
  throw new AppError('relay_invalid_request', { reason: message, param: param ?? '' });
}

function readText(
  {
    dialect,
    kind = 'chat',
    model = '',
    stream = false,
    compacts,
  }: ModelCall & { kind?: RequestKind | undefined },
  bytes: Uint8Array,
): ReadCallResult {
  return readCall({ dialect, kind, bytes, model, stream, compacts });
}

function readMedia(
  { headers }: HttpRequest,
  { media: kind, dialect, model = '' }: ModelCall & { readonly media: MediaKind },
  bytes: Uint8Array,
): ReadCallResult {
  if (dialect === 'gemini-generate') return readPredictCall({ bytes, model });
  return readMediaCall({ kind, bytes, contentType: headers['content-type'] ?? '' });
}

import { type ClientCall, readCall } from '@tollgate/dialects';
import { AppError } from '../platform/app-error.ts';
import { readBody } from './read-body.ts';
import type { Arrival } from './relay-call.ts';
import type { InferenceKind, ModelCall } from './routes.ts';

const BODY_BYTES_MAX = 64 * 1024 * 1024;

/** The call that a body makes in the caller's dialect. Throws AppError relay_invalid_request and those of readBody. */
export async function readClientCall(
  { request }: Arrival,
  route: ModelCall & { kind?: InferenceKind },
  unwrap: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes,
): Promise<ClientCall> {
  const bytes = unwrap(await readBody(request, BODY_BYTES_MAX));
  const { dialect, kind = 'chat', model = '', stream = false } = route;
  const read = readCall({ dialect, kind, bytes, model, stream });
  if (read.ok) return read.call;
  const { message, param } = read.fault;
  throw new AppError('relay_invalid_request', { reason: message, param: param ?? '' });
}

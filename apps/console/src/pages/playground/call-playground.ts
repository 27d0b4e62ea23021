import i18next from 'i18next';
import { pageLanguage } from '../../language.ts';
import { leaveForLogin } from '../../session/leave-for-login.ts';
import { readStoredUser, type StoredUser } from '../../session/session.ts';
import type { Failure } from './conversation.ts';

/** A failed call, with the failure to show. */
export class PlaygroundError extends Error {
  readonly failure: Failure;
  /** The id of the call in the log; undefined if there was no response. */
  readonly requestId: string | undefined;
  constructor(failure: Failure, requestId?: string) {
    super(failure.message);
    this.name = 'PlaygroundError';
    this.failure = failure;
    this.requestId = requestId;
  }
}

/** Returns the failure to show for an error. */
export function failureOf(error: unknown): { failure: Failure; requestId?: string } {
  if (error instanceof PlaygroundError)
    return { failure: error.failure, ...(error.requestId ? { requestId: error.requestId } : {}) };
  // The browser's own messages are not localized: a TypeError is a broken connection.
  const isBroken = error instanceof TypeError;
  const message = i18next.t(isBroken ? 'ui.http.noResponse' : 'ui.http.unreadable');
  return { failure: { status: 0, code: '', message } };
}

/**
 * Calls a model with the session (ADR 48): `path` is the relay's, such as `/v1/chat/completions`; a body is
 * JSON or a form. Throws PlaygroundError; rethrows an abort.
 */
export async function callPlayground(
  path: string,
  body: Readonly<Record<string, unknown>> | FormData,
  { signal, group }: { signal: AbortSignal; group: string },
): Promise<Response> {
  const isForm = body instanceof FormData;
  const user = readStoredUser();
  const response = await fetch(`/api/playground${path}`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: {
      'new-api-user': String(user?.id ?? 0),
      'accept-language': pageLanguage() === 'en' ? 'en' : 'zh-CN',
      ...(group === '' ? {} : { 'x-tollgate-group': group }),
      ...(isForm ? {} : { 'content-type': 'application/json' }),
    },
    body: isForm ? body : JSON.stringify(body),
    signal,
  }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new PlaygroundError({ status: 0, code: '', message: i18next.t('ui.http.noResponse') });
  });
  if (response.ok) return response;
  const requestId = response.headers.get('x-request-id') ?? undefined;
  throw new PlaygroundError(await readFailure(response, user), requestId);
}

interface ErrorBody {
  message?: string;
  code?: string | number | null;
}

async function readFailure(response: Response, user: StoredUser | undefined): Promise<Failure> {
  const { status } = response;
  const failure = (await response.json().catch(() => undefined)) as
    | { error?: ErrorBody; code?: ErrorBody['code']; description?: string }
    | undefined;
  // Errors of image tasks have the format that their clients expect.
  const { message = failure?.description, code = failure?.code } = failure?.error ?? {};
  if (status === 401 && code === 'session_missing') leaveForLogin(user);
  return {
    status,
    // A numeric code only repeats the status.
    code: typeof code === 'string' ? code : '',
    message:
      message || i18next.t(status === 413 ? 'ui.http.tooLarge' : 'ui.http.other', { status }),
  };
}

import i18next from 'i18next';
import { storedLanguage } from '../../language.ts';
import { clearStoredUser, readStoredUser } from '../../session/session.ts';
import type { Failure } from './conversation.ts';

/** A call that failed, as the page shows it. */
export class PlaygroundError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'PlaygroundError';
    this.failure = failure;
  }
}

/**
 * Calls a model by the session (ADR 48): `path` is the relay's, such as `/v1/chat/completions`; a
 * body is JSON or a form. Throws PlaygroundError; passes an abort on.
 */
export async function callPlayground(
  path: string,
  body: Readonly<Record<string, unknown>> | FormData,
  signal: AbortSignal,
): Promise<Response> {
  const isForm = body instanceof FormData;
  const response = await fetch(`/api/playground${path}`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: {
      'new-api-user': String(readStoredUser()?.id ?? 0),
      'accept-language': storedLanguage() === 'en' ? 'en' : 'zh-CN',
      ...(isForm ? {} : { 'content-type': 'application/json' }),
    },
    body: isForm ? body : JSON.stringify(body),
    signal,
  }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new PlaygroundError({ status: 0, code: '', message: i18next.t('ui.http.noResponse') });
  });
  if (response.ok) return response;
  throw new PlaygroundError(await readFailure(response));
}

async function readFailure(response: Response): Promise<Failure> {
  const { status } = response;
  const told = (await response.json().catch(() => undefined)) as
    | { error?: { message?: string; code?: string | number | null } }
    | undefined;
  const { message, code } = told?.error ?? {};
  if (status === 401 && code === 'session_missing') leaveForLogin();
  return {
    status,
    code: String(code ?? ''),
    message: message || i18next.t('ui.http.other', { status }),
  };
}

function leaveForLogin(): void {
  clearStoredUser();
  location.assign('/login?expired=true');
}

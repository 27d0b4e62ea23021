import type {
  AnyEndpoint,
  BodyInputOf,
  DataOf,
  Envelope,
  ExtrasOf,
  ParamsInputOf,
  QueryInputOf,
} from '@tollgate/contract';
import i18next from 'i18next';
import type { Call } from 'virtual:calls';
import { buildUrl } from '@tollgate/client';
import { connection } from './connection.ts';
import { takePreloadedResponse, takeParsedPreload } from '../preloaded-responses.ts';
import { identityCheck } from './identity-check.ts';
import { isProxyAlone, isProxyTimeout } from './is-proxy-alone.ts';
import { type ActingTeam, readActingTeam, storeActingTeam } from '../session/acting-team.ts';
import { keepMessage } from '../session/kept-message.ts';
import { leaveForLogin } from '../session/leave-for-login.ts';
import { sessionRenewal } from '../session/session-renewal.ts';
import { recordServerTime } from '../server-clock.ts';
import { readStoredUser, type StoredUser } from '../session/session.ts';
import { pageLanguage } from '../language.ts';

/** A failed call, with a message for the user. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  /** The input field that the error is about, such as the key of an option. */
  readonly field: string | undefined;
  /** After a wrong guess: how many attempts are left. */
  readonly attemptsLeft: number | undefined;
  /** For a temporary refusal: seconds until it ends. */
  readonly retryAfter: number | undefined;
  /** Keys of the options that have to be set first. */
  readonly missing: readonly string[];
  /** Whether the server gave a reason; otherwise the message only says that the call failed. */
  readonly hasServerMessage: boolean;

  constructor(
    message: string,
    details: {
      status: number;
      code?: string | undefined;
      requestId?: string | undefined;
      field?: string | undefined;
      attemptsLeft?: number | undefined;
      retryAfter?: number | undefined;
      missing?: readonly string[] | undefined;
      hasServerMessage?: boolean;
    },
  ) {
    // An error in the words of a page is still that error.
    super(message, details instanceof ApiError ? { cause: details } : undefined);
    this.name = 'ApiError';
    this.status = details.status;
    this.code = details.code;
    this.requestId = details.requestId;
    this.field = details.field;
    this.attemptsLeft = details.attemptsLeft;
    this.retryAfter = details.retryAfter;
    this.missing = details.missing ?? [];
    this.hasServerMessage = details.hasServerMessage ?? true;
  }
}

export interface Input<E> {
  params?: ParamsInputOf<E>;
  query?: Partial<QueryInputOf<E>>;
  body?: BodyInputOf<E>;
  /** The content of a file, sent instead of a JSON body. */
  file?: Blob;
  /** The team to act for in this call only; the one that this tab acts for by default. */
  team?: number;
}

/** Calls an endpoint of the contract and returns its data. Throws ApiError. */
export async function callEndpoint<E extends AnyEndpoint>(
  call: Call<E>,
  input: Input<E> = {},
  signal?: AbortSignal,
): Promise<DataOf<E>> {
  return (await callForEnvelope(call, input, signal)).data;
}

/** Calls an endpoint and returns its data with the other members of the envelope. Throws ApiError. */
export async function callForEnvelope<E extends AnyEndpoint>(
  call: Call<E>,
  input: Input<E> = {},
  signal?: AbortSignal,
): Promise<Envelope<DataOf<E>> & ExtrasOf<E>> {
  const { envelope, ...sent } = await fetchConfirmed(call, input, signal);
  if (sent.response.ok && envelope?.success) return envelope;
  throw failureOf(sent, envelope, input.team);
}

/**
 * Calls an endpoint whose failure may have data, such as what a test found, and returns them with whether it
 * succeeded. Throws ApiError if there are none.
 */
export async function callForOutcome<E extends AnyEndpoint>(
  call: Call<E>,
  input: Input<E> = {},
): Promise<Envelope<DataOf<E>>> {
  const { envelope, ...sent } = await fetchConfirmed(call, input, undefined);
  if (sent.response.ok && envelope?.data) return envelope;
  throw failureOf(sent, envelope, input.team);
}

/** After confirming their identity, users continue where they were. */
async function fetchConfirmed<E extends AnyEndpoint>(
  call: Call<E>,
  input: Input<E>,
  signal: AbortSignal | undefined,
) {
  const first = await fetchEnvelope(call, input, signal);
  const isConfirmed =
    first.envelope?.code === 'confirmation_required' && (await identityCheck.pass());
  return isConfirmed ? fetchEnvelope(call, input, signal) : first;
}

/** Returns, once, the response to a call that the document made, if it was read before the first paint. */
export function takeEnvelope<E extends AnyEndpoint>(
  call: Call<E>,
  input: Input<E> = {},
): (Envelope<DataOf<E>> & ExtrasOf<E>) | undefined {
  // The document calls as the user, not as a team.
  if (call.method !== 'GET' || teamOf(input) !== undefined) return undefined;
  const envelope = takeParsedPreload(addressOf(call, input)) as
    | (Envelope<DataOf<E>> & ExtrasOf<E>)
    | undefined;
  if (envelope?.success !== true) return undefined;
  return call.paged ? asPage(envelope) : envelope;
}

const addressOf = <E extends AnyEndpoint>({ path }: Call<E>, { params, query }: Input<E>) =>
  buildUrl(path, params as Record<string, unknown> | undefined, query);

async function fetchEnvelope<E extends AnyEndpoint>(
  call: Call<E>,
  input: Input<E>,
  signal: AbortSignal | undefined,
) {
  const { response, user } = await send(call, input, signal);
  const envelope = (await response.json().catch(() => undefined)) as
    | (Envelope<DataOf<E>> & ExtrasOf<E>)
    | undefined;
  return { response, user, envelope: envelope && call.paged ? asPage(envelope) : envelope };
}

/** Wraps a list that an older gateway or a proxy returns as a bare array into a page. */
function asPage<Data extends Envelope<unknown>>(envelope: Data): Data {
  const { data } = envelope;
  if (!Array.isArray(data)) return envelope;
  const { length } = data;
  return { ...envelope, data: { items: data, page: 1, page_size: length, total: length } };
}

/** A response, and the user whose session its call was sent with. */
interface Sent {
  response: Response;
  user: StoredUser | undefined;
}

/** Whether the response is not an envelope, such as JSON lines. */
const isStream = ({ ok, headers }: Response) =>
  ok && headers.get('content-type')?.startsWith('application/json') !== true;

const readEnvelope = (response: Response) =>
  response.json().catch(() => undefined) as Promise<Envelope<unknown> | undefined>;

/** Calls an endpoint that streams its response without an envelope. Throws ApiError. */
export async function openStream<E extends AnyEndpoint>(
  call: Call<E>,
  input: Input<E> = {},
  signal?: AbortSignal,
): Promise<Response> {
  const first = await send(call, input, signal);
  if (isStream(first.response)) return first.response;
  const envelope = await readEnvelope(first.response);
  if (envelope?.code !== 'confirmation_required' || !(await identityCheck.pass()))
    throw failureOf(first, envelope);
  const again = await send(call, input, signal);
  if (isStream(again.response)) return again.response;
  throw failureOf(again, await readEnvelope(again.response));
}

/** Returns to the user's own account if they were removed from the team that this tab acts for. */
function leaveLostTeam(
  envelope: Envelope<unknown> | undefined,
  team: ActingTeam | undefined,
): void {
  if (!team || envelope?.code !== 'team_not_found') return;
  keepMessage(i18next.t('shell.team.lost', { team: team.name }));
  storeActingTeam(undefined);
  window.location.reload();
}

/** Turns a failed response into an ApiError with a message. An expired session leads to the login page. */
function failureOf(
  { response, user }: Sent,
  envelope: Envelope<unknown> | undefined,
  team?: number,
): ApiError {
  if (team === undefined) leaveLostTeam(envelope, readActingTeam());
  if (response.status === 401) {
    leaveForLogin(user);
    return new ApiError(envelope?.message || i18next.t('ui.http.signedOut'), {
      status: 401,
      code: envelope?.code,
      attemptsLeft: envelope?.attempts_left,
    });
  }
  return new ApiError(textFor(response.status, envelope), {
    status: response.status,
    code: envelope?.code,
    requestId: envelope?.request_id ?? response.headers.get('x-request-id') ?? undefined,
    field: envelope?.field,
    attemptsLeft: envelope?.attempts_left,
    retryAfter: envelope?.retry_after,
    missing: envelope?.missing,
    hasServerMessage: Boolean(messageOf(envelope)),
  });
}

/** Returns the team that a call acts for; undefined if it acts for the user. */
const teamOf = ({ team }: Pick<Input<AnyEndpoint>, 'team'>) => team ?? readActingTeam()?.id;

/** Users whose session ended while they were filling in a form continue where they were, once logged in again. */
async function send<E extends AnyEndpoint>(
  call: Call<E>,
  input: Input<E>,
  signal: AbortSignal | undefined,
): Promise<Sent> {
  const first = await sendOnce(call, input, signal);
  const { response, user } = first;
  if (response.status !== 401 || !user || !(await sessionRenewal.pass(user))) return first;
  return sendOnce(call, input, signal);
}

async function sendOnce<E extends AnyEndpoint>(
  call: Call<E>,
  input: Input<E>,
  signal: AbortSignal | undefined,
): Promise<Sent> {
  const user = readStoredUser();
  const team = teamOf(input);
  const sentAt = performance.now();
  try {
    const url = addressOf(call, input);
    // The document calls as the user, not as a team.
    const delivered =
      call.method === 'GET' && team === undefined ? await takePreloadedResponse(url) : undefined;
    const response =
      delivered ??
      (await fetch(url, {
        method: call.method,
        headers: {
          'cache-control': 'no-store',
          'accept-language': pageLanguage() === 'en' ? 'en' : 'zh-CN',
          ...(user
            ? { authorization: `Bearer ${user.token}`, 'new-api-user': String(user.id) }
            : {}),
          ...(team === undefined ? {} : { 'tollgate-team': String(team) }),
          ...contentType(input),
        },
        ...(input.file ? { body: input.file } : {}),
        ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
        ...(signal ? { signal } : {}),
      }));
    recordResponse(response);
    if (!delivered) recordServerTime(response, performance.now() - sentAt);
    return { response, user };
  } catch (error) {
    if (signal?.aborted) throw error;
    connection.recordFailure();
    throw new ApiError(i18next.t('ui.http.noResponse'), { status: 0 });
  }
}

/** Updates the connection state from a response. Throws if only a proxy responded. */
function recordResponse(response: Response): void {
  if (!isProxyAlone(response)) return connection.recordResponse();
  if (!isProxyTimeout(response)) throw new Error('only a proxy answered');
  // Maybe only this call is slow.
  void connection.retry();
}

function contentType({ body, file }: { body?: unknown; file?: Blob }): Record<string, string> {
  if (file) return { 'content-type': 'application/octet-stream' };
  return body === undefined ? {} : { 'content-type': 'application/json' };
}

function textFor(status: number, envelope: Envelope<unknown> | undefined): string {
  if (status === 429) return i18next.t('ui.http.tooMany');
  if (status === 500) return i18next.t('ui.http.internal');
  if (status === 413) return messageOf(envelope) || i18next.t('ui.http.tooLarge');
  if (status === 405) return i18next.t('ui.http.demo');
  if (status < 300) return messageOf(envelope) || i18next.t('ui.http.unreadable');
  return messageOf(envelope) || i18next.t('ui.http.other', { status });
}

/** Some endpoints report failure with the message `error` and put the text in `data`. */
function messageOf(envelope: Envelope<unknown> | undefined): string | undefined {
  const { message, data } = envelope ?? {};
  if (message !== 'error') return message;
  return typeof data === 'string' ? data : undefined;
}

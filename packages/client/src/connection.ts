import type { AnyEndpoint, Envelope } from '@tollgate/contract';
import { buildUrl } from './build-url.ts';
import type { CallOptions } from './call-types.ts';
import { ClientError } from './client-error.ts';
import type { ClientOptions } from './client-options.ts';

interface Input {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

const TIMEOUT_MS = 30_000;

/** Sends requests and reads responses for a client, without the types of its calls. */
// tidy-ignore: a closure over shared state, made of short functions
export function createConnection(client: ClientOptions) {
  const base = readServer(client.server);
  const send = client.fetch ?? fetch;
  const headers = {
    accept: 'application/json, */*',
    'accept-language': client.language === 'zh' ? 'zh-CN' : 'en',
    ...(client.accessToken ? { authorization: `Bearer ${client.accessToken}` } : {}),
    ...(client.userId === undefined ? {} : { 'new-api-user': String(client.userId) }),
  };

  /** Sends a request; the timeout keeps running until `done` is called. */
  async function request(endpoint: AnyEndpoint, input: Input, options: CallOptions) {
    const limit = startTimer(options.timeoutMs ?? client.timeoutMs ?? TIMEOUT_MS, options.signal);
    const url = base + buildUrl(endpoint.path, input.params as never, input.query as never);
    const explain = (error: unknown) => {
      limit.done();
      if (options.signal?.aborted) return options.signal.reason as unknown;
      if (limit.isOver())
        return new ClientError(`${base} did not answer in time`, { code: 'timeout', cause: error });
      const reason = reasonOf(error);
      return new ClientError(`${base} cannot be reached${reason}`, {
        code: 'unreachable',
        cause: error,
      });
    };
    try {
      const response = await send(url, {
        method: endpoint.method,
        headers: {
          ...headers,
          ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
        signal: limit.signal,
        redirect: 'manual',
        cache: 'no-store',
      });
      return { response, explain, done: limit.done };
    } catch (error) {
      throw explain(error);
    }
  }

  /** Returns the envelope of a successful call, and throws `ClientError` otherwise. */
  async function callEndpoint<Result>(
    endpoint: AnyEndpoint,
    input: Input,
    options: CallOptions,
  ): Promise<Result> {
    const { response, explain, done } = await request(endpoint, input, options);
    const text = await response.text().catch((error: unknown) => {
      throw explain(error);
    });
    done();
    const envelope = parseEnvelope(text);
    if (response.ok && envelope?.success === true) return envelope as Result;
    throw failureOf(base, response, envelope);
  }

  /** Returns a response that has no envelope. */
  async function open(
    endpoint: AnyEndpoint,
    input: Input,
    options: CallOptions,
  ): Promise<Response> {
    const { response, explain, done } = await request(endpoint, input, options);
    const isEnvelope = response.headers.get('content-type')?.startsWith('application/json');
    if (response.ok && isEnvelope !== true) {
      done();
      return response;
    }
    const text = await response.text().catch((error: unknown) => {
      throw explain(error);
    });
    done();
    throw failureOf(base, response, parseEnvelope(text));
  }

  return { callEndpoint, open };
}

/** Returns the base URL without query, fragment and trailing slashes. Throws TypeError if it is none. */
function readServer(server: string): string {
  const url = URL.canParse(server) ? new URL(server) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new TypeError('server: an address such as https://gate.example, without a password');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** Creates a signal that aborts with the caller's signal or on timeout. */
function startTimer(milliseconds: number, outer: AbortSignal | undefined) {
  const controller = new AbortController();
  let isOver = false;
  const timer =
    milliseconds > 0
      ? setTimeout(() => {
          isOver = true;
          controller.abort();
        }, milliseconds)
      : undefined;
  return {
    signal: outer ? AbortSignal.any([outer, controller.signal]) : controller.signal,
    isOver: () => isOver,
    done: () => clearTimeout(timer),
  };
}

/** Node gives the reason in the error's cause: ECONNREFUSED, ENOTFOUND, a certificate error. */
function reasonOf(error: unknown): string {
  const { code, message } = ((error as Error).cause ?? {}) as { code?: string; message?: string };
  const text = code ?? message;
  return text === undefined ? '' : ` (${text})`;
}

function parseEnvelope(text: string): Envelope<unknown> | undefined {
  try {
    const value = JSON.parse(text) as Envelope<unknown> | null;
    return typeof value?.success === 'boolean' ? value : undefined;
  } catch {
    return undefined;
  }
}

function failureOf(
  base: string,
  response: Response,
  envelope: Envelope<unknown> | undefined,
): ClientError {
  const { status, headers } = response;
  const isRedirect = response.type === 'opaqueredirect' || (status >= 300 && status < 400);
  if (isRedirect) {
    const target = headers.get('location') ?? 'another address';
    return new ClientError(`${base} redirects to ${target}`, { code: 'moved', status });
  }
  const about = {
    status,
    requestId: envelope?.request_id ?? headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: Number(headers.get('retry-after') ?? Number.NaN) || undefined,
  };
  if (!envelope)
    return new ClientError(`${base} answered ${status}, but not as a gateway does`, {
      ...about,
      code: 'no_envelope',
    });
  return new ClientError(messageOf(envelope), {
    ...about,
    code: envelope.code ?? 'unknown',
    field: envelope.field,
  });
}

/** Endpoints that declare `hasLegacyOutcome` send the word error as the message, and the text in `data`. */
function messageOf({ message, data }: Envelope<unknown>): string {
  return message === 'error' && typeof data === 'string' ? data : message;
}

import {
  type AnyEndpoint,
  type BodyInputOf,
  type DataOf,
  type ParamsInputOf,
  type QueryInputOf,
  TEAM_HEADER,
} from '@tollgate/contract';

/** What a call needs besides its endpoint: only the parts that the endpoint declares. */
export interface CallInput<E extends AnyEndpoint> {
  params?: ParamsInputOf<E>;
  query?: Partial<QueryInputOf<E>>;
  body?: BodyInputOf<E>;
  /** The team that the call acts for. */
  team?: number;
}

export interface Caller {
  id: number;
  /** The session token from the login response. */
  token: string;
}

/** Calls the console API as a browser does. */
export interface ConsoleClient {
  /** Returns the data of the envelope; throws with the server's own message on any refusal. */
  call<E extends AnyEndpoint>(endpoint: E, input?: CallInput<E>): Promise<DataOf<E>>;
}

type QueryValues = Record<string, string | number | boolean | undefined>;

interface Envelope {
  success: boolean;
  message: string;
  data: unknown;
}

/** Creates a client for one gateway, signed in if a caller is given; each call also sends the `headers`. */
export function createConsoleClient(
  baseUrl: string,
  caller?: Caller,
  headers: Readonly<Record<string, string>> = {},
): ConsoleClient {
  return {
    async call<E extends AnyEndpoint>(endpoint: E, input: CallInput<E> = {}): Promise<DataOf<E>> {
      const response = await fetch(buildAddress(baseUrl, endpoint.path, input), {
        method: endpoint.method,
        headers: {
          ...headers,
          ...(caller
            ? { authorization: `Bearer ${caller.token}`, 'new-api-user': String(caller.id) }
            : {}),
          ...(input.team === undefined ? {} : { [TEAM_HEADER]: String(input.team) }),
          ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      });
      const envelope = (await response.json()) as Envelope;
      if (!envelope.success) {
        throw new Error(`${endpoint.method} ${endpoint.path}: ${envelope.message}`);
      }
      return envelope.data as DataOf<E>;
    },
  };
}

/** Builds the full URL of a call: path parameters filled in, query values as text. */
export function buildAddress(
  baseUrl: string,
  path: string,
  { params, query }: { params?: unknown; query?: unknown },
): string {
  const values = (params ?? {}) as Record<string, string | number>;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  );
  const address = new URL(filled, baseUrl);
  for (const [name, value] of Object.entries((query ?? {}) as QueryValues)) {
    if (value !== undefined) address.searchParams.set(name, String(value));
  }
  return address.href;
}

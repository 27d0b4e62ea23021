import { BenchError } from './bench-error.ts';

/** Deleting rows in small steps takes a minute on a slow machine. */
const ANSWER_MS = 600_000;

interface Envelope<Data> {
  success: boolean;
  message: string;
  data: Data;
}

/** A user signed in to a gateway under measurement. */
export interface ConsoleSession {
  /** Calls the console API; throws BenchError with its message if it refuses. */
  call<Data = unknown>(method: string, path: string, body?: unknown): Promise<Data>;
}

/** Signs in, by default as the first administrator with the factory password. */
export async function openConsole(
  url: string,
  { username, password } = { username: 'root', password: '123456' },
): Promise<ConsoleSession> {
  const login = await callConsole<{ id: number; token: string }>(
    url + '/api/user/login',
    'POST',
    { username, password },
    {},
  );
  const headers = { authorization: `Bearer ${login.token}`, 'new-api-user': String(login.id) };
  return { call: (method, path, body) => callConsole(url + path, method, body, headers) };
}

async function callConsole<Data>(
  url: string,
  method: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Data> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const text = await response.text();
  const result = parse<Data>(text);
  if (!result?.success)
    throw new BenchError(
      `${method} ${new URL(url).pathname} answered ${response.status}: ${result?.message ?? text.slice(0, 200)}`,
    );
  return result.data;
}

function parse<Data>(text: string): Envelope<Data> | undefined {
  try {
    return JSON.parse(text) as Envelope<Data>;
  } catch {
    return undefined;
  }
}

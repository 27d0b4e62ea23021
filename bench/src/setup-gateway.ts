import { BenchError } from './bench-error.ts';

interface Envelope<Data> {
  success: boolean;
  message: string;
  data: Data;
}

export interface GatewaySetup {
  /** Origin of the gateway. */
  url: string;
  /** Origin of the upstream. */
  upstream: string;
  model: string;
}

/** Makes a fresh gateway ready through its console API: a channel and a key without limit. Returns the key. */
export async function setUpGateway({ url, upstream, model }: GatewaySetup): Promise<string> {
  const login = await call<{ id: number; token: string }>(url, 'POST', '/api/user/login', {
    username: 'root',
    password: '123456',
  });
  const headers = { authorization: `Bearer ${login.token}`, 'new-api-user': String(login.id) };
  await call(
    url,
    'POST',
    '/api/channel/',
    {
      type: 1,
      name: 'bench',
      key: 'sk-bench',
      base_url: upstream,
      models: model,
      group: 'default',
    },
    headers,
  );
  await call(
    url,
    'POST',
    '/api/token/',
    { name: 'bench', unlimited_quota: true, expired_time: -1 },
    headers,
  );
  const { items } = await call<{ items: { key: string }[] }>(
    url,
    'GET',
    '/api/token/?p=1&size=10',
    undefined,
    headers,
  );
  const key = items[0]?.key;
  if (key === undefined) throw new BenchError('its list of keys is empty');
  return key.startsWith('sk-') ? key : `sk-${key}`;
}

async function call<Data = unknown>(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Data> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  const answer = parse<Data>(text);
  if (!answer?.success)
    throw new BenchError(
      `${method} ${path} answered ${response.status}: ${answer?.message ?? text.slice(0, 200)}`,
    );
  return answer.data;
}

function parse<Data>(text: string): Envelope<Data> | undefined {
  try {
    return JSON.parse(text) as Envelope<Data>;
  } catch {
    return undefined;
  }
}

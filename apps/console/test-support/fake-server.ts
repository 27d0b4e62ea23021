import { onTestFinished } from 'vitest';

export interface FakeRequest {
  /** For example `GET /api/token/search`. */
  route: string;
  query: Record<string, string>;
  body: unknown;
  headers: Headers;
}

/** Returns the data of a response, or the whole response if it is a `Response`. */
export type FakeHandler = (request: FakeRequest) => unknown;

export interface FakeServer {
  /** All requests, in order. */
  requests: readonly FakeRequest[];
  /** The bodies that a route received, in order. */
  bodiesOf: (route: string) => unknown[];
  /** The query of the latest request to a route, whatever other routes were requested since. */
  lastQueryOf: (route: string) => Record<string, string> | undefined;
  /** Serves a route from now on. */
  serve: (route: string, handler: FakeHandler) => void;
}

const STATUS = {
  system_name: 'Tollgate',
  quota_per_unit: 500_000,
  display_in_currency: true,
  server_address: '',
};

/**
 * Test double of the console API: replaces `fetch` for one test. Routes without a handler respond with `null`
 * as data.
 */
export function fakeServer(routes: Record<string, FakeHandler> = {}): FakeServer {
  const handlers = new Map<string, FakeHandler>(
    Object.entries({ 'GET /api/status': () => STATUS, 'GET /api/notice': () => '', ...routes }),
  );
  const requests: FakeRequest[] = [];
  const real = globalThis.fetch;
  globalThis.fetch = async (address, init = {}) => {
    const { pathname, searchParams } = new URL(String(address), 'http://console.test');
    const request = {
      route: `${init.method ?? 'GET'} ${pathname}`,
      query: Object.fromEntries(searchParams),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
      headers: new Headers(init.headers),
    };
    requests.push(request);
    const data = await handlers.get(request.route)?.(request);
    if (init.signal?.aborted === true) throw init.signal.reason;
    return data instanceof Response
      ? data
      : Response.json({ success: true, message: '', data: data ?? null });
  };
  onTestFinished(() => {
    globalThis.fetch = real;
  });
  return {
    requests,
    bodiesOf: (route) => requests.filter((one) => one.route === route).map(({ body }) => body),
    lastQueryOf: (route) => requests.findLast((one) => one.route === route)?.query,
    serve: (route, handler) => void handlers.set(route, handler),
  };
}

/** Returns the response of a failed call. */
export const failure = (status: number, message: string, code?: string) =>
  Response.json({ success: false, message, code, data: null }, { status });

/** Returns a page of a list. */
export const page = (items: readonly unknown[], total = items.length, number = 1) => ({
  items,
  total,
  page: number,
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The upstream's response: one JSON body, or the events of a stream. */
export type BilledResponse = object | readonly object[];

/** An upstream of any dialect that sends a test's response and stores its requests. */
export interface BilledUpstream {
  readonly url: string;
  response: BilledResponse;
  readonly requests: {
    path: string;
    headers: Record<string, unknown>;
    body: Record<string, unknown>;
  }[];
  close(): Promise<void>;
}

export async function startBilledUpstream(): Promise<BilledUpstream> {
  const requests: BilledUpstream['requests'] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      // A gateway also queries the balances of its channels.
      if (request.method !== 'GET')
        requests.push({
          path: request.url ?? '',
          headers: request.headers,
          body: JSON.parse(text || '{}') as never,
        });
      const { response: raw } = upstream;
      const isStream = Array.isArray(raw);
      response.setHeader('content-type', isStream ? 'text/event-stream' : 'application/json');
      response.end(isStream ? eventsOf(raw as object[]) : JSON.stringify(raw));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const upstream: BilledUpstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    response: {},
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return upstream;
}

function eventsOf(events: readonly object[]): string {
  return events
    .map((event) => {
      const { type } = event as { type?: string };
      return `${type === undefined ? '' : `event: ${type}\n`}data: ${JSON.stringify(event)}\n\n`;
    })
    .join('');
}

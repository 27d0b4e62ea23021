import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** An upstream of realtime sessions that sends what a test says. */
export interface RealtimeUpstream {
  readonly url: string;
  /** Types of the events received since the last `forget`. */
  readonly heard: readonly string[];
  /** The connection of the newest session. */
  readonly socket: WebSocket | undefined;
  /** The key of the newest session. */
  readonly key: string;
  tell(event: object): void;
  /** Cuts all sessions and forgets the received events. */
  forget(): void;
  close(): void;
}

/** Starts an upstream that opens each session with `session.created`; `onEvent` receives each event's type. */
export async function startRealtimeUpstream(
  model: string,
  onEvent: (type: string, upstream: RealtimeUpstream) => void = () => undefined,
): Promise<RealtimeUpstream> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  let received: string[] = [];
  let socket: WebSocket | undefined;
  let key = '';
  const upstream: RealtimeUpstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get heard() {
      return received;
    },
    get socket() {
      return socket;
    },
    get key() {
      return key;
    },
    tell: (event) => socket?.send(JSON.stringify(event)),
    forget() {
      for (const client of server.clients) client.terminate();
      received = [];
    },
    close: () => server.close(),
  };
  server.on('connection', (opened, { headers }) => {
    socket = opened;
    key = (headers.authorization ?? '').replace('Bearer ', '');
    upstream.tell({ type: 'session.created', session: { model } });
    opened.on('message', (data: Buffer) => {
      const { type } = JSON.parse(data.toString()) as { type: string };
      received.push(type);
      onEvent(type, upstream);
    });
  });
  return upstream;
}

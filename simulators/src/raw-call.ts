import { connect, type Socket } from 'node:net';

export interface RawCall {
  socket: Socket;
  /** Returns all bytes so far, one character per byte. */
  received(): string;
  /** Resolves once the text has been received. */
  untilReceived(text: string): Promise<void>;
  /** Resolves when the connection has closed. */
  closed: Promise<void>;
}

/** Sends a POST over a plain socket, to see what a client library hides. For tests. */
export function startRawCall(port: number, body: unknown, path = '/v1/chat/completions'): RawCall {
  const text = JSON.stringify(body);
  const socket = connect(port, '127.0.0.1');
  let received = '';
  let watchers: { text: string; resolve: () => void }[] = [];
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    watchers = watchers.filter((watcher) => {
      if (!received.includes(watcher.text)) return true;
      watcher.resolve();
      return false;
    });
  });
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: simulator\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
  return {
    socket,
    received: () => received,
    untilReceived: (expected) =>
      new Promise((resolve) => {
        if (received.includes(expected)) resolve();
        else watchers.push({ text: expected, resolve });
      }),
    closed: new Promise((resolve) => socket.once('close', () => resolve())),
  };
}

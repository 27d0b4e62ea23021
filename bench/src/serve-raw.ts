import { createServer, type Socket } from 'node:net';

const STREAM_HEAD = Buffer.from(
  'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\nconnection: keep-alive\r\n\r\n',
);
const HEAD_END = Buffer.from('\r\n\r\n');

/** A response: the writes of a stream (HTTP chunks), or one response including its head. */
export type RawResponse = readonly Buffer[] | Buffer;

/**
 * Serves an upstream on PORT with plain sockets and prepared bytes, so that it costs less than what is
 * measured. Each write of a stream is sent in a separate turn of the event loop, as tokens are.
 */
export function serveRaw(respondTo: (request: Buffer) => RawResponse): void {
  createServer({ noDelay: true }, (socket) => {
    let pending: Buffer = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      const length = lengthOfRequest(pending);
      if (length === 0) return;
      const response = respondTo(pending.subarray(0, length));
      pending = pending.subarray(length);
      if (Buffer.isBuffer(response)) socket.write(response);
      else sendStream(socket, response);
    });
  }).listen(Number(process.env['PORT']), '127.0.0.1');
}

/** Builds a non-streamed response including its head. */
export function toRawResponse(json: string): Buffer {
  return Buffer.from(
    `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}\r\nconnection: keep-alive\r\n\r\n${json}`,
  );
}

/** Returns the length of the first complete request in the buffer; 0 if it is incomplete. */
function lengthOfRequest(bytes: Buffer): number {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return 0;
  const length = /\r\ncontent-length: *(\d+)/i.exec(bytes.toString('latin1', 0, headEnd))?.[1];
  const total = headEnd + HEAD_END.length + Number(length ?? 0);
  return bytes.length >= total ? total : 0;
}

function sendStream(socket: Socket, writes: readonly Buffer[]): void {
  socket.write(STREAM_HEAD);
  let next = 0;
  const step = () => {
    const bytes = writes[next++];
    if (!bytes || socket.destroyed) return;
    socket.write(bytes);
    setImmediate(step);
  };
  step();
}

import { createServer, type Socket } from 'node:net';
import { buildStreamWrites } from './stream-events.ts';

/**
 * Started as a program: the upstream of streams, on PORT. Plain sockets and ready-made bytes, so
 * that it costs less than what is measured. Each write goes out in a turn of its own, as tokens do.
 */
const WRITES = buildStreamWrites();
const HEAD = Buffer.from(
  'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\nconnection: keep-alive\r\n\r\n',
);
const HEAD_END = Buffer.from('\r\n\r\n');

/** Bytes of the first whole request in the buffer; 0 while it is not whole. */
function lengthOfRequest(bytes: Buffer): number {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return 0;
  const length = /\r\ncontent-length: *(\d+)/i.exec(bytes.toString('latin1', 0, headEnd))?.[1];
  const total = headEnd + HEAD_END.length + Number(length ?? 0);
  return bytes.length >= total ? total : 0;
}

function sendStream(socket: Socket): void {
  socket.write(HEAD);
  let next = 0;
  const step = () => {
    const bytes = WRITES[next++];
    if (!bytes || socket.destroyed) return;
    socket.write(bytes);
    setImmediate(step);
  };
  step();
}

createServer({ noDelay: true }, (socket) => {
  let pending: Buffer = Buffer.alloc(0);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    const length = lengthOfRequest(pending);
    if (length === 0) return;
    pending = pending.subarray(length);
    sendStream(socket);
  });
}).listen(Number(process.env['PORT']), '127.0.0.1');

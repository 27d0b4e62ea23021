import { createServer } from 'node:http';
import { buildStreamWrites } from '../stream-events.ts';

/**
 * Run as a program: an upstream on PORT whose streams send a token every GAP_MS until their client
 * disconnects. GET /open reports how many are running.
 */
const GAP_MS = 1000;
const [TOKENS = Buffer.alloc(0)] = buildStreamWrites();
const open = new Set<NodeJS.Timeout>();

createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(String(open.size));
    return;
  }
  request.resume();
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const text = TOKENS.toString('latin1').replace(/^[0-9a-f]+\r\n|\r\n$/g, '');
    response.write(text);
    const timer = setInterval(() => response.write(text), GAP_MS);
    open.add(timer);
    response.once('close', () => {
      clearInterval(timer);
      open.delete(timer);
    });
  });
}).listen(Number(process.env['PORT']), '127.0.0.1');

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const MEGABYTE = 1024 * 1024;
const PIECE = 64 * 1024;

/** What an upstream does to keep the gateway busy. */
export interface HostileResponse {
  readonly name: string;
  readonly isStream: boolean;
  readonly write: (response: ServerResponse) => void;
}

const GOOD = JSON.stringify({
  id: 'a',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});
const GOOD_MESSAGE = JSON.stringify({
  id: 'a',
  type: 'message',
  role: 'assistant',
  model: 'a',
  content: [{ type: 'text', text: 'hi' }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 1, output_tokens: 1 },
});
const DELTA = 'data: {"id":"a","choices":[{"index":0,"delta":{"content":"hi"}}]}\n\n';

function respondWhole(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(body);
}

const holding = (content: string) => GOOD.replace('"hi"', () => content);

/** Writes the same piece repeatedly, up to `bytesMax`, as long as somebody reads. */
function stream(response: ServerResponse, start: string, chunk: string, bytesMax: number): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(DELTA + start);
  const block = Buffer.from(chunk.repeat(Math.ceil(PIECE / chunk.length)));
  let written = 0;
  const write = () => {
    while (!response.destroyed && written < bytesMax) {
      written += block.length;
      if (!response.write(block)) return;
    }
    response.end();
  };
  response.on('drain', write);
  write();
}

export const HOSTILE_ANSWERS: readonly HostileResponse[] = [
  {
    name: 'a line without end',
    isStream: true,
    write: (response) => stream(response, 'data: {"a":"', 'a', 72 * MEGABYTE),
  },
  {
    name: 'an event of lines without end',
    isStream: true,
    write: (response) => stream(response, '', 'data: a\n', 72 * MEGABYTE),
  },
  {
    name: 'comments without end',
    isStream: true,
    write: (response) => stream(response, '', ':\n', 16 * MEGABYTE),
  },
  {
    name: 'an event of 15 MB of objects',
    isStream: true,
    write: (response) => stream(response, 'data: [', '{},', 15 * MEGABYTE),
  },
  {
    name: 'small events without pause',
    isStream: true,
    write: (response) => stream(response, '', DELTA, 16 * MEGABYTE),
  },
  {
    name: 'a stream byte by byte',
    isStream: true,
    write(response) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const byte of Buffer.from(DELTA.repeat(400))) response.write(Buffer.of(byte));
      response.end('data: [DONE]\n\n');
    },
  },
  {
    name: 'an answer of empty objects',
    isStream: false,
    write: (response) => respondWhole(response, holding(`[${'{},'.repeat(20_000_000)}{}]`)),
  },
  {
    name: 'an answer that is nested without end',
    isStream: false,
    write: (response) =>
      respondWhole(response, holding('['.repeat(20_000_000) + ']'.repeat(20_000_000))),
  },
  {
    name: 'an answer of 19 MB of text',
    isStream: false,
    write: (response) => respondWhole(response, holding(`"${'word '.repeat(3_800_000)}"`)),
  },
  {
    name: 'an answer of 90 MB of text',
    isStream: false,
    write: (response) => respondWhole(response, holding(`"${'word '.repeat(18_000_000)}"`)),
  },
];

/**
 * Starts an upstream in this process that misbehaves as set for the next responses, and works normally
 * otherwise.
 */
export async function startHostileUpstream() {
  let current: HostileResponse['write'] | undefined;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      if (current) current(response);
      else respondWhole(response, request.url?.includes('/messages') ? GOOD_MESSAGE : GOOD);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behave(write: HostileResponse['write'] | undefined) {
      current = write;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

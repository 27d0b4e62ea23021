import { findProvider } from '@tollgate/dialects';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { RuntimeChannel } from '../../src/domain/channels/channel-catalog.ts';
import { outputImageTokens, type TokenUse, usageOfTokens } from './greedy-media.ts';
import { greedyTokens } from './greedy-tokens.ts';
import { largestAt } from './largest-at.ts';

type Body = Readonly<Record<string, unknown>>;

/** An upstream of OpenAI's dialect that keeps to the limits it is sent, and uses all of them. */
export interface GreedyUpstream {
  url: string;
  /** Calls that reached it. */
  readonly calls: number;
  close(): Promise<void>;
}

const OPENAI = 1;
/** Names under which providers accept the number of images. */
const COUNTS =
  /^(?:n|batch_size|num_images|num_images_per_prompt|num_outputs|number_of_images|image_num|samples)$/i;
const INPUT_IMAGE_TOKENS = 6240;
const HEARD_TOKENS = 20;
const SPOKEN_TOKENS_A_CHARACTER = 2;

export async function startGreedyUpstream(): Promise<GreedyUpstream> {
  let calls = 0;
  const server = createServer((request, response) => {
    // Excludes the gateway's own polling of tasks.
    if (!request.url?.includes('/task/')) calls += 1;
    respond(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get calls() {
      return calls;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const bytes = await buffer(request);
  const body = readBody(bytes.toString('latin1'));
  const path = request.url ?? '';
  if (path.startsWith('/mj/')) return json(response, { code: 1, description: 'ok', result: '7' });
  if (path.endsWith('/chat/completions')) return chat(response, body);
  const use = useOf(path, body);
  if (String(body['stream']) === 'true' || body['stream_format'] === 'sse') {
    const type = EVENTS.find(([end]) => path.endsWith(end))?.[1] ?? '';
    const images = path.includes('/images/') ? imagesOf(body) : 1;
    const event = `data: ${JSON.stringify({ type, text: 'x', b64_json: 'eA==', ...usageOfTokens(use, images) })}\n\n`;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(event.repeat(images));
    return;
  }
  if (path.endsWith('/speech')) {
    response.writeHead(200, { 'content-type': 'audio/mpeg' });
    response.end(Buffer.alloc(64, 1));
    return;
  }
  const data = Array.from({ length: imagesOf(body) }, () => ({ b64_json: 'eA==' }));
  return json(response, { created: 1, data, text: 'x', ...usageOfTokens(use, 1) });
}

const EVENTS: readonly (readonly [string, string])[] = [
  ['/generations', 'image_generation.completed'],
  ['/edits', 'image_edit.completed'],
  ['/speech', 'speech.audio.done'],
  ['/transcriptions', 'transcript.text.done'],
];

const imagesOf = (body: Body) => Math.max(1, largestAt(numbersOf(body), COUNTS));

/** Returns the most that a call for images or audio may use. */
function useOf(path: string, body: Body): TokenUse {
  const lengthOf = (name: string) => String(body[name] ?? '').length;
  if (path.endsWith('/speech')) {
    const output = lengthOf('input') * SPOKEN_TOKENS_A_CHARACTER;
    return { text: lengthOf('input') + lengthOf('instructions'), media: 0, output };
  }
  const text = lengthOf('prompt');
  if (path.endsWith('/transcriptions')) return { text, media: HEARD_TOKENS, output: HEARD_TOKENS };
  const media = path.endsWith('/edits') ? INPUT_IMAGE_TOKENS : 0;
  return { text, media, output: outputImageTokens(body) * imagesOf(body) };
}

function chat(response: ServerResponse, body: Body): void {
  const channel = { provider: findProvider(OPENAI) } as RuntimeChannel;
  const prompt_tokens = Buffer.byteLength(JSON.stringify(body['messages'] ?? ''));
  const completion_tokens = greedyTokens(body, 'chat', { model: String(body['model']), channel });
  const total_tokens = prompt_tokens + completion_tokens;
  const usage = { prompt_tokens, completion_tokens, total_tokens };
  const head = { id: 'chatcmpl-1', created: 1, model: body['model'], usage };
  if (body['stream'] === true) {
    const choices = [{ index: 0, delta: { content: 'x' }, finish_reason: 'stop' }];
    const event = JSON.stringify({ ...head, object: 'chat.completion.chunk', choices });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: ${event}\n\ndata: [DONE]\n\n`);
    return;
  }
  const message = { role: 'assistant', content: 'x' };
  const choices = [{ index: 0, message, finish_reason: 'stop' }];
  json(response, { ...head, object: 'chat.completion', choices });
}

function json(response: ServerResponse, value: object): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

/** Parses the members of JSON, or the fields of a form. */
function readBody(text: string): Body {
  if (text.startsWith('{')) return JSON.parse(text) as Body;
  const fields = text.matchAll(/name="(\w+)"\r\n\r\n([^\r]*)\r\n/g);
  return Object.fromEntries([...fields].map(([, name = '', value]) => [name, value]));
}

/** Converts numbers, including what a form or a lenient parser accepts as one. */
function numbersOf(body: Body): Body {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value,
    ]),
  );
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Duplex, PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib';
import { CHAOS_MODEL, PROMPT_TOKENS } from './chaos-prices.ts';

/** The response that a caller wants: the JSON text of its only message. */
export interface ResponseScript {
  chunks: number;
  gapMs: number;
}

export interface ChaosUpstream {
  readonly url: string;
  /** Returns the number of requests received. */
  requestCount(): number;
  /** Returns the number of responses written completely. */
  responseCount(): number;
  /** Closes every connection after its response, without announcing it. */
  closesAfterResponses: boolean;
  /** Compresses successive responses with different encodings. */
  compresses: boolean;
  close(): Promise<void>;
}

type Compressor = Duplex & { flush(done?: () => void): void };
const COMPRESSORS: readonly (readonly [encoding: string, open: () => Compressor])[] = [
  ['gzip', createGzip],
  ['br', createBrotliCompress],
  ['zstd', createZstdCompress],
];

/**
 * Starts an OpenAI upstream that responds as each call's script says, respects `max_tokens` and counts calls.
 */
export async function startChaosUpstream(): Promise<ChaosUpstream> {
  let requests = 0;
  let responses = 0;
  const server = createServer((request, response) => {
    requests += 1;
    respond(request, openBody(response)).then(
      () => {
        responses += 1;
        if (upstream.closesAfterResponses) response.once('finish', () => request.socket.end());
      },
      () => response.destroy(),
    );
  });
  // Idle connections of a gateway that shuts down slowly must not be closed by this upstream.
  server.keepAliveTimeout = 0;
  const upstream: ChaosUpstream = {
    url: '',
    requestCount: () => requests,
    responseCount: () => responses,
    closesAfterResponses: false,
    compresses: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  function openBody(response: ServerResponse): ResponseBody {
    const [encoding, open] = COMPRESSORS[requests % COMPRESSORS.length] ?? [];
    return new ResponseBody(response, upstream.compresses && open ? [encoding, open()] : undefined);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(upstream, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
}

/** The body of a response, compressed or not; every chunk is flushed immediately. */
class ResponseBody {
  readonly #response: ServerResponse;
  readonly #encoding: string | undefined;
  readonly #compressor: Compressor | undefined;

  constructor(response: ServerResponse, compression?: readonly [string | undefined, Compressor]) {
    this.#response = response;
    [this.#encoding, this.#compressor] = compression ?? [undefined, undefined];
    this.#compressor?.pipe(response);
  }

  get isGone(): boolean {
    return this.#response.destroyed;
  }

  begin(type: string): void {
    this.#response.writeHead(200, {
      'content-type': type,
      ...(this.#encoding === undefined ? {} : { 'content-encoding': this.#encoding }),
    });
  }

  write(chunk: string): void {
    (this.#compressor ?? this.#response).write(chunk);
    this.#compressor?.flush();
  }

  end(chunk: string): void {
    (this.#compressor ?? this.#response).end(chunk);
  }
}

async function respond(request: IncomingMessage, body: ResponseBody): Promise<void> {
  const asked = JSON.parse(await text(request.pipe(new PassThrough()))) as {
    stream?: boolean;
    max_tokens?: number;
    messages: { content: string }[];
  };
  const script = JSON.parse(asked.messages.at(-1)?.content ?? '{}') as ResponseScript;
  const chunks = Math.min(script.chunks, asked.max_tokens ?? script.chunks);
  if (asked.stream) return respondAsStream(body, { ...script, chunks });
  await wait(script.gapMs);
  body.begin('application/json');
  const message = { role: 'assistant', content: 'word '.repeat(chunks) };
  body.end(
    JSON.stringify({
      ...head('chat.completion'),
      choices: [{ index: 0, message, finish_reason: finishOf(script, chunks) }],
      usage: usageOf(chunks),
    }),
  );
}

async function respondAsStream(body: ResponseBody, script: ResponseScript): Promise<void> {
  const { chunks, gapMs } = script;
  body.begin('text/event-stream');
  for (let index = 0; index < chunks; index += 1) {
    body.write(
      event({ choices: [{ index: 0, delta: { content: 'word ' }, finish_reason: null }] }),
    );
    await wait(gapMs);
    if (body.isGone) throw new Error('the gateway left');
  }
  body.write(event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }));
  body.end(`${event({ choices: [], usage: usageOf(chunks) })}data: [DONE]\n\n`);
}

function event(chunk: object): string {
  return `data: ${JSON.stringify({ ...head('chat.completion.chunk'), ...chunk })}\n\n`;
}

function head(object: string) {
  return { id: 'chatcmpl-chaos', object, created: 1_760_000_000, model: CHAOS_MODEL };
}

function finishOf(script: ResponseScript, chunks: number): string {
  return chunks < script.chunks ? 'length' : 'stop';
}

function usageOf(completionTokens: number) {
  return {
    prompt_tokens: PROMPT_TOKENS,
    completion_tokens: completionTokens,
    total_tokens: PROMPT_TOKENS + completionTokens,
  };
}

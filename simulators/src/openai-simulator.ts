import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendError } from './answer.ts';
import { answerChat } from './chat.ts';
import { playFault } from './faults.ts';
import { answerBilling, answerCompletion, answerEmbeddings, answerModels, answerModerations } from './others.ts';
import type { Fault } from './script.ts';

export interface RecordedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Simulator {
  readonly url: string;
  readonly port: number;
  /** The newest 1,000 requests, oldest first. */
  readonly requests: RecordedRequest[];
  close(): Promise<void>;
}

export interface SimulatorOptions {
  port?: number;
  /** Keys that are accepted; all when absent. */
  apiKeys?: readonly string[];
  /** Faults that all calls with a key get. */
  faults?: ReadonlyMap<string, Fault>;
}

const REQUESTS_KEPT = 1000;

/** An OpenAI-dialect upstream on a real socket, with scripted faults (see script.ts). */
export async function startOpenAiSimulator({
  port = 0,
  apiKeys,
  faults = new Map(),
}: SimulatorOptions = {}): Promise<Simulator> {
  const requests: RecordedRequest[] = [];
  const server = createServer((request, response) => {
    readAll(request).then(
      (body) => {
        requests.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
        if (requests.length > REQUESTS_KEPT) requests.shift();
        const key = (request.headers.authorization ?? '').replace(/^Bearer /, '');
        if (apiKeys && !apiKeys.includes(key)) {
          return sendError(response, 401, {
            message: 'Incorrect API key provided.',
            type: 'invalid_request_error',
            code: 'invalid_api_key',
          });
        }
        if (playFault(response, faults.get(key))) return;
        answer(request, body, response);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function answer(request: IncomingMessage, text: string, response: ServerResponse): void {
  const path = (request.url ?? '').split('?')[0] ?? '';
  if (request.method === 'GET') {
    if (path === '/v1/models') return answerModels(undefined, response);
    if (path.startsWith('/v1/models/'))
      return answerModels(decodeURIComponent(path.slice('/v1/models/'.length)), response);
    if (path.startsWith('/v1/dashboard/billing/')) return answerBilling(path, response);
    return notFound(path, response);
  }
  const body = parse(text);
  if (body === undefined)
    return sendError(response, 400, {
      message: 'We could not parse the JSON body of your request.',
      type: 'invalid_request_error',
      code: null,
    });
  switch (path) {
    case '/v1/chat/completions':
      return answerChat(body as Parameters<typeof answerChat>[0], response);
    case '/v1/completions':
      return answerCompletion(body as Parameters<typeof answerCompletion>[0], response);
    case '/v1/embeddings':
      return answerEmbeddings(body as Parameters<typeof answerEmbeddings>[0], response);
    case '/v1/moderations':
      return answerModerations(body as Parameters<typeof answerModerations>[0], response);
    default:
      return notFound(path, response);
  }
}

function notFound(path: string, response: ServerResponse): void {
  sendError(response, 404, { message: `Invalid URL (${path})`, type: 'invalid_request_error', code: null });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import http from 'node:http';
import https from 'node:https';
import type { StreamEvent, WireRequest } from '../dialects/conversation.ts';

/** The response to a request. */
export interface Reply {
  status: number;
  contentType: string;
  /** The gateway's id for the call; undefined if it gives none. */
  requestId: string | undefined;
  text: string;
  /** Whether the connection broke before the response ended. */
  isCut: boolean;
}

const TIMEOUT_MS = 60_000;
const AGENTS = {
  'http:': { request: http.request, agent: new http.Agent({ keepAlive: true }) },
  'https:': { request: https.request, agent: new https.Agent({ keepAlive: true }) },
};

/** Sends a request and reads the whole response. Does not use fetch, which takes half as long again. */
export function send(baseUrl: string, wire: WireRequest): Promise<Reply> {
  const { path, headers, body } = wire;
  const url = new URL(baseUrl + path);
  const { request, agent } = AGENTS[url.protocol === 'https:' ? 'https:' : 'http:'];
  const bytes = Buffer.from(JSON.stringify(body));
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      agent,
      timeout: TIMEOUT_MS,
      headers: {
        'content-type': 'application/json',
        'content-length': bytes.length,
        'accept-language': 'en',
        ...headers,
      },
    });
    sent.on('response', (response) => resolve(readReply(response)));
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)));
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The gateway closed a kept-alive connection just then: nothing of the request was read.
      const isStale = sent.reusedSocket && error.code === 'ECONNRESET';
      if (isStale) resolve(send(baseUrl, wire));
      else reject(error);
    });
    sent.end(bytes);
  });
}

async function readReply(response: http.IncomingMessage): Promise<Reply> {
  const { text, isCut } = await readAll(response);
  const { 'content-type': contentType = '', 'x-request-id': id } = response.headers;
  const requestId = typeof id === 'string' ? id : undefined;
  return { status: response.statusCode ?? 0, contentType, requestId, text, isCut };
}

async function readAll(response: http.IncomingMessage): Promise<{ text: string; isCut: boolean }> {
  response.setEncoding('utf8');
  let text = '';
  try {
    for await (const chunk of response) text += chunk as string;
    return { text, isCut: !response.complete };
  } catch {
    return { text, isCut: true };
  }
}

/** Parses the events of a stream, without comments. */
export function readEvents(text: string): StreamEvent[] {
  return text
    .split(/\r?\n\r?\n/)
    .map((block) => block.split(/\r?\n/))
    .map((lines) => ({
      name: lines
        .find((line) => line.startsWith('event:'))
        ?.slice(6)
        .trim(),
      data: lines
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trimStart())
        .join('\n'),
    }))
    .filter(({ data }) => data !== '');
}

import { createHmac } from 'node:crypto';
import { sendJson } from '../respond.ts';
import type { ErrorBody } from '../error-body.ts';
import { chatWithUsage } from '../chat-with-usage.ts';
import { readKey } from '../credentials.ts';
import { embeddingsEndpoint } from '../embeddings.ts';
import type { Endpoint } from '../endpoint.ts';
import { imagesEndpoint } from '../media/images.ts';
import { type Simulator, startSimulator } from '../simulator.ts';
import type { SimulatorOptions } from '../simulator-options.ts';
import type { Refusal, Wire } from '../wire.ts';

export interface ZhipuOptions extends SimulatorOptions {
  /** In the form id.secret. */
  key: string;
  /** Milliseconds since 1970, for the age of tokens. */
  nowMs?: () => number;
}

const ROOT = '/api/paas/v4';
const ENDPOINTS = new Map<string, Endpoint>([
  [`${ROOT}/chat/completions`, chatWithUsage],
  [`${ROOT}/embeddings`, embeddingsEndpoint],
  [`${ROOT}/images/generations`, imagesEndpoint('image_generation', 'prompt')],
]);
const CODES: Record<number, string> = { 400: '1210', 401: '1000', 404: '1211', 429: '1302' };

const renderError = (status: number, { message, code }: ErrorBody) => ({
  error: { code: code ?? CODES[status] ?? '500', message },
});

/** Starts an upstream like Zhipu: accepts the key itself, or a token signed with its secret. */
export function startZhipuSimulator(options: ZhipuOptions): Promise<Simulator> {
  return startSimulator(zhipuWire(options), options);
}

function zhipuWire({ key, nowMs = Date.now }: ZhipuOptions): Wire {
  return {
    readKey,
    keyMistake: () => ({ message: 'not used', type: '', code: null }),
    findRefusal: ({ headers }) => {
      const token = (headers.authorization ?? '').replace(/^Bearer /, '');
      return token === key ? undefined : checkToken(token, key, nowMs());
    },
    findEndpoint(path) {
      const endpoint = ENDPOINTS.get(path);
      return (
        endpoint && {
          endpoint,
          transform: (response) => ({ ...response, request_id: 'simulated' }),
        }
      );
    },
    renderError,
    errorEvent: (error) => `data: ${JSON.stringify(renderError(500, error))}\n\n`,
    serveRead(_options, _method, path, response) {
      sendJson(response, 404, renderError(404, { message: path, type: '', code: null }));
    },
  };
}

/** Returns what is wrong with a token; its times are milliseconds. */
function checkToken(token: string, key: string, now: number): Refusal | undefined {
  const refuse = (code: string, message: string): Refusal => ({
    status: 401,
    error: { message, type: '', code },
  });
  const [id, secret = ''] = key.split('.');
  const [header = '', payload = '', signature] = token.split('.');
  const expected = createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url');
  if (signature !== expected) return refuse('1002', 'Authorization Token非法，请确认Token是否正确');
  const { sign_type: signType } = readPart(header);
  const { api_key: apiKey, exp, timestamp } = readPart(payload);
  if (signType !== 'SIGN' || apiKey !== id) return refuse('1002', 'Authorization Token非法');
  if (!(Number(exp) > now) || !(Number(timestamp) > now - 24 * 3_600_000))
    return refuse('1003', 'Authorization Token已过期，请重新生成/获取');
  return undefined;
}

function readPart(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
}

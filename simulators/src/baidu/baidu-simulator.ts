import type { ServerResponse } from 'node:http';
import { sendJson } from '../respond.ts';
import type { ErrorBody } from '../error-body.ts';
import { embeddingsEndpoint } from '../embeddings.ts';
import { baiduImages } from '../media/image-forms.ts';
import type { RecordedRequest } from '../recorder.ts';
import { type Simulator, startSimulator } from '../simulator.ts';
import type { SimulatorOptions } from '../simulator-options.ts';
import type { Wire } from '../wire.ts';
import { baiduChat } from './baidu-chat.ts';

export interface BaiduOptions extends SimulatorOptions {
  /** The application whose key pair is exchanged for access tokens. */
  apiKey: string;
  secretKey: string;
}

export interface BaiduSimulator extends Simulator {
  /** Returns how many times a token was requested. */
  tokensAsked(): number;
  /** Invalidates the tokens issued so far. */
  withdrawTokens(): void;
}

const CALL_PATH =
  /^\/rpc\/2\.0\/ai_custom\/v1\/wenxinworkshop\/(chat|embeddings|text2image)\/([\w.-]+)$/;
const LIFETIME_SECONDS = 2_592_000;
const CODES: Record<number, number> = {
  400: 336_003,
  401: 110,
  403: 6,
  404: 3,
  429: 18,
  500: 336_100,
  503: 2,
};

/** Starts an upstream like Baidu's first API: tokens in the query, errors with status 200. */
export async function startBaiduSimulator(options: BaiduOptions): Promise<BaiduSimulator> {
  const tokens = new BaiduTokens(options);
  const simulator = await startSimulator(baiduWire(tokens), options);
  return {
    ...simulator,
    tokensAsked: () => tokens.requests,
    withdrawTokens: () => tokens.good.clear(),
  };
}

class BaiduTokens {
  requests = 0;
  readonly good = new Set<string>();
  readonly #keys: BaiduOptions;

  constructor(keys: BaiduOptions) {
    this.#keys = keys;
  }

  respond({ path }: RecordedRequest, response: ServerResponse): void {
    this.requests += 1;
    const { apiKey, secretKey } = this.#keys;
    const query = new URLSearchParams(path.split('?')[1]);
    const refuse = (error_description: string) =>
      sendJson(response, 401, { error: 'invalid_client', error_description });
    if (query.get('grant_type') !== 'client_credentials') return refuse('unsupported grant type');
    if (query.get('client_id') !== apiKey) return refuse('unknown client id');
    if (query.get('client_secret') !== secretKey) return refuse('Client authentication failed');
    const token = `24.simulated+${this.requests}/x`;
    this.good.add(token);
    sendJson(response, 200, {
      refresh_token: '25.simulated',
      expires_in: LIFETIME_SECONDS,
      access_token: token,
      scope: 'ai_custom_yiyan_com',
    });
  }
}

const renderError = (status: number, { message }: ErrorBody) => ({
  error_code: CODES[status] ?? 336_100,
  error_msg: message,
  id: 'as-simulated',
});

function baiduWire(tokens: BaiduTokens): Wire {
  return {
    readKey: () => 'token',
    keyMistake: () => ({ message: 'not used', type: '', code: null }),
    respondEarly(record, response) {
      if (!record.path.startsWith('/oauth/2.0/token?')) return false;
      tokens.respond(record, response);
      return true;
    },
    findRefusal({ path }) {
      const token = new URLSearchParams(path.split('?')[1]).get('access_token') ?? '';
      if (tokens.good.has(token)) return undefined;
      const message = 'Access token invalid or no longer valid';
      return { status: 401, error: { message, type: '', code: null } };
    },
    findEndpoint(path) {
      const [, kind, model = ''] = CALL_PATH.exec(path) ?? [];
      if (kind === 'chat') return { endpoint: baiduChat, inPath: { model } };
      if (kind === 'text2image') return { endpoint: baiduImages, inPath: { model } };
      if (kind !== 'embeddings') return undefined;
      return { endpoint: listsOnly, inPath: { model } };
    },
    errorStatus: 200,
    renderError,
    errorEvent: (error) => `data: ${JSON.stringify(renderError(500, error))}\n\n`,
    serveRead(_options, _method, path, response) {
      sendJson(response, 200, { error_code: 3, error_msg: `Unsupported openapi method ${path}` });
    },
  };
}

const listsOnly = {
  ...embeddingsEndpoint,
  findMistake: (body: Record<string, unknown>) =>
    Array.isArray(body['input'])
      ? embeddingsEndpoint.findMistake(body)
      : { message: 'the input must be a list', type: '', code: null },
};

import { sendJson } from '../respond.ts';
import type { ErrorBody } from '../error-body.ts';
import { type Simulator, startSimulator } from '../simulator.ts';
import type { SimulatorOptions } from '../simulator-options.ts';
import type { Wire } from '../wire.ts';
import { checkTc3, type TencentSecret } from './check-tc3.ts';
import { hunyuanChat } from './hunyuan-chat.ts';
import { hunyuanEmbed } from './hunyuan-embed.ts';

export interface HunyuanOptions extends SimulatorOptions {
  secret: TencentSecret;
  /** Milliseconds since 1970, for the age of signatures. */
  nowMs?: () => number;
}

const ACTIONS = new Map([
  ['ChatCompletions', hunyuanChat],
  ['GetEmbedding', hunyuanEmbed],
]);
const CODES: Record<number, string> = {
  400: 'InvalidParameterValue',
  401: 'AuthFailure.TokenFailure',
  403: 'UnauthorizedOperation',
  429: 'RequestLimitExceeded',
  500: 'InternalError',
};

const renderError = (status: number, { message, code }: ErrorBody) => ({
  Response: {
    Error: {
      Code: code?.startsWith('Auth') ? code : (CODES[status] ?? 'InternalError'),
      Message: message,
    },
    RequestId: 'simulated',
  },
});

/** Starts an upstream like Hunyuan on Tencent Cloud: signed calls, errors with status 200. */
export function startHunyuanSimulator(options: HunyuanOptions): Promise<Simulator> {
  return startSimulator(hunyuanWire(options), options);
}

function hunyuanWire({ secret, nowMs = Date.now }: HunyuanOptions): Wire {
  return {
    readKey: () => secret.secretId,
    keyMistake: () => ({ message: 'not used', type: '', code: null }),
    findRefusal(record) {
      const code = checkTc3(record, secret, nowMs());
      if (code) return { status: 401, error: { message: MESSAGES[code] ?? code, type: '', code } };
      const { 'x-tc-action': action, 'x-tc-version': version } = record.headers;
      if (ACTIONS.has(String(action)) && version === '2023-09-01') return undefined;
      return { status: 400, error: { message: 'InvalidAction', type: '', code: null } };
    },
    findEndpoint(path, headers) {
      const endpoint = ACTIONS.get(String(headers?.['x-tc-action']));
      return path === '/' && endpoint ? { endpoint } : undefined;
    },
    errorStatus: 200,
    renderError,
    errorEvent: ({ message }) =>
      `data: ${JSON.stringify({ ErrorMsg: { Code: 4001, Msg: message }, Choices: [] })}\n\n`,
    serveRead(_options, _method, _path, response) {
      sendJson(response, 200, renderError(400, { message: 'no action', type: '', code: null }));
    },
  };
}

const MESSAGES: Record<string, string> = {
  'AuthFailure.SecretIdNotFound': 'The SecretId is not found, please ensure that it is correct.',
  'AuthFailure.SignatureFailure': 'The provided credentials could not be validated.',
  'AuthFailure.SignatureExpire':
    'The provided credentials could not be validated because of exceeding request timestamp limit.',
};

import { describe, expect, it } from 'vitest';
import { classifyFault } from '../openai-chat/fault.ts';

const fault = (status: number, body: unknown) =>
  classifyFault({
    status,
    headers: {},
    bodyExcerpt: typeof body === 'string' ? body : JSON.stringify(body),
  });
const cloudflare = (code: number, message: string) => ({
  result: null,
  success: false,
  errors: [{ code, message }],
  messages: [],
});
const dify = (status: number, code: string, message: string) => ({ status, code, message });
const miniMax = (status_code: number, status_msg: string) => ({
  id: 'x',
  choices: null,
  base_resp: { status_code, status_msg },
});
const AUTH = { kind: 'auth', retryable: true, bannable: true };
const QUOTA = { kind: 'quota', retryable: true, bannable: true };
const RATE = { kind: 'rate-limit', retryable: true, bannable: false };
const FILTER = { kind: 'content-filter', retryable: false };
const INVALID = { kind: 'invalid-request', retryable: false };
const UNKNOWN = { kind: 'not-found', retryable: true };
const OTHERS = { retryable: true, bannable: false };

describe('the fault of', () => {
  it.each<[string, number, unknown, object]>([
    ['Cohere', 401, { id: 'x', message: 'invalid api token' }, AUTH],
    ['Cohere', 498, { message: 'invalid token' }, { kind: 'auth', ...OTHERS }],
    ['Cohere', 429, { message: 'You are using a Trial key, limited to 10 calls / minute' }, RATE],
    ['Cohere', 400, { message: "model 'x' not found, make sure it is right" }, UNKNOWN],
    [
      'Cohere',
      422,
      { message: 'unknown field: top_p' },
      { ...INVALID, message: 'unknown field: top_p' },
    ],
    ['Ollama', 404, { error: "model 'x' not found" }, UNKNOWN],
    ['Dify', 401, dify(401, 'unauthorized', 'Access token is invalid'), AUTH],
    ['Dify', 400, dify(400, 'provider_quota_exceeded', 'Your quota is exhausted'), QUOTA],
    ['Dify', 400, dify(400, 'provider_not_initialize', 'No valid credentials'), OTHERS],
    ['Dify', 400, dify(400, 'app_unavailable', 'App unavailable'), OTHERS],
    ['Dify', 400, dify(400, 'model_currently_not_support', 'Not supported'), UNKNOWN],
    ['Dify', 400, dify(400, 'completion_request_error', 'rate limit of the model'), OTHERS],
    ['Dify', 400, dify(400, 'invalid_param', 'query is required'), INVALID],
    ['Jina', 401, { detail: 'Invalid API key' }, AUTH],
    ['Jina', 402, { detail: 'Insufficient account balance' }, QUOTA],
    ['Cloudflare', 401, cloudflare(10_000, 'Authentication error'), AUTH],
    ['Cloudflare', 400, cloudflare(5007, 'No such model @cf/x or task'), UNKNOWN],
    [
      'Cloudflare',
      400,
      cloudflare(5006, 'bad input: prompt'),
      { ...INVALID, message: 'bad input: prompt' },
    ],
    ['Cloudflare', 429, cloudflare(3040, 'Capacity temporarily exceeded'), OTHERS],
    ['SiliconCloud', 401, '"Invalid token"', AUTH],
    [
      'SiliconCloud',
      403,
      { code: 30_001, message: 'Sorry, your account balance is insufficient' },
      QUOTA,
    ],
    [
      'SiliconCloud',
      400,
      { code: 20_012, message: 'Model does not exist. Please check it' },
      UNKNOWN,
    ],
    ['MiniMax', 200, miniMax(1004, 'login fail: Please carry the API secret key'), AUTH],
    ['MiniMax', 200, miniMax(1008, 'insufficient balance'), QUOTA],
    ['MiniMax', 200, miniMax(1002, 'rate limit'), RATE],
    ['MiniMax', 200, miniMax(1026, 'input new_sensitive'), FILTER],
    ['MiniMax', 200, miniMax(2013, 'invalid params'), INVALID],
    ['MiniMax', 200, miniMax(1013, 'unknown error'), OTHERS],
    ['Qwen', 401, { code: 'InvalidApiKey', message: 'Invalid API-key provided.' }, AUTH],
    ['Qwen', 400, { code: 'Arrearage', message: 'Access denied, please pay.' }, QUOTA],
    ['Qwen', 400, { code: 'DataInspectionFailed', message: 'inappropriate content' }, FILTER],
    ['Qwen', 429, { code: 'Throttling.RateQuota', message: 'Requests rate limit exceeded' }, RATE],
    ['Moonshot', 429, { error: { type: 'exceeded_current_quota_error', message: 'x' } }, QUOTA],
    ['DeepSeek', 402, { error: { message: 'Insufficient Balance' } }, QUOTA],
    ['Mistral', 401, { detail: 'Unauthorized' }, AUTH],
    ['FastGPT', 500, { code: 500, statusText: '', message: 'Error: no app', data: null }, OTHERS],
    ['AI Proxy', 200, { success: false, errCode: 500, message: 'model error' }, OTHERS],
  ])('%s, status %i: %j', (_provider, status, body, expected) => {
    expect(fault(status, body)).toMatchObject(expected);
  });

  it('an error of a provider keeps its own message, whatever its format', () => {
    expect(fault(400, cloudflare(5006, 'bad input: prompt')).message).toBe('bad input: prompt');
    expect(fault(400, dify(400, 'invalid_param', 'query is required'))).toMatchObject({
      message: 'query is required',
      code: 'invalid_param',
    });
  });
});

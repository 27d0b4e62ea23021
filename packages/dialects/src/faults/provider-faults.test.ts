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

  it.each<[string, number, unknown]>([
    [
      'a member named like it, at Anthropic',
      400,
      {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: 'model x does not exist: Extra inputs are not permitted',
        },
      },
    ],
    [
      'a member named like it, at OpenAI',
      400,
      { error: { message: 'Unrecognized request argument supplied: model_not_found' } },
    ],
    [
      'a value with quotes in it',
      400,
      { error: { message: "Invalid value: 'a' model_not_found 'b'.", code: 'invalid_value' } },
    ],
    [
      'a name with quotes in it',
      400,
      { error: { status: 'INVALID_ARGUMENT', message: 'Unknown name "a" model not found "b"' } },
    ],
  ])('a call does not say that the model is missing: %s', (_name, status, body) => {
    expect(fault(status, body).kind).toBe('invalid-request');
  });

  it.each<[string, number, unknown]>([
    ['a vector store', 404, { error: { message: "Vector store with id ['vs_1'] not found." } }],
    ['a prompt', 404, { error: { message: "Prompt with id 'pmpt_1' not found." } }],
    ['a file of OpenAI', 404, { error: { message: 'No such File object: file-1' } }],
    [
      'a file of Anthropic',
      404,
      { type: 'error', error: { type: 'not_found_error', message: 'File not found: file_1' } },
    ],
    [
      'a file of Google',
      403,
      denied('You do not have permission to access the File 1 or it may not exist.'),
    ],
    ['a cache of Google', 403, denied('CachedContent not found (or permission denied)')],
    [
      'an object of Google',
      403,
      denied('x does not have storage.objects.get access to the Google Cloud Storage object.'),
    ],
  ])('%s that a call names and the account lacks is the call’s', (_name, status, body) => {
    for (const stated of [status, 200])
      expect(fault(stated, body)).toMatchObject({ kind: 'invalid-request', ...OTHERS });
  });

  it('no name that a client gives to a file speaks about the account', () => {
    for (const name of ['invalidapikey', 'arrearage', 'servicestop']) {
      const file = `You do not have permission to access the File ${name} or it may not exist.`;
      expect(fault(403, denied(file)), name).toMatchObject({ bannable: false });
      const store = `Vector store with id ${name} not found.`;
      expect(fault(404, { error: { message: store } }), name).toMatchObject({ bannable: false });
    }
  });

  it.each(['invalid api key', 'credit balance is too low', 'account is overdue', '余额不足'])(
    'a member named “%s” speaks about nothing but the call',
    (name) => {
      for (const complaint of ['Extra inputs are not permitted', 'extra fields not permitted'])
        for (const status of [400, 422, 200]) {
          const error = { type: 'invalid_request_error', message: `${name}: ${complaint}` };
          expect(fault(status, { type: 'error', error })).toMatchObject(INVALID);
        }
    },
  );

  it('a key of OpenAI that may not use an endpoint is alive, and one that may use none is not', () => {
    const scopes = (names: string) =>
      fault(401, {
        error: {
          message: `You have insufficient permissions for this operation. Missing scopes: ${names}. Check that you have the correct role.`,
        },
      });
    expect(scopes('api.responses.write')).toMatchObject({
      kind: 'auth',
      ...OTHERS,
      onlyThisCall: true,
    });
    expect(scopes('model.request')).toMatchObject(AUTH);
  });

  it('a server of tools that a call names is the call’s, also inside a stream', () => {
    const message = "Error retrieving tool list from MCP server: 'x'. Http status code: 401";
    const error = { type: 'external_connector_error', code: 'http_error', message };
    expect(fault(424, { error })).toMatchObject({ ...INVALID, http: 424 });
    expect(fault(200, { error })).toMatchObject(INVALID);
  });

  it('a call that alone is too large or too expensive for the account says nothing about others', () => {
    const tooLarge =
      'Request too large for gpt-4o in organization org-1 on tokens per min (TPM): Limit 30000, Requested 30601.';
    const body = { error: { message: tooLarge, type: 'tokens', code: 'rate_limit_exceeded' } };
    for (const status of [429, 200])
      expect(fault(status, body)).toMatchObject({ ...RATE, onlyThisCall: true });
    const tooMuch = 'This request requires more credits, or fewer max_tokens.';
    expect(fault(402, { error: { message: tooMuch } })).toMatchObject({
      kind: 'quota',
      ...OTHERS,
      onlyThisCall: true,
    });
    const often = { error: { message: 'Rate limit reached for gpt-4o', type: 'tokens' } };
    expect(fault(429, often)).not.toHaveProperty('onlyThisCall');
  });
});

function denied(message: string) {
  return { error: { code: 403, status: 'PERMISSION_DENIED', message } };
}

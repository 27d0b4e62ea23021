import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyFault, type FailedResponse } from './fault.ts';

const fault = (status: number, body: unknown = '', more: Partial<FailedResponse> = {}) =>
  classifyFault({
    status,
    headers: {},
    bodyExcerpt: typeof body === 'string' ? body : JSON.stringify(body),
    ...more,
  });
const error = (
  message: string,
  code: string | number | null = null,
  type: string | null = null,
) => ({
  error: { message, type, param: null, code },
});

describe('classifyFault', () => {
  it.each<[number, unknown, object]>([
    [
      401,
      error('Incorrect API key provided: sk-abc', 'invalid_api_key'),
      { kind: 'auth', retryable: true, bannable: true },
    ],
    [401, '', { kind: 'auth', retryable: true, bannable: true }],
    [402, error('Insufficient Balance'), { kind: 'quota', retryable: true, bannable: true }],
    [403, '<html>blocked</html>', { kind: 'auth', retryable: true, bannable: false }],
    [
      403,
      error('Your account has been deactivated.', 'account_deactivated'),
      { kind: 'auth', bannable: true },
    ],
    [
      403,
      error('x', 'AuthFailure.SignatureExpire', 'signature expired'),
      { kind: 'auth', bannable: false, retryable: true },
    ],
    [
      404,
      error('The model `x` does not exist', 'model_not_found'),
      { kind: 'not-found', retryable: true, bannable: false },
    ],
    [
      400,
      error('bad', 'context_length_exceeded', 'invalid_request_error'),
      { kind: 'invalid-request', retryable: false, bannable: false },
    ],
    [413, '', { kind: 'invalid-request', retryable: false }],
    [
      422,
      { detail: [{ loc: ['body', 'seed'], msg: 'Extra inputs are not permitted' }] },
      { kind: 'invalid-request', retryable: false, message: 'Extra inputs are not permitted' },
    ],
    [
      400,
      error('Your credit balance is too low to access the API.'),
      { kind: 'quota', retryable: true, bannable: true },
    ],
    [
      400,
      {
        error: {
          code: 400,
          message: 'API key not valid. Please pass a valid API key.',
          status: 'INVALID_ARGUMENT',
        },
      },
      { kind: 'auth', bannable: true },
    ],
    [
      400,
      { error: { code: 'Arrearage', message: 'Access denied', type: 'Arrearage' } },
      { kind: 'quota', bannable: true },
    ],
    [
      400,
      error('The prompt was filtered', 'content_filter'),
      { kind: 'content-filter', retryable: false, bannable: false },
    ],
    [
      429,
      error('Rate limit reached', 'rate_limit_exceeded'),
      { kind: 'rate-limit', retryable: true, bannable: false },
    ],
    [
      429,
      error('You exceeded your current quota', 'insufficient_quota', 'insufficient_quota'),
      { kind: 'quota', bannable: true },
    ],
    [
      429,
      {
        error: {
          code: 429,
          message: 'You exceeded your current quota',
          status: 'RESOURCE_EXHAUSTED',
        },
      },
      { kind: 'rate-limit', bannable: false },
    ],
    [408, '', { kind: 'timeout', retryable: false }],
    [504, '', { kind: 'timeout', retryable: false }],
    [524, '', { kind: 'timeout', retryable: false }],
    [500, '', { kind: 'server', retryable: true, bannable: false }],
    [502, '<html>cloud</html>', { kind: 'server', retryable: true }],
    [503, error('busy'), { kind: 'overload', retryable: true }],
    [
      529,
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
      { kind: 'overload', retryable: true, message: 'Overloaded', type: 'overloaded_error' },
    ],
    [302, '', { kind: 'bad-response', retryable: true, http: 502 }],
  ])('classifies status %i with %j', (status, body, expected) => {
    expect(fault(status, body)).toMatchObject(expected);
  });

  it('lets no client disable a channel by what it writes', () => {
    for (const word of [
      'invalid_api_key',
      'insufficient_quota',
      'account_deactivated',
      '余额不足',
      'authentication_error',
    ]) {
      for (const status of [400, 404, 422]) {
        expect(fault(status, error(`Invalid tool name: ${word}`)).bannable, word).toBe(false);
        expect(fault(status, error(`The model "${word}" is unknown`)).bannable, word).toBe(false);
      }
      expect(fault(429, error(`Too many requests for '${word}'`)).bannable, word).toBe(false);
    }
  });

  it.each([
    ['Cloudflare', 403, '<!DOCTYPE html><title>Attention Required! | Cloudflare</title>'],
    ['Cloudflare, to programs', 403, 'error code: 1010\n'],
    ['Alibaba', 405, '\n<html><title>405</title></html>'],
  ])('tells the refusal of a firewall from the provider’s: %s', (_whose, status, body) => {
    expect(fault(status, body)).toMatchObject({
      byFirewall: true,
      retryable: true,
      bannable: false,
    });
    expect(fault(status, error('Forbidden'))).not.toHaveProperty('byFirewall');
    expect(fault(401, body)).not.toHaveProperty('byFirewall');
  });

  it("passes on the provider's error with its type, code and param", () => {
    const body = {
      error: {
        message: 'Unsupported value',
        type: 'invalid_request_error',
        param: 'temperature',
        code: 'unsupported_value',
      },
    };
    expect(fault(400, body)).toMatchObject({
      message: 'Unsupported value',
      type: 'invalid_request_error',
      param: 'temperature',
      code: 'unsupported_value',
      http: 400,
    });
  });

  it('does not quote the upstream on the gateway’s own account', () => {
    const read = fault(
      401,
      error(
        'Incorrect API key provided: sk-proj-abc. Find it at https://platform.openai.com.',
        'invalid_api_key',
      ),
    );
    expect(read.message).not.toMatch(/sk-|openai|Incorrect/);
    expect(read).toMatchObject({ type: 'upstream_error', code: 'upstream_auth' });
    expect(read.excerpt).toContain('Incorrect API key provided');
    expect(read.excerpt).not.toMatch(/sk-proj|openai\.com/);
  });

  it('hides proxy pages and truncated JSON, but extracts the message of the latter', () => {
    expect(fault(502, '<html><title>cdn.example.com 502</title></html>').message).toBe(
      'The upstream answered with status 502.',
    );
    expect(fault(500, '{"trace":"very long').message).toBe(
      'The upstream answered with status 500.',
    );
    expect(fault(400, '{"error":{"message":"too \\"long\\"","param":"mess').message).toBe(
      'too "long"',
    );
    expect(fault(500, 'Invalid token').message).toBe('Invalid token');
  });

  it.each<[string, Record<string, string>, number | undefined]>([
    ['seconds', { 'retry-after': '3' }, 3000],
    ['fractions of seconds', { 'retry-after': '0.5' }, 500],
    ['milliseconds, which win', { 'retry-after': '3', 'retry-after-ms': '250' }, 250],
    [
      'a date against the answer’s own',
      { 'retry-after': 'Wed, 01 Jan 2025 00:00:10 GMT', date: 'Wed, 01 Jan 2025 00:00:00 GMT' },
      10_000,
    ],
    ['a date against the clock given', { 'retry-after': 'Wed, 01 Jan 2025 00:00:10 GMT' }, 10_000],
    ['a date in the past', { 'retry-after': 'Tue, 31 Dec 2024 00:00:00 GMT' }, 0],
    [
      'an exhausted window',
      { 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '1m30.5s' },
      90_500,
    ],
    [
      'a window that is not exhausted',
      { 'x-ratelimit-remaining-tokens': '5', 'x-ratelimit-reset-tokens': '6m0s' },
      undefined,
    ],
    ['more than a day', { 'retry-after': '999999' }, 86_400_000],
    ['nonsense', { 'retry-after': 'soon' }, undefined],
  ])('reads the wait from %s', (_name, headers, expected) => {
    const nowMs = Date.parse('2025-01-01T00:00:00Z');
    expect(fault(429, '', { headers, nowMs }).retryAfterMs).toBe(expected);
  });

  it('reads Google’s retryDelay from the body', () => {
    const body = {
      error: {
        code: 429,
        status: 'RESOURCE_EXHAUSTED',
        message: 'x',
        details: [{ '@type': 'RetryInfo', retryDelay: '37s' }],
      },
    };
    expect(fault(429, body).retryAfterMs).toBe(37_000);
  });

  it('never throws, whatever the upstream sends', () => {
    const header = fc.dictionary(
      fc.constantFrom(
        'retry-after',
        'retry-after-ms',
        'date',
        'x-ratelimit-remaining-tokens',
        'x-ratelimit-reset-tokens',
      ),
      fc.string(),
    );
    const body = fc.oneof(
      fc.string(),
      fc.jsonValue().map((value) => JSON.stringify(value)),
      fc.jsonValue().map((value) => JSON.stringify({ error: value })),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: -1, max: 1000 }),
        header,
        body,
        (status, headers, bodyExcerpt) => {
          const classified = classifyFault({ status, headers, bodyExcerpt, nowMs: 0 });
          expect(classified.http).toBeGreaterThanOrEqual(400);
          expect(classified.message).not.toBe('');
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('an AWS error, whose type is in a header', () => {
  const amazon = (status: number, type: string, message: string) =>
    fault(
      status,
      { message },
      { headers: { 'x-amzn-errortype': `${type}:http://internal.amazon.com/` } },
    );

  it.each<[number, string, string, object]>([
    [
      403,
      'UnrecognizedClientException',
      'The security token included in the request is invalid.',
      { kind: 'auth', bannable: true },
    ],
    [
      403,
      'InvalidSignatureException',
      'The request signature we calculated does not match the signature you provided.',
      { kind: 'auth', bannable: true },
    ],
    [
      403,
      'InvalidSignatureException',
      'Signature expired: 20251009T085320Z is now earlier than 20251009T090000Z',
      { kind: 'auth', bannable: false, retryable: true },
    ],
    [
      403,
      'AccessDeniedException',
      "You don't have access to the model with the specified model ID.",
      { kind: 'auth', bannable: false, retryable: true },
    ],
    [
      400,
      'ValidationException',
      'The provided model identifier is invalid.',
      { kind: 'not-found', retryable: true },
    ],
    [
      400,
      'ValidationException',
      'messages: roles must alternate',
      { kind: 'invalid-request', retryable: false, code: 'ValidationException' },
    ],
    [
      400,
      'ServiceQuotaExceededException',
      'Too many tokens per day',
      { kind: 'rate-limit', retryable: true },
    ],
    [429, 'ThrottlingException', 'Too many requests', { kind: 'rate-limit', retryable: true }],
    [424, 'ModelErrorException', 'The model failed', { kind: 'server', retryable: true }],
  ])('%i %s: %s', (status, type, message, expected) => {
    expect(amazon(status, type, message)).toMatchObject(expected);
  });
});

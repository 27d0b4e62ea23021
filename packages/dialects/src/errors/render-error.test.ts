import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../ir/dialect.ts';
import { decodeText } from '../json/parse-json.ts';
import { renderError, renderErrorEvent } from './render-error.ts';

const fields = {
  status: 429,
  message: 'Slow down.',
  code: 'rate_limited',
  type: null,
  param: null,
  requestId: 'r1',
};
const bodyOf = (bytes: Uint8Array) => JSON.parse(decodeText(bytes)) as unknown;

describe('renderError', () => {
  it("uses the caller's dialect", () => {
    const openAi = {
      error: {
        message: 'Slow down.',
        type: 'rate_limit_error',
        code: 'rate_limited',
        request_id: 'r1',
      },
    };
    expect(bodyOf(renderError('openai-chat', fields))).toMatchObject(openAi);
    expect(bodyOf(renderError('openai-responses', fields))).toMatchObject(openAi);
    expect(bodyOf(renderError('anthropic-messages', fields))).toEqual({
      type: 'error',
      error: { type: 'rate_limit_error', message: 'Slow down.' },
      request_id: 'r1',
    });
    expect(bodyOf(renderError('gemini-generate', fields))).toMatchObject({
      error: { code: 429, message: 'Slow down.', status: 'RESOURCE_EXHAUSTED' },
    });
  });

  it.each([
    [400, 'invalid_request_error', 'INVALID_ARGUMENT'],
    [401, 'authentication_error', 'UNAUTHENTICATED'],
    [402, 'billing_error', 'FAILED_PRECONDITION'],
    [403, 'permission_error', 'PERMISSION_DENIED'],
    [404, 'not_found_error', 'NOT_FOUND'],
    [413, 'request_too_large', 'INVALID_ARGUMENT'],
    [502, 'api_error', 'INTERNAL'],
    [503, 'overloaded_error', 'UNAVAILABLE'],
    [529, 'overloaded_error', 'INTERNAL'],
  ])('uses the terms that clients know for status %i', (status, anthropic, google) => {
    const error = { ...fields, status };
    expect(bodyOf(renderError('anthropic-messages', error))).toMatchObject({
      error: { type: anthropic },
    });
    expect(bodyOf(renderError('gemini-generate', error))).toMatchObject({
      error: { status: google },
    });
  });

  it('does not expose the types of one dialect to clients of another', () => {
    const google = { ...fields, type: 'RESOURCE_EXHAUSTED' };
    expect(bodyOf(renderError('openai-chat', google))).toMatchObject({
      error: { type: 'rate_limit_error' },
    });
    const foreignType = { ...fields, type: 'insufficient_quota' };
    expect(bodyOf(renderError('openai-chat', foreignType))).toMatchObject({
      error: { type: 'insufficient_quota' },
    });
  });
});

describe('the code of an error for clients of OpenAI', () => {
  it.each([
    [429, '429', 'rate_limit_exceeded'],
    [429, 'RESOURCE_EXHAUSTED', 'rate_limit_exceeded'],
    [429, 'rate-limit', 'rate_limit_exceeded'],
    [400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT'],
    [503, '503', '503'],
    [429, 'insufficient_quota', 'insufficient_quota'],
    [429, '1302', '1302'],
  ])('with status %i and code %s is %s', (status, code, shown) => {
    const error = { ...fields, status, code };
    expect(bodyOf(renderError('openai-chat', error))).toMatchObject({ error: { code: shown } });
    expect(bodyOf(renderError('openai-responses', error))).toMatchObject({
      error: { code: shown },
    });
    expect(bodyOf(renderError('gemini-generate', error))).toMatchObject({
      error: { details: [{ reason: code.toUpperCase() }, {}] },
    });
  });
});

describe('renderErrorEvent', () => {
  it.each(DIALECTS)('is one event of %s that no client takes for a normal end', (dialect) => {
    const event = decodeText(renderErrorEvent(dialect, fields));
    expect(event.endsWith('\n\n')).toBe(true);
    expect(event.split('\n\n')).toHaveLength(2);
    expect(event).toContain('Slow down.');
    expect(event).not.toMatch(/\[DONE\]|message_stop|response\.completed|finishReason/);
  });
});

it('the event of the responses dialect has its members where the reference and where the SDKs expect them', () => {
  const [, data = ''] = decodeText(renderErrorEvent('openai-responses', fields)).split('data: ');
  const members = { code: 'rate_limited', message: 'Slow down.', param: null };
  expect(JSON.parse(data)).toEqual({
    type: 'error',
    sequence_number: 0,
    ...members,
    error: { type: 'rate_limit_error', ...members, request_id: 'r1' },
  });
});

describe('a conversation that is too long', () => {
  const long = { status: 400, type: 'INVALID_ARGUMENT', code: '400', param: null };
  it.each([
    ['Anthropic', 'prompt is too long: 210000 tokens > 200000 maximum'],
    ['Google', 'The input token count (2000000) exceeds the maximum number of tokens allowed.'],
    ['OpenAI', "This model's maximum context length is 128000 tokens."],
  ])(
    "has the code on which OpenAI's clients shorten it, whichever vendor reports it: %s",
    (_, message) => {
      for (const dialect of ['openai-chat', 'openai-responses'] as const)
        expect(bodyOf(renderError(dialect, { ...long, message }))).toMatchObject({
          error: { type: 'invalid_request_error', code: 'context_length_exceeded' },
        });
    },
  );

  it('is distinguished from a message about something else', () => {
    const other = { ...long, message: 'The maximum number of tools is 128.' };
    expect(bodyOf(renderError('openai-chat', other))).toMatchObject({ error: { code: '400' } });
  });
});

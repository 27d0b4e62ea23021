import { describe, expect, it } from 'vitest';
import { renderError } from '../errors/render-error.ts';
import { toPublicError } from '../faults/public-error.ts';
import type { Dialect } from '../ir/dialect.ts';
import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import { classifyFault } from '../openai-chat/fault.ts';
import { translationOf } from '../testing/translate-call.ts';

/** Errors as the vendors send them. */
const ERRORS = {
  'anthropic overloaded': [
    529,
    { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
  ],
  'anthropic key': [
    401,
    { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } },
  ],
  'anthropic funds': [
    400,
    {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: 'Your credit balance is too low to access the Anthropic API.',
      },
    },
  ],
  'anthropic request': [
    400,
    {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'max_tokens: Field required' },
    },
  ],
  'google quota': [
    429,
    { error: { code: 429, message: 'Resource has been exhausted', status: 'RESOURCE_EXHAUSTED' } },
  ],
  'google request': [
    400,
    [{ error: { code: 400, message: 'Invalid value at contents', status: 'INVALID_ARGUMENT' } }],
  ],
  'google key': [
    400,
    {
      error: {
        code: 400,
        message: 'API key not valid. Please pass a valid API key.',
        status: 'INVALID_ARGUMENT',
      },
    },
  ],
} as const;

const publicErrorOf = (client: Dialect, name: keyof typeof ERRORS) => {
  const [status, body] = ERRORS[name];
  const fault = classifyFault({ status, headers: {}, bodyExcerpt: JSON.stringify(body) });
  const shown = toPublicError(fault);
  return {
    kind: fault.kind,
    bannable: fault.bannable,
    status: shown.status,
    body: JSON.parse(decodeText(renderError(client, shown))) as unknown,
  };
};

describe("an upstream's error", () => {
  it('reaches the client in its own dialect', () => {
    expect(publicErrorOf('openai-chat', 'anthropic overloaded')).toMatchObject({
      kind: 'overload',
      body: { error: { message: 'Overloaded', type: 'server_error' } },
    });
    expect(publicErrorOf('gemini-generate', 'anthropic request')).toMatchObject({
      kind: 'invalid-request',
      body: {
        error: { code: 400, status: 'INVALID_ARGUMENT', message: 'max_tokens: Field required' },
      },
    });
    expect(publicErrorOf('anthropic-messages', 'google quota')).toMatchObject({
      kind: 'rate-limit',
      body: { type: 'error', error: { type: 'rate_limit_error' } },
    });
    expect(publicErrorOf('openai-responses', 'google request')).toMatchObject({
      kind: 'invalid-request',
      body: { error: { type: 'invalid_request_error', message: 'Invalid value at contents' } },
    });
  });

  it.each(['anthropic key', 'anthropic funds', 'google key'] as const)(
    'with our own account (%s) is not blamed on the client',
    (name) => {
      const publicError = publicErrorOf('anthropic-messages', name);
      expect(publicError).toMatchObject({ bannable: true, status: 502 });
      expect(JSON.stringify(publicError.body)).not.toMatch(/credit|x-api-key|API key not valid/);
    },
  );
});

describe('a response that the model did not finish', () => {
  const open = (stream: boolean) =>
    translationOf({
      from: 'anthropic-messages',
      to: 'openai-chat',
      body: { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] },
      stream,
    });

  it.each(['network_error', 'insufficient_system_resource', 'error'])(
    'is a fault for a client whose dialect has no finish reason for it: %s',
    (finish_reason) => {
      const message = { role: 'assistant', content: 'Half of' };
      const response = JSON.stringify({ choices: [{ index: 0, message, finish_reason }] });
      expect(open(false).readResponse(encodeText(response))).toMatchObject({
        ok: false,
        fault: { retryable: true, bannable: false },
      });
      const chunk = { choices: [{ index: 0, delta: message, finish_reason }] };
      const port = open(true).openStream();
      port.push(encodeText(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`));
      expect(port.end()).toMatchObject({ complete: false, fault: { kind: 'server' } });
    },
  );
});

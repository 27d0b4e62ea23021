import { describe, expect, it } from 'vitest';
import { buildFault, buildTransportFault } from '../faults/build-fault.ts';
import { toPublicError } from '../faults/public-error.ts';
import { decodeText } from '../json/parse-json.ts';
import { renderOpenAiError, renderOpenAiErrorEvent } from './openai-error.ts';

describe('rendering an OpenAI error', () => {
  it('always has the four members, and the request id if there is one', () => {
    const text = decodeText(
      renderOpenAiError({ status: 429, message: 'slow "down"', requestId: 'req-1' }),
    );
    expect(JSON.parse(text)).toEqual({
      error: {
        message: 'slow "down"',
        type: 'rate_limit_error',
        param: null,
        code: null,
        request_id: 'req-1',
      },
    });
  });

  it('keeps the given type, code and param', () => {
    const text = decodeText(
      renderOpenAiError({ status: 400, message: 'm', type: 't', code: 'c', param: 'p' }),
    );
    expect(JSON.parse(text)).toEqual({ error: { message: 'm', type: 't', param: 'p', code: 'c' } });
  });

  it('is one event on the wire and never a [DONE]', () => {
    const text = decodeText(renderOpenAiErrorEvent({ status: 502, message: 'line\nbreak' }));
    expect(text).toMatch(/^data: \{"error":[^\n]+\}\n\n$/);
    expect(text).not.toContain('[DONE]');
  });
});

describe('toPublicError', () => {
  it('never presents a problem of our own account as one of the client’s', () => {
    expect(toPublicError(buildFault(401, undefined)).status).toBe(502);
    expect(toPublicError(buildFault(402, undefined)).status).toBe(502);
    expect(
      toPublicError(buildTransportFault('network', 'connect ECONNREFUSED 10.0.0.1:443')).status,
    ).toBe(502);
    expect(
      toPublicError(buildTransportFault('network', 'connect ECONNREFUSED 10.0.0.1:443')).message,
    ).not.toContain('10.0');
  });

  it('keeps the status of what the client can act on', () => {
    for (const status of [400, 404, 413, 422, 429, 500, 503, 504]) {
      expect(toPublicError(buildFault(status, undefined)).status).toBe(status);
    }
    expect(toPublicError(buildTransportFault('timeout', 'no answer')).status).toBe(504);
  });
});

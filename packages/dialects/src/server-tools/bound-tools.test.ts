import { describe, expect, test } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import { readCall } from '../translate/client-call.ts';

const BASE = {
  'openai-responses': { model: 'm', input: 'hi' },
  'anthropic-messages': {
    model: 'm',
    max_tokens: 9,
    messages: [{ role: 'user', content: 'hi' }],
  },
} as const;

describe('a request without limits for its tools', () => {
  function bounded(dialect: 'openai-responses' | 'anthropic-messages', body: object) {
    const bytes = encodeText(JSON.stringify({ ...BASE[dialect], ...body }));
    const result = readCall({ dialect, bytes, model: 'm' });
    if (!result.ok) throw new Error(result.fault.message);
    const call = result.call.withBoundTools(8);
    return JSON.parse(decodeText(call.request.bytes)) as Record<string, unknown>;
  }

  test('of responses gets one limit for all tools', () => {
    const tools = [{ type: 'web_search' }];
    expect(bounded('openai-responses', { tools })).toMatchObject({ tools, max_tool_calls: 8 });
    expect(bounded('openai-responses', { tools, max_tool_calls: 3 })).toMatchObject({
      max_tool_calls: 3,
    });
    expect(bounded('openai-responses', {})).not.toHaveProperty('max_tool_calls');
  });

  test('of messages gets a limit for each tool that supports one', () => {
    const sent = bounded('anthropic-messages', {
      tools: [
        { name: 'own', input_schema: { type: 'object' } },
        { type: 'web_search_20250305', name: 'web_search' },
        { type: 'web_search_20250305', name: 'web_search', max_uses: 2 },
        { type: 'web_fetch_20250910', name: 'web_fetch', max_content_tokens: 100 },
        { type: 'code_execution_20250825', name: 'code_execution' },
      ],
    });
    expect(sent['tools']).toEqual([
      { name: 'own', input_schema: { type: 'object' } },
      { type: 'web_search_20250305', name: 'web_search', max_uses: 8 },
      { type: 'web_search_20250305', name: 'web_search', max_uses: 2 },
      { type: 'web_fetch_20250910', name: 'web_fetch', max_content_tokens: 100, max_uses: 8 },
      { type: 'code_execution_20250825', name: 'code_execution' },
    ]);
  });
});

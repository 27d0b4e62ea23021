import { describe, expect, it } from 'vitest';
import { DIALECTS, type Dialect } from '../ir/dialect.ts';
import { warningsOf, sendUpstream, tryTranslation } from '../testing/translate-call.ts';

const MODELS: Readonly<Record<Dialect, string>> = {
  'openai-chat': 'gpt-5-search-api',
  'openai-responses': 'gpt-5-mini',
  'anthropic-messages': 'claude-sonnet-4-6',
  'gemini-generate': 'gemini-3-pro',
};
const PLACE = { type: 'approximate', country: 'DE', city: 'Berlin' };
const user = { role: 'user', content: 'Hi' };

/** For each dialect, creates a request with these tools. */
const BODIES: Readonly<Record<Dialect, (tools: object[]) => object>> = {
  'openai-chat': (tools) => ({ model: 'm', messages: [user], tools }),
  'openai-responses': (tools) => ({ model: 'm', input: 'Hi', tools }),
  'anthropic-messages': (tools) => ({ model: 'm', max_tokens: 9, messages: [user], tools }),
  'gemini-generate': (tools) => ({ contents: [{ role: 'user', parts: [{ text: 'Hi' }] }], tools }),
};
const SEARCHES: Readonly<Record<Dialect, object>> = {
  'openai-chat': { type: 'web_search' },
  'openai-responses': { type: 'web_search', user_location: PLACE },
  'anthropic-messages': {
    type: 'web_search_20260318',
    name: 'web_search',
    max_uses: 3,
    user_location: PLACE,
  },
  'gemini-generate': { googleSearch: {} },
};
const FOUND: Readonly<Record<Dialect, object>> = {
  'openai-chat': { web_search_options: {} },
  'openai-responses': { tools: [{ type: 'web_search' }] },
  'anthropic-messages': { tools: [{ type: 'web_search_20250305', name: 'web_search' }] },
  'gemini-generate': { tools: [{ googleSearch: {} }] },
};
const pairs = DIALECTS.flatMap((from) =>
  DIALECTS.filter((to) => to !== from).map((to) => [from, to] as const),
);
const translationInput = (from: Dialect, to: Dialect, tools: object[], further: object = {}) => ({
  from,
  to,
  model: MODELS[to],
  body: { ...BODIES[from](tools), ...further },
  searchUsesMax: 5,
});

describe.each(pairs)('a search that a client of %s requests from %s', (from, to) => {
  it("is requested in the upstream's own format if it is paid for, else dropped with a warning", () => {
    const input = translationInput(from, to, [SEARCHES[from]]);
    expect(sendUpstream(input)).toMatchObject(FOUND[to]);
    expect(warningsOf(input)).not.toContain('builtin_tool;dropped');
    const unpaid = { ...input, searchUsesMax: undefined };
    expect(JSON.stringify(sendUpstream(unpaid))).not.toMatch(/search(?!-api)/i);
    expect(warningsOf(unpaid)).toContain('builtin_tool;dropped');
  });
});

const anthropic = SEARCHES['anthropic-messages'];

it("keeps the client's limits, and never exceeds what is paid for", () => {
  const of = (tool: object) =>
    sendUpstream(translationInput('anthropic-messages', 'openai-responses', [tool]));
  expect(of(anthropic)).toMatchObject({
    max_tool_calls: 3,
    tools: [{ type: 'web_search', user_location: PLACE }],
  });
  expect(of({ ...anthropic, max_uses: 99 })).toMatchObject({ max_tool_calls: 5 });
  const only = { ...anthropic, allowed_domains: ['a.example'] };
  expect(of(only)).toMatchObject({ tools: [{ filters: { allowed_domains: ['a.example'] } }] });
  // Google can't restrict a search to domains, and an unrestricted one was not requested.
  expect(warningsOf(translationInput('anthropic-messages', 'gemini-generate', [only]))).toContain(
    'builtin_tool;dropped',
  );
});

it('is forced if the upstream supports that, and refused by name if it cannot run', () => {
  const force = { tool_choice: { type: 'tool', name: 'web_search' } };
  const forced = (to: Dialect) => translationInput('anthropic-messages', to, [anthropic], force);
  expect(sendUpstream(forced('openai-responses'))).toMatchObject({ tool_choice: 'required' });
  expect(warningsOf(forced('gemini-generate'))).toContain('tool_choice;approximated');
  for (const to of ['openai-chat', 'openai-responses', 'gemini-generate'] as const)
    expect(tryTranslation({ ...forced(to), searchUsesMax: undefined })).toMatchObject({
      ok: false,
      fault: { status: 400, param: 'tools[0]', code: 'unsupported_value' },
    });
  const any = translationInput('anthropic-messages', 'openai-chat', [anthropic], {
    tool_choice: { type: 'any' },
  });
  expect(tryTranslation({ ...any, searchUsesMax: undefined }).ok).toBe(false);
  const responses = translationInput(
    'openai-responses',
    'anthropic-messages',
    [SEARCHES['openai-responses']],
    {
      tool_choice: { type: 'web_search' },
    },
  );
  expect(sendUpstream(responses)).toMatchObject({
    tool_choice: { type: 'tool', name: 'web_search' },
  });
});

it.each<[Dialect, object]>([
  ['openai-chat', { type: 'retrieval' }],
  ['openai-responses', { type: 'code_interpreter', container: { type: 'auto' } }],
  ['openai-responses', { type: 'file_search', vector_store_ids: ['vs_1'] }],
  ['openai-responses', { type: 'computer' }],
  ['openai-responses', { type: 'mcp', server_label: 'a', server_url: 'https://a.example' }],
  ['anthropic-messages', { type: 'code_execution_20250522', name: 'code_execution' }],
  ['anthropic-messages', { type: 'computer_20251124', name: 'computer' }],
  ['anthropic-messages', { type: 'text_editor_20250728', name: 'str_replace_based_edit_tool' }],
  ['gemini-generate', { codeExecution: {} }],
  ['gemini-generate', { functionDeclarations: [{ name: 'f' }], urlContext: {} }],
])('a tool without an equivalent is refused by name: %s %j', (from, tool) => {
  for (const to of DIALECTS.filter((each) => each !== from)) {
    const read = tryTranslation(translationInput(from, to, [tool]));
    expect(read).toMatchObject({ ok: false, fault: { status: 400, param: 'tools[0]' } });
    const type = (tool as { type?: string }).type ?? Object.keys(tool).at(-1);
    expect(!read.ok && read.fault.message).toContain(`Tool '${type}'`);
  }
});

it.each<[Dialect, object]>([
  ['openai-responses', { type: 'tool_search', execution: 'client' }],
  ['openai-responses', { type: 'image_generation' }],
  ['anthropic-messages', { type: 'tool_search_tool_bm25_20251119', name: 'tool_search' }],
])('a tool that agents offer with every request is dropped with a warning: %s %j', (from, tool) => {
  for (const to of DIALECTS.filter((each) => each !== from))
    expect(warningsOf(translationInput(from, to, [tool]))).toContain('builtin_tool;dropped');
});

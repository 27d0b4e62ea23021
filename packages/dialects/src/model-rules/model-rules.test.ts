import { describe, expect, it } from 'vitest';
import type { Dialect } from '../ir/dialect.ts';
import { decodeText } from '../json/parse-json.ts';
import { encodeText } from '../json/encode-text.ts';
import { OPENINGS, passThrough } from '../testing/pass-through.ts';
import { translationOf } from '../testing/translate-call.ts';
import { applyModelRules } from './apply-model-rules.ts';
import { findModelRules, MODEL_RULES } from './find-model-rules.ts';
import { RULED_MEMBERS } from './model-rule.ts';

const tool = { type: 'function', function: { name: 'f', parameters: { type: 'object' } } };
const claudeTool = { name: 'f', input_schema: { type: 'object' } };
const geminiTool = { functionDeclarations: [{ name: 'f' }] };
const config = (generationConfig: object) => ({ generationConfig });

type Row = readonly [model: string, members: object, sent: object, reported: readonly string[]];

const CHAT: readonly Row[] = [
  ['gpt-5-mini', { max_tokens: 9 }, { max_completion_tokens: 9 }, ['max_tokens;approximated']],
  [
    'o4-mini',
    { max_tokens: 9, max_completion_tokens: 7 },
    { max_completion_tokens: 7 },
    ['max_tokens;approximated'],
  ],
  ['gpt-5', { temperature: 0.2, top_p: 1 }, {}, ['temperature;dropped']],
  ['gpt-5.1', { temperature: 0.2 }, { temperature: 0.2 }, []],
  [
    'gpt-5.1',
    { temperature: 0.2, reasoning_effort: 'low' },
    { reasoning_effort: 'low' },
    ['temperature;dropped'],
  ],
  [
    'gpt-5.6-sol',
    { top_p: 0.5, reasoning_effort: 'none' },
    { top_p: 0.5, reasoning_effort: 'none' },
    [],
  ],
  ['gpt-6-astra', { logprobs: true, top_logprobs: 2 }, {}, ['logprobs;dropped']],
  [
    'o3',
    { presence_penalty: 0, frequency_penalty: 1, logit_bias: { 5: 1 } },
    {},
    ['frequency_penalty;dropped', 'logit_bias;dropped'],
  ],
  ['o3', { stop: ['x'] }, {}, ['stop;dropped']],
  ['o1', { stop: ['x'] }, { stop: ['x'] }, []],
  [
    'gpt-5.6-luna',
    { reasoning_effort: 'max' },
    { reasoning_effort: 'xhigh' },
    ['reasoning;approximated'],
  ],
  ['gpt-4o', { reasoning_effort: 'low' }, {}, ['reasoning;approximated']],
  [
    'gpt-5.4',
    { tools: [tool], reasoning_effort: 'high' },
    { tools: [tool] },
    ['reasoning;approximated'],
  ],
  ['gpt-5.4', { tools: [tool] }, { tools: [tool] }, []],
  [
    'gpt-5.6-sol',
    { tools: [tool] },
    { tools: [tool], reasoning_effort: 'none' },
    ['reasoning;approximated'],
  ],
  [
    'gpt-5.2',
    { tools: [tool], reasoning_effort: 'high' },
    { tools: [tool], reasoning_effort: 'high' },
    [],
  ],
  ['gpt-4o', { tools: [], tool_choice: 'auto', parallel_tool_calls: true }, {}, []],
  ['gpt-4o', { tool_choice: 'required' }, {}, ['tool_choice;dropped']],
  [
    'gpt-4o',
    { tools: [tool], tool_choice: 'required', parallel_tool_calls: false },
    { tools: [tool], tool_choice: 'required', parallel_tool_calls: false },
    [],
  ],
  [
    'o3',
    { tools: [tool], parallel_tool_calls: false },
    { tools: [tool] },
    ['parallel_tool_calls;dropped'],
  ],
  ['gpt-4o', { metadata: { a: 'b' } }, {}, ['metadata;dropped']],
  ['gpt-4o', { metadata: { a: 'b' }, store: true }, { metadata: { a: 'b' }, store: true }, []],
  ['gpt-4o', { verbosity: 'low' }, {}, ['verbosity;dropped']],
  ['gpt-6-sol', { prompt_cache_retention: '24h' }, {}, ['cache_control;dropped']],
  [
    'qwen3-max',
    { max_tokens: 9, temperature: 0, stop: 'x', tools: [], metadata: {} },
    { max_tokens: 9, temperature: 0, stop: 'x', tools: [], metadata: {} },
    [],
  ],
  [
    'deepseek-v4-pro',
    { tools: [tool], tool_choice: 'required' },
    { tools: [tool], tool_choice: 'required', thinking: { type: 'disabled' } },
    ['reasoning;approximated'],
  ],
  [
    'deepseek-v4-pro',
    { tools: [tool], tool_choice: 'required', thinking: { type: 'enabled' } },
    { tools: [tool], tool_choice: 'auto', thinking: { type: 'enabled' } },
    ['forced_tool;dropped'],
  ],
];

const RESPONSES: readonly Row[] = [
  ['gpt-5', { max_output_tokens: 5 }, { max_output_tokens: 16 }, ['max_tokens;approximated']],
  ['gpt-5', { temperature: 0, top_p: 1 }, {}, ['temperature;dropped']],
  [
    'gpt-5.6-sol',
    { temperature: 0, reasoning: { effort: 'none' } },
    { temperature: 0, reasoning: { effort: 'none' } },
    [],
  ],
  [
    'gpt-5.1',
    { reasoning: { effort: 'max', summary: 'auto' } },
    { reasoning: { effort: 'high', summary: 'auto' } },
    ['reasoning;approximated'],
  ],
  ['gpt-5.6-sol', { reasoning: { effort: 'max' } }, { reasoning: { effort: 'max' } }, []],
  ['gpt-4.1', { reasoning: { effort: 'low' } }, {}, ['reasoning;approximated']],
  ['gpt-4.1', { include: ['reasoning.encrypted_content'] }, {}, []],
];

const CLAUDE: readonly Row[] = [
  [
    'claude-opus-4-7',
    { thinking: { type: 'enabled', budget_tokens: 2000 } },
    { thinking: { type: 'adaptive' } },
    ['reasoning;approximated'],
  ],
  [
    'claude-haiku-4-5',
    { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'low' } },
    { thinking: { type: 'enabled', budget_tokens: 4095 } },
    ['reasoning;approximated'],
  ],
  [
    'claude-opus-5-5',
    { thinking: { type: 'disabled' } },
    { output_config: { effort: 'low' } },
    ['reasoning;approximated'],
  ],
  [
    'claude-opus-5',
    { thinking: { type: 'disabled' }, output_config: { effort: 'max' } },
    { thinking: { type: 'disabled' }, output_config: { effort: 'high' } },
    ['reasoning;approximated'],
  ],
  [
    'claude-opus-4-6',
    { output_config: { effort: 'xhigh', format: { type: 'json_schema' } } },
    { output_config: { effort: 'high', format: { type: 'json_schema' } } },
    ['reasoning;approximated'],
  ],
  [
    'claude-3-5-sonnet-20241022',
    { thinking: { type: 'adaptive' } },
    {},
    ['reasoning;approximated'],
  ],
  [
    'claude-sonnet-4-5',
    { thinking: { type: 'enabled', budget_tokens: 9000 } },
    { thinking: { type: 'enabled', budget_tokens: 4095 } },
    ['reasoning;approximated'],
  ],
  [
    'claude-sonnet-4-5',
    { thinking: { type: 'enabled' } },
    { thinking: { type: 'enabled', budget_tokens: 3276 } },
    ['reasoning;approximated'],
  ],
  [
    'claude-opus-4-7',
    { temperature: 0.2, top_k: 5 },
    {},
    ['temperature;approximated', 'top_k;dropped'],
  ],
  ['claude-sonnet-4-5', { temperature: 0.2, top_p: 0.3 }, { temperature: 0.2 }, ['top_p;dropped']],
  [
    'claude-3-5-haiku-20241022',
    { temperature: 0.2, top_p: 0.3 },
    { temperature: 0.2, top_p: 0.3 },
    [],
  ],
  [
    'claude-sonnet-4-5',
    { thinking: { type: 'enabled', budget_tokens: 1024 }, temperature: 0, top_p: 0.97 },
    { thinking: { type: 'enabled', budget_tokens: 1024 }, top_p: 0.97 },
    ['temperature;approximated'],
  ],
  [
    'claude-sonnet-5-5',
    {
      tools: [claudeTool],
      tool_choice: { type: 'tool', name: 'f', disable_parallel_tool_use: true },
    },
    { tools: [claudeTool], tool_choice: { disable_parallel_tool_use: true, type: 'auto' } },
    ['forced_tool;approximated'],
  ],
  [
    'claude-haiku-5-5',
    { tools: [claudeTool], tool_choice: { type: 'any' } },
    { tools: [claudeTool], tool_choice: { type: 'any' } },
    [],
  ],
  ['claude-haiku-4-5', { tool_choice: { type: 'auto' } }, {}, ['tool_choice;dropped']],
  ['glm-5', { temperature: 0.2, top_k: 5 }, { temperature: 0.2, top_k: 5 }, []],
];

const GEMINI: readonly Row[] = [
  [
    'gemini-2.5-pro',
    config({ thinkingConfig: { thinkingBudget: 0, includeThoughts: true } }),
    config({ thinkingConfig: { includeThoughts: true, thinkingBudget: 128 } }),
    ['reasoning;approximated'],
  ],
  [
    'gemini-2.5-flash',
    config({ thinkingConfig: { thinkingBudget: 0 } }),
    config({ thinkingConfig: { thinkingBudget: 0 } }),
    [],
  ],
  [
    'gemini-3.1-pro-preview',
    { generation_config: { thinking_config: { thinking_level: 'MINIMAL', thinking_budget: 5 } } },
    { generation_config: { thinkingConfig: { thinkingLevel: 'low' } } },
    ['reasoning;approximated'],
  ],
  [
    'gemini-2.0-flash',
    config({ thinkingConfig: { thinkingBudget: 5 } }),
    config({}),
    ['reasoning;approximated'],
  ],
  [
    'gemini-3.8-flash',
    config({ temperature: 0.3, topK: 5, maxOutputTokens: 9 }),
    config({ maxOutputTokens: 9 }),
    ['temperature;dropped', 'top_k;dropped'],
  ],
  ['gemini-3-flash', config({ temperature: 0.3 }), config({ temperature: 0.3 }), []],
  [
    'gemini-2.5-flash',
    { tools: [geminiTool], ...config({ responseMimeType: 'application/json' }) },
    {
      tools: [geminiTool],
      ...config({}),
      systemInstruction: { parts: [{ text: 'Answer with one JSON object and nothing else.' }] },
    },
    ['json_object;approximated'],
  ],
];

const TABLE: readonly (readonly [Dialect, ...Row])[] = [
  ...CHAT.map((row) => ['openai-chat' as const, ...row] as const),
  ...RESPONSES.map((row) => ['openai-responses' as const, ...row] as const),
  ...CLAUDE.map((row) => ['anthropic-messages' as const, ...row] as const),
  ...GEMINI.map((row) => ['gemini-generate' as const, ...row] as const),
];

describe('a body that passes through', () => {
  it.each(TABLE)(
    'in %s to %s, %j is sent as %j, with a warning',
    (to, model, members, sent, reported) => {
      expect(passThrough(to, model, members)).toEqual({ sent, reported });
    },
  );

  it.each(TABLE)(
    'in %s to %s is accepted by the model after one repair: %j',
    (to, model, members) => {
      const rules = findModelRules(to, model);
      const body = encodeText(JSON.stringify({ ...OPENINGS[to], ...members }));
      if (!rules) return;
      const once = applyModelRules(body, to, rules).body;
      expect(applyModelRules(once, to, rules).body).toBe(once);
    },
  );

  it('keeps every byte of members without rules', () => {
    const text =
      '{ "model":"gpt-5", "messages" : [ {"role":"user","content":"\\u0041"} ],\n "max_tokens":5 , "x":1.0}';
    const rules = findModelRules('openai-chat', 'gpt-5');
    if (!rules) throw new Error('gpt-5 has rules');
    const { body } = applyModelRules(encodeText(text), 'openai-chat', rules);
    expect(decodeText(body)).toBe(
      '{ "model":"gpt-5","messages" : [ {"role":"user","content":"\\u0041"} ],"x":1.0,"max_completion_tokens":5}',
    );
  });

  it('stays the same object if no rule applies', () => {
    const rules = findModelRules('openai-chat', 'gpt-4o');
    if (!rules) throw new Error('gpt-4o has rules');
    const body = encodeText('{"model":"gpt-4o","messages":[],"max_tokens":5}');
    expect(applyModelRules(body, 'openai-chat', rules).body).toBe(body);
  });
});

describe('a limit that a rule renames or raises', () => {
  it.each([
    ['openai-chat', 'gpt-5', { max_tokens: 700 }, 700],
    ['openai-responses', 'gpt-5', { max_output_tokens: 3 }, 16],
  ] as const)('counts as sent in %s to %s', (to, model, members, outputTokens) => {
    const body = { ...OPENINGS[to], ...members };
    expect(translationOf({ from: to, to, model, body }).sentLimits).toEqual({
      outputTokens,
      responses: 1,
    });
  });
});

describe('a body that names its tools twice', () => {
  it.each([
    ['[{}]', '[ ]', false],
    ['[]', '[{}]', true],
    ['[{}]', 'null', false],
  ])('with %s and then %s keeps tool_choice: %s', (first, last, keeps) => {
    const text = `{"tools":${first},"tools":${last},"tool_choice":"auto"}`;
    const rules = findModelRules('openai-chat', 'gpt-4o');
    expect(rules).toBeDefined();
    if (!rules) return;
    const { body } = applyModelRules(encodeText(text), 'openai-chat', rules);
    expect(decodeText(body).includes('tool_choice')).toBe(keeps);
  });
});

describe('the table of rules', () => {
  const all = Object.values(MODEL_RULES).flat();

  it('states the source of each rule, and when it was checked', () => {
    for (const { name, source, checked } of all) {
      expect(source, name).not.toBe('');
      expect(checked, name).toMatch(/^\d{4}-\d{2}$/);
    }
  });

  it('has unique names, and no more members than there are bits', () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(RULED_MEMBERS.length).toBeLessThan(31);
  });
});

import { describe, expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import { findProvider } from '../providers/index.ts';
import { applyBodyRules } from './apply-body-rules.ts';

function apply(type: number, body: string, model = 'm') {
  const rules = findProvider(type)?.bodyRules;
  if (!rules) throw new Error(`type ${type} has no rules`);
  const ruled = applyBodyRules(encodeText(body), rules, model);
  return {
    text: decodeText(ruled.body),
    warnings: ruled.warnings.map(({ kind, detail }) => `${detail};${kind}`),
  };
}
const MISTRAL = 42;
const QWEN = 17;
const SPARK = 18;

describe("a provider's rules", () => {
  it.each([
    [MISTRAL, '{"model":"m", "n":1,"temperature":1.50,"messages":[{"role":"user"}]}'],
    [QWEN, '{"top_p":0.5,"messages":[]}'],
    [MISTRAL, '[]'],
    [MISTRAL, '{"messages":7}'],
    [MISTRAL, '{"messages":[null,{"tool_calls":7},{"tool_call_id":null}]}'],
  ])('leave every byte of what it accepts unchanged: %i %s', (type, body) => {
    expect(apply(type, body)).toEqual({ text: body, warnings: [] });
  });

  it('drop what it refuses with a warning, and rename members', () => {
    const body = '{"user":"u","seed":7,"logprobs":true,"max_completion_tokens":9,"messages":[]}';
    expect(apply(MISTRAL, body)).toEqual({
      text: '{"messages":[],"random_seed":7,"max_tokens":9}',
      warnings: ['user;dropped', 'logprobs;dropped'],
    });
    expect(apply(MISTRAL, '{"max_tokens":5,"max_completion_tokens":9}').text).toBe(
      '{"max_tokens":5}',
    );
  });

  it.each([
    [QWEN, 'top_p', 1, 0.99],
    [QWEN, 'top_p', 0, 0.01],
    [16, 'temperature', 2, 0.99],
    [25, 'temperature', 1.5, 1],
    [35, 'temperature', 0, 0.01],
  ])('of type %i keep %s within limits: %d becomes %d', (type, name, requested, sent) => {
    expect(apply(type, JSON.stringify({ [name]: requested }))).toEqual({
      text: JSON.stringify({ [name]: sent }),
      warnings: [`${name};approximated`],
    });
  });

  it('fit call ids to the provider, in call and result alike', () => {
    const call = (id: string) => ({ id, type: 'function', function: { name: 'f' } });
    const messages = [
      { role: 'assistant', content: null, tool_calls: [call('call_123456'), call('abcDEF123')] },
      { role: 'tool', tool_call_id: 'call_123456', content: 'a' },
      { role: 'tool', tool_call_id: 'abcDEF123', content: 'b' },
    ];
    const { text } = apply(MISTRAL, JSON.stringify({ messages }));
    const [assistantMessage, first, second] = (JSON.parse(text) as { messages: typeof messages })
      .messages;
    const [fitted, unchanged] = assistantMessage?.tool_calls ?? [];
    expect(fitted?.id).toMatch(/^[a-zA-Z0-9]{9}$/);
    expect(first).toEqual({ role: 'tool', tool_call_id: fitted?.id, content: 'a' });
    expect(unchanged).toEqual(call('abcDEF123'));
    expect(second?.tool_call_id).toBe('abcDEF123');
    expect(apply(MISTRAL, JSON.stringify({ messages })).text).toBe(text);
  });

  it('drop thoughts from messages if they would be refused, with a warning', () => {
    const assistantMessage = {
      role: 'assistant',
      content: 'Hi',
      reasoning_content: 'Hm',
      reasoning: 'Hm',
    };
    const messages = [assistantMessage, { role: 'user', content: 'And?' }];
    expect(apply(MISTRAL, JSON.stringify({ messages }))).toEqual({
      text: '{"messages":[{"role":"assistant","content":"Hi"},{"role":"user","content":"And?"}]}',
      warnings: ['undefined;dropped'],
    });
    expect(apply(QWEN, JSON.stringify({ messages })).text).toContain('reasoning_content');
  });

  it('request tool calls from Spark as a list, unless the client sets otherwise', () => {
    expect(apply(SPARK, '{"tools":[]}').text).toBe('{"tools":[],"tool_calls_switch":true}');
    const explicit = '{"tools":[],"tool_calls_switch":false}';
    expect(apply(SPARK, explicit).text).toBe(explicit);
    expect(apply(SPARK, '{"model":"m"}').text).toBe('{"model":"m"}');
  });

  it('make a call stream if the provider only streams', () => {
    expect(apply(QWEN, '{"stream":false}', 'qwq-plus').text).toBe(
      '{"stream":true,"stream_options":{"include_usage":true}}',
    );
    expect(apply(QWEN, '{"stream":true}', 'qwen3-32b').text).toBe('{"stream":true}');
    expect(apply(QWEN, '{}', 'qwen3-max').text).toBe('{}');
  });
});

import { describe, expect, it } from 'vitest';
import type { Dialect } from '../ir/dialect.ts';
import { warningsOf, sendUpstream } from '../testing/translate-call.ts';

const mark = { cache_control: { type: 'ephemeral' } };
const hour = { cache_control: { type: 'ephemeral', ttl: '1h' } };
const text = (words: string, further: object = {}) => ({ type: 'text', text: words, ...further });

/** What Claude Code sends: markers on the system prompt, on user text and on a result. */
const messages = (model: string) => ({
  from: 'anthropic-messages' as const,
  to: 'openai-responses' as const,
  model,
  body: {
    model: 'm',
    max_tokens: 99,
    system: [text('You help.', mark)],
    messages: [
      { role: 'user', content: [text('One', mark), text('Two', mark), text('Three', mark)] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: {} }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: 'found', ...mark },
          text('Go on', mark),
        ],
      },
    ],
  },
});
const breakpoints = (body: unknown) =>
  JSON.stringify(body).split('prompt_cache_breakpoint').length - 1;

describe('Anthropic markers at OpenAI', () => {
  it('become breakpoints if the model supports them, the last four', () => {
    const body = sendUpstream(messages('gpt-5.6-sol'));
    expect(breakpoints(body)).toBe(4);
    expect(JSON.stringify(body)).not.toMatch(/"One","prompt_cache/);
    expect(body['input']?.at(-2)).toMatchObject({
      type: 'function_call_output',
      output: [
        { type: 'input_text', text: 'found', prompt_cache_breakpoint: { mode: 'explicit' } },
      ],
    });
    expect(warningsOf(messages('gpt-5.6-sol'))).toContain('cache_control;dropped');
  });

  it('are dropped with a warning if it does not', () => {
    expect(breakpoints(sendUpstream(messages('gpt-5-mini')))).toBe(0);
    expect(warningsOf(messages('gpt-5-mini'))).toContain('cache_control;dropped');
  });
});

const toAnthropic = (from: Dialect, body: object) =>
  sendUpstream({ from, to: 'anthropic-messages', model: 'claude-sonnet-4-6', body });
const marksIn = (body: unknown) =>
  [...JSON.stringify(body).matchAll(/"cache_control":(\{[^}]*\})/g)].map(([, json]) =>
    JSON.parse(json ?? ''),
  );

describe('OpenAI breakpoints at Anthropic', () => {
  const breakpoint = { prompt_cache_breakpoint: { mode: 'explicit', ttl: '12h' } };
  const userMessage = (words: string) => ({
    role: 'user',
    content: [{ type: 'input_text', text: words, ...breakpoint }],
  });

  it('become markers of the cheapest lifetime, at most four, none on blank text', () => {
    const input = ['a', 'b', 'c', ' ', 'd', 'e'].map(userMessage);
    const body = toAnthropic('openai-responses', { model: 'm', input });
    expect(marksIn(body)).toEqual(Array.from({ length: 4 }, () => mark.cache_control));
    expect(JSON.stringify(body)).toMatch(/"text":"a"\}.*"text":"b","cache_control/);
  });

  it('are also set for a client that only names a cache key, at the two useful places', () => {
    const request = {
      model: 'm',
      instructions: 'You help.',
      input: 'Hi',
      prompt_cache_key: 'mine',
    };
    expect(toAnthropic('openai-responses', request)).toMatchObject({
      system: [text('You help.', mark)],
      messages: [{ role: 'user', content: [text('Hi', mark)] }],
    });
    const { prompt_cache_key: _key, ...plain } = request;
    expect(marksIn(toAnthropic('openai-responses', plain))).toEqual([]);
  });
});

it('keeps one-hour markers before five-minute ones, as Anthropic requires', () => {
  const body = toAnthropic('openai-chat', {
    model: 'm',
    messages: [
      { role: 'system', content: [text('first', hour), text('second', mark)] },
      { role: 'user', content: [text('third', hour)] },
    ],
  });
  expect(marksIn(body)).toEqual([hour.cache_control, mark.cache_control, mark.cache_control]);
});

it('gives no warning for Google, which caches prompts by itself', () => {
  const call = { ...messages('gemini-3-pro'), to: 'gemini-generate' as const };
  expect(JSON.stringify(sendUpstream(call))).not.toContain('cache');
});

it('markers of tools keep their lifetime, and those inside results count like others', () => {
  const hour = { type: 'ephemeral', ttl: '1h' };
  const results = Array.from({ length: 5 }, (_, index) => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: `c${index}`, type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    {
      role: 'tool',
      tool_call_id: `c${index}`,
      content: [{ type: 'text', text: 'ok', cache_control: { type: 'ephemeral' } }],
    },
  ]);
  const send = (messages: readonly object[]) =>
    sendUpstream({
      from: 'openai-chat',
      to: 'anthropic-messages',
      model: 'claude-sonnet-4-5',
      body: {
        model: 'm',
        tools: [{ type: 'function', function: { name: 'f' }, cache_control: hour }],
        messages: [
          { role: 'system', content: [{ type: 'text', text: 's', cache_control: hour }] },
          { role: 'user', content: 'Hi' },
          ...messages,
        ],
      },
    });
  const plain = send([]);
  expect(plain.tools?.[0]?.cache_control).toEqual(hour);
  expect(plain.system?.[0]?.cache_control).toEqual(hour);
  expect(JSON.stringify(send(results.flat())).split('"cache_control":').length - 1).toBe(4);
});

it('the marker of a system message inside the conversation shortens those before it, as it is sent first', () => {
  const marked = (role: string, ttl: string) => ({
    role,
    content: [{ type: 'text', text: role, cache_control: { type: 'ephemeral', ttl } }],
  });
  const sent = sendUpstream({
    from: 'openai-chat',
    to: 'anthropic-messages',
    model: 'claude-sonnet-4-5',
    body: { model: 'm', messages: [marked('user', '1h'), marked('system', '5m')] },
  });
  expect(sent.system?.[0]?.cache_control).toEqual({ type: 'ephemeral', ttl: '5m' });
  expect(sent.messages?.[0]?.content?.[0]?.cache_control).toEqual({ type: 'ephemeral' });
});

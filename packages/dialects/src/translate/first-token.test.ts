import { describe, expect, it } from 'vitest';
import type { Dialect } from '../ir/dialect.ts';
import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import { OPENINGS } from '../testing/pass-through.ts';
import { translationOf } from '../testing/translate-call.ts';

const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const named = (type: string, members: object = {}) =>
  `event: ${type}\n${data({ type, ...members })}`;
const chunk = (delta: object, more: object = {}) =>
  data({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, ...more }] });
const block = (content_block: object) => named('content_block_start', { index: 0, content_block });
const item = (value: object) =>
  named('response.output_item.added', { output_index: 0, item: value });
const parts = (...list: object[]) =>
  data({ candidates: [{ index: 0, content: { role: 'model', parts: list } }] });

const message = { id: 'm', model: 'c', usage: { input_tokens: 9, output_tokens: 1 } };
const partPosition = { item_id: 'i', output_index: 0, content_index: 0 };
const empty = { role: 'assistant', content: '', refusal: null, tool_calls: [], audio: {} };

/** What an upstream sends before its first token, and each kind of first token. */
const STREAMS: Readonly<Record<Dialect, { idle: string[]; tokens: Record<string, string> }>> = {
  'openai-chat': {
    idle: [
      ': OPENROUTER PROCESSING\n\n',
      data({ id: 'c', object: 'chat.completion.chunk', choices: [], prompt_filter_results: [] }),
      chunk({ role: 'assistant' }),
      chunk(empty),
      chunk({ role: 'assistant', content: null, reasoning_content: '' }, { finish_reason: null }),
    ],
    tokens: {
      content: chunk({ content: 'a' }),
      'a thought': chunk({ reasoning_content: 'a' }),
      'a sealed thought': chunk({
        reasoning_details: [{ type: 'reasoning.encrypted', data: 'x' }],
      }),
      'a call': chunk({
        tool_calls: [{ index: 0, id: 'i', function: { name: 'f', arguments: '' } }],
      }),
      'the end': chunk({}, { finish_reason: 'stop' }) + 'data: [DONE]\n\n',
    },
  },
  'anthropic-messages': {
    idle: [
      named('message_start', { message }),
      named('ping'),
      ': nothing\n\n',
      block({ type: 'text', text: '' }),
      named('content_block_delta', { index: 0, delta: { type: 'text_delta', text: '' } }),
      named('ping'),
    ],
    tokens: {
      content: named('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'a' } }),
      'a thought that nobody sees': block({ type: 'thinking', thinking: '', signature: '' }),
      'a call': block({ type: 'tool_use', id: 't', name: 'f', input: {} }),
      'the end':
        named('message_delta', {
          delta: { stop_reason: 'end_turn' },
          usage: { output_tokens: 1 },
        }) + named('message_stop'),
    },
  },
  'openai-responses': {
    idle: [
      named('response.created', { response: { id: 'resp_1', model: 'm', output: [] } }),
      named('response.in_progress', { response: { id: 'resp_1', model: 'm', output: [] } }),
      ': nothing\n\n',
      item({ type: 'message', id: 'i', role: 'assistant', content: [] }),
      named('response.content_part.added', {
        ...partPosition,
        part: { type: 'output_text', text: '' },
      }),
      named('response.output_text.delta', { ...partPosition, delta: '' }),
    ],
    tokens: {
      content: named('response.output_text.delta', { ...partPosition, delta: 'a' }),
      'a thought that nobody sees': item({ type: 'reasoning', id: 'i', summary: [] }),
      'a call': item({ type: 'function_call', id: 'i', call_id: 'c', name: 'f', arguments: '' }),
      'the end': named('response.completed', {
        response: { id: 'resp_1', status: 'completed', model: 'm', output: [] },
      }),
    },
  },
  'gemini-generate': {
    idle: [': nothing\n\n', parts(), parts({ text: '' }), data({ candidates: [] })],
    tokens: {
      content: parts({ text: 'a' }),
      'a thought': parts({ text: 'a', thought: true }),
      'a call': parts({ functionCall: { name: 'f', args: {} } }),
      'the end': data({ candidates: [{ index: 0, finishReason: 'STOP' }] }),
    },
  },
};
const DIALECTS = Object.keys(STREAMS) as Dialect[];

describe.each(DIALECTS)('a stream of %s before its first token', (to) => {
  const { idle, tokens } = STREAMS[to];

  describe.each(DIALECTS)('for a client of %s', (from) => {
    const open = () => translationOf({ from, to, body: OPENINGS[from], stream: true }).openStream();
    const push = (stream: ReturnType<typeof open>, text: string) =>
      stream.push(encodeText(text)).map(decodeText).join('');

    it('sends nothing, however long its connection is kept alive', () => {
      const stream = open();
      for (const event of [...idle, ...idle]) expect(push(stream, event)).toBe('');
      expect(stream.hasFirstToken).toBe(false);
      expect(stream.bufferedBytes).toBeLessThan(10_000);
    });

    it.each(Object.keys(tokens))('sends everything held back once there is %s', (name) => {
      const token = tokens[name] as string;
      const [held, control] = [open(), open()];
      for (const event of idle) push(held, event);
      const sent = push(held, token);
      const end = held.end();
      expect([
        held.hasFirstToken,
        name === 'the end' || sent !== '' || from === 'gemini-generate',
      ]).toEqual([true, true]);
      const received = sent + decodeText(end.tail);
      expect(received).toBe(push(control, idle.join('') + token) + decodeText(control.end().tail));
      if (from === to) expect(received).toContain(idle.slice(0, 2).join(''));
    });
  });
});

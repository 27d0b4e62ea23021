import { describe, expect, it } from 'vitest';
import type { Dialect } from '../ir/dialect.ts';
import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import { type BodyOverrides, overrideBody } from './override-body.ts';

const override = (body: unknown, to: Dialect, overrides: BodyOverrides): unknown =>
  JSON.parse(decodeText(overrideBody(encodeText(JSON.stringify(body)), to, overrides)));

describe('overrideBody', () => {
  it.each<[Dialect, object, object]>([
    [
      'openai-chat',
      { messages: [{ role: 'user' }] },
      { messages: [{ role: 'system', content: 'Be "kind".' }, { role: 'user' }] },
    ],
    ['openai-chat', { messages: [] }, { messages: [{ role: 'system', content: 'Be "kind".' }] }],
    ['openai-responses', { input: 'x' }, { input: 'x', instructions: 'Be "kind".' }],
    [
      'openai-responses',
      { instructions: 'Own.', input: 'x' },
      { instructions: 'Be "kind".\n\nOwn.', input: 'x' },
    ],
    [
      'openai-responses',
      { instructions: null, input: 'x' },
      { instructions: 'Be "kind".', input: 'x' },
    ],
    ['anthropic-messages', { messages: [] }, { messages: [], system: 'Be "kind".' }],
    ['anthropic-messages', { system: 'Own.' }, { system: 'Be "kind".\n\nOwn.' }],
    [
      'anthropic-messages',
      { system: [{ type: 'text', text: 'Own.' }] },
      {
        system: [
          { type: 'text', text: 'Be "kind".' },
          { type: 'text', text: 'Own.' },
        ],
      },
    ],
    [
      'gemini-generate',
      { contents: [] },
      { contents: [], systemInstruction: { parts: [{ text: 'Be "kind".' }] } },
    ],
    [
      'gemini-generate',
      { system_instruction: { parts: [{ text: 'Own.' }] } },
      { system_instruction: { parts: [{ text: 'Be "kind".' }, { text: 'Own.' }] } },
    ],
  ])('puts a system prompt before that of a %s request %j', (to, body, expected) => {
    expect(override(body, to, { systemPrompt: 'Be "kind".' })).toEqual(expected);
  });

  it('sets members, present or not, and keeps the bytes of all others', () => {
    const bytes = encodeText('{ "a": 1.50, "temperature": 1 ,"z":[ ]}');
    const members = { temperature: 0, top_p: null };
    expect(decodeText(overrideBody(bytes, 'openai-chat', { members }))).toBe(
      '{ "a": 1.50, "temperature": 0 ,"z":[ ],"top_p":null}',
    );
  });

  it('leaves anything but objects unchanged', () => {
    const bytes = encodeText('[1]');
    expect(overrideBody(bytes, 'openai-chat', { members: { a: 1 } })).toBe(bytes);
  });
});

import { describe, expect, it } from 'vitest';
import type { Dialect } from '../ir/dialect.ts';
import { sendUpstream } from '../testing/translate-call.ts';

const TEXT = 'a,b\n1,2 – é';
const data = Buffer.from(TEXT).toString('base64');
const file = { filename: 'a.csv', file_data: `data:text/csv;base64,${data}` };
const chat = (content: object[]) => ({ model: 'm', messages: [{ role: 'user', content }] });

describe('a file of plain text', () => {
  it('is a text document at Anthropic, which accepts no other files than PDFs', () => {
    const sent = sendUpstream({
      from: 'openai-chat',
      to: 'anthropic-messages',
      body: chat([{ type: 'file', file }]),
    });
    expect(sent.messages?.[0]?.content?.[0]).toEqual({
      type: 'document',
      source: { type: 'text', media_type: 'text/plain', data: TEXT },
      title: 'a.csv',
    });
  });

  it.each<[Dialect, string]>([
    ['openai-chat', 'messages'],
    ['openai-responses', 'input'],
  ])('is a text for %s, which would read it as a PDF', (to, list) => {
    const inlineData = { mimeType: 'application/json; charset=utf-8', data };
    const sent = sendUpstream({
      from: 'gemini-generate',
      to,
      body: { contents: [{ role: 'user', parts: [{ inlineData }] }] },
    });
    const content = sent[list]?.[0]?.content;
    expect(content?.[0]?.text).toBe(TEXT);
  });

  it('stays a file at Gemini, as do bytes that are no base64', () => {
    const sent = sendUpstream({
      from: 'openai-chat',
      to: 'gemini-generate',
      body: chat([{ type: 'file', file }]),
    });
    expect(sent.contents?.[0]?.parts?.[0]?.inlineData).toEqual({ mimeType: 'text/csv', data });
    const broken = { filename: 'a.txt', file_data: 'data:text/plain;base64,%%' };
    const kept = sendUpstream({
      from: 'openai-chat',
      to: 'openai-responses',
      body: chat([{ type: 'file', file: broken }]),
    });
    expect(kept.input?.[0]?.content?.[0]?.file_data).toBe(broken.file_data);
  });

  it('stays in its tool result', () => {
    const source = { type: 'text', media_type: 'text/plain', data: TEXT };
    const sent = sendUpstream({
      from: 'anthropic-messages',
      to: 'openai-chat',
      body: {
        model: 'm',
        max_tokens: 9,
        messages: [
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: {} }] },
          {
            role: 'user',
            content: [
              {
                type: 'tool_result',
                tool_use_id: 'c',
                content: [{ type: 'document', title: 'a.csv', source }],
              },
            ],
          },
        ],
        tools: [{ name: 'f', input_schema: { type: 'object' } }],
      },
    });
    expect(sent.messages?.slice(2)).toEqual([
      { role: 'tool', tool_call_id: 'c', content: `a.csv\n${TEXT}` },
    ]);
  });
});

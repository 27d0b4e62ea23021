import { describe, expect, it } from 'vitest';
import { DIALECTS, type Dialect } from '../ir/dialect.ts';
import { decodeText } from '../json/parse-json.ts';
import {
  warningsOf,
  sendUpstream,
  translationOf,
  tryTranslation,
} from '../testing/translate-call.ts';
import { STATE_MEMBERS } from './state-members.ts';

const user = { role: 'user', content: 'Hi' };
const BODIES: Readonly<Record<Dialect, object>> = {
  'openai-chat': { model: 'm', messages: [user] },
  'openai-responses': { model: 'm', input: 'Hi' },
  'anthropic-messages': { model: 'm', max_tokens: 9, messages: [user] },
  'gemini-generate': { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] },
};
const VALUES: Readonly<Record<string, unknown>> = {
  thread: { type: 'continue', previous_message_id: 'msg_1' },
  mcp_servers: [{ type: 'url', name: 'a', url: 'https://a.example' }],
  fallbacks: [{ model: 'other' }],
  background: true,
  speed: 'standard',
  inference_geo: 'global',
};
const rules = DIALECTS.flatMap((from) =>
  [...STATE_MEMBERS[from]].map(([name, rule]) => [from, name, rule] as const),
);
const translationInput = (from: Dialect, to: Dialect, name: string) => ({
  from,
  to,
  body: { ...BODIES[from], [name]: VALUES[name] ?? 'kept_1' },
});

describe.each(rules)('of %s, %s', (from, name, rule) => {
  it('is sent unchanged to upstreams of the dialect, or to none', () => {
    const input = translationInput(from, from, name);
    if (rule.everywhere) return expect(tryTranslation(input).ok).toBe(false);
    expect(JSON.parse(decodeText(translationOf(input).body))).toMatchObject({
      [name]: input.body[name],
    });
  });

  it('is refused, or dropped with a warning, at all others', () => {
    const isHandled = (to: Dialect) => {
      const input = translationInput(from, to, name);
      if (!rule.refuse)
        return KNOWN_ELSEWHERE.has(name) || warningsOf(input).includes('unknown;dropped');
      const read = tryTranslation(input);
      return !read.ok && read.fault.message !== '';
    };
    expect(DIALECTS.filter((to) => to !== from && !isHandled(to))).toEqual([]);
  });
});

/** Hints that the IR can express. */
const KNOWN_ELSEWHERE = new Set(['serviceTier']);

describe('an Anthropic compaction', () => {
  const block = { type: 'compaction', content: 'They want a blue door.', signature: 'sig' };
  const body = {
    model: 'm',
    max_tokens: 9,
    messages: [
      { role: 'user', content: 'Forgotten by now' },
      { role: 'assistant', content: [block, { type: 'text', text: 'Shall I paint?' }] },
      { role: 'user', content: 'Yes' },
    ],
  };

  it.each(DIALECTS.filter((to) => to !== 'anthropic-messages'))(
    'becomes a user message at %s, in place of the turns that it summarizes',
    (to) => {
      const sent = JSON.stringify(sendUpstream({ from: 'anthropic-messages', to, body }));
      expect(sent).toMatch(/They want a blue door\..*Shall I paint\?.*Yes/);
      expect(sent).not.toMatch(/Forgotten|sig"/);
    },
  );

  it('is returned to Anthropic byte for byte', () => {
    const input = {
      from: 'anthropic-messages',
      to: 'anthropic-messages',
      body,
      model: 'asked-model',
    } as const;
    expect(sendUpstream(input)).toMatchObject({ messages: body.messages });
  });
});

it('a file in a container is refused by name at other vendors', () => {
  const content = [{ type: 'container_upload', file_id: 'file_1' }];
  const body = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content }] };
  expect(tryTranslation({ from: 'anthropic-messages', to: 'openai-chat', body })).toMatchObject({
    fault: { status: 400, message: expect.stringContaining('container_upload') },
  });
});

import type { Dialect } from '../ir/dialect.ts';
import { decodeText } from '../json/parse-json.ts';
import { type Json, translationOf } from './translate-call.ts';

/**
 * Returns which members, besides the conversation, are sent to a model in its own dialect, and the client's
 * warnings.
 */
export function passThrough(to: Dialect, model: string, members: object) {
  const translation = translationOf({ from: to, to, model, body: { ...OPENINGS[to], ...members } });
  const sent = JSON.parse(decodeText(translation.body)) as Record<string, Json>;
  const reported = translation.warnings.map(({ feature, kind }) => `${feature};${kind}`);
  for (const [name, value] of Object.entries(OPENINGS[to])) {
    if (JSON.stringify(sent[name]) === JSON.stringify(value)) delete sent[name];
  }
  delete sent['model'];
  return { sent, reported };
}

/** The smallest body of each dialect. */
export const OPENINGS: Readonly<Record<Dialect, object>> = {
  'openai-chat': { model: 'asked', messages: [{ role: 'user', content: 'x' }] },
  'openai-responses': { model: 'asked', input: 'x' },
  'anthropic-messages': {
    model: 'asked',
    max_tokens: 4096,
    messages: [{ role: 'user', content: 'x' }],
  },
  'gemini-generate': { contents: [{ role: 'user', parts: [{ text: 'x' }] }] },
};

import { expect, test } from 'vitest';
import type { Dialect } from '../ir/dialect.ts';
import { readCall } from '../translate/client-call.ts';
import { LIMIT_NAMES } from './sent-limits.ts';

const messages = [{ role: 'user', content: 'hi' }];
const BODIES: Readonly<Record<Dialect, object>> = {
  'openai-chat': { messages, max_tokens: 5 },
  'openai-responses': { input: 'hi', max_output_tokens: 5 },
  'anthropic-messages': { messages, max_tokens: 5 },
  'gemini-generate': {
    contents: [{ parts: [{ text: 'hi' }] }],
    generationConfig: { maxOutputTokens: 5 },
  },
};
const ZEROS = ['0', '-0', '0e5', '-1', '"0"', '"-1"'];

const refuses = (dialect: Dialect, members: string, padding = '') => {
  const body = JSON.stringify({ model: 'm', ...BODIES[dialect] });
  const bytes = Buffer.from(`${body.slice(0, -1)},${members}${padding}}`);
  const read = readCall({ dialect, bytes, model: 'm' });
  return !read.ok;
};

test.each(Object.keys(BODIES) as Dialect[])(
  'a limit of zero or less is refused in %s, whichever API its name belongs to and however long the body',
  (dialect) => {
    for (const padding of ['', `,"user":"${'x'.repeat(50_000)}"`])
      for (const zero of ZEROS) {
        for (const name of LIMIT_NAMES)
          expect(refuses(dialect, `"${name}":${zero}`, padding), `${name}: ${zero}`).toBe(true);
        const option = `"options":{"num_predict":${zero}}`;
        expect(refuses(dialect, option, padding), option).toBe(true);
      }
    expect(refuses(dialect, '"options":{"num_predict":9}')).toBe(false);
    expect(refuses(dialect, '"num_predict":null')).toBe(false);
  },
);

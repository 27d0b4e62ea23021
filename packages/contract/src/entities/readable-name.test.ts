import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { allEndpoints } from '../endpoints/index.ts';
import { configuredChannel } from './site-configuration.ts';

/** Names of what exists already: whoever gave it an unreadable name before must be able to rename it. */
const NOT_NEW = new Set(['login username', 'updateTag tag', 'enableTag tag', 'disableTag tag']);

const isName = (member: string) => /(^|_)(name|username|tag)$/.test(member);

const shapeOf = (body: z.ZodType | undefined): Record<string, z.ZodType> =>
  body instanceof z.ZodObject ? (body.shape as Record<string, z.ZodType>) : {};

const fields = [
  ...allEndpoints.flatMap(({ name: endpoint, endpoint: { body } }) =>
    Object.entries(shapeOf(body))
      .filter(([member]) => isName(member))
      .map(([member, schema]) => [`${endpoint} ${member}`, schema] as const),
  ),
  ['a channel in a configuration file', configuredChannel.shape.name],
] as const;
const named = fields.filter(([what]) => !NOT_NEW.has(what));

describe.each(named)('%s', (_what, schema) => {
  test.each([
    'a\nb',
    'a\r\nb',
    'a\u0000b',
    'a\u001b[2Jb',
    'a\u0085b',
    'a\u2028b',
    'a\u2029b',
    'a\u202eb',
    'a\u2066b',
    'a\u200fb',
    '\u202ea',
    'a\ud800',
  ])('refuses %j', (name) => {
    expect(schema.safeParse(name).success).toBe(false);
  });
  test('accepts any language', () => {
    for (const name of ['مفتاح', 'שם', '张伟', '🔑', 'Ключ', 'नमस्ते'])
      expect(schema.safeParse(name)).toMatchObject({ success: true });
  });
});

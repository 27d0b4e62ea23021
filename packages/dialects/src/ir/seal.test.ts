import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DIALECTS } from './dialect.ts';
import { readSignature, encodeSignature } from './seal.ts';

const dialect = fc.constantFrom(...DIALECTS);
const base64 = fc.base64String({ minLength: 4, maxLength: 60 });

describe('seals', () => {
  it('preserve every signature through every client, with its issuer and id', () => {
    fc.assert(
      fc.property(
        dialect,
        dialect,
        base64,
        fc.stringMatching(/^[a-z_0-9]{1,10}$/),
        (by, client, value, id) => {
          const expectedId = by === client ? {} : { id };
          const shown = encodeSignature({ by, value, id }, client);
          expect(readSignature(shown, client)).toEqual({ by, value, ...expectedId });
        },
      ),
    );
  });

  it('are valid base64 for a Gemini client, which may decode them', () => {
    const shown = encodeSignature({ by: 'anthropic-messages', value: 'c2ln' }, 'gemini-generate');
    expect(Buffer.from(shown, 'base64').toString('base64')).toBe(shown);
  });

  it('leave foreign text that only resembles a seal alone', () => {
    for (const text of ['tg1.', 'tg1.9.x.y', 'dGcxLnh4', 'dGcxL!']) {
      expect(readSignature(text, 'openai-chat')).toEqual({ by: 'openai-chat', value: text });
    }
  });
});

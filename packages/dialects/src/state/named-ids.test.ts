import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { readCall } from '../translate/client-call.ts';
import type { Dialect } from '../ir/dialect.ts';
import { CreatedIds } from './created-ids.ts';
import { STORED_NAMES, STORED_WITHIN } from './stored-names.ts';

const { resolve } = createRequire(import.meta.url);
/** Members of requests and responses that name nothing stored: parts of the same body, or events. */
const OTHERS = new Set(
  (
    'call_id caller_id tool_call_id tool_use_id tool_id item_id stream_id ' +
    // Of a browser or computer that the client runs; of the person who asks.
    'tab_id document_ids download_id user_id'
  ).split(' '),
);

it.each([
  ['openai', 'resources/responses/responses.d.ts'],
  ['openai', 'resources/chat/completions/completions.d.ts'],
  ['openai', 'resources/images.d.ts'],
  ['@anthropic-ai/sdk', 'resources/beta/messages/messages.d.ts'],
])(
  'every member of %s, %s, that ends in id is known to name something stored, or not to',
  (sdk, file) => {
    const types = readFileSync(join(dirname(resolve(sdk)), file), 'utf8');
    const names = Array.from(types.matchAll(/^\s+(\w+_ids?)\??:/gm), ([, name = '']) => name);
    expect(names.filter((name) => !STORED_NAMES.has(name) && !OTHERS.has(name))).toEqual([]);
  },
);

const CALLS: Readonly<Record<string, object>> = {
  'openai-chat': { model: 'm', messages: [{ role: 'user', content: 'Hi' }] },
  'openai-responses': { model: 'm', input: 'Hi' },
  'anthropic-messages': { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] },
};

function namedIn(dialect: Dialect, members: object | string): string[] {
  const body =
    typeof members === 'string' ? members : JSON.stringify({ ...CALLS[dialect], ...members });
  const read = readCall({ dialect, bytes: encodeText(body) });
  if (!read.ok) throw new Error(read.fault.message);
  return (read.call.request.named ?? []).map(({ kind, id }) => `${kind} ${id}`);
}

/** The names that are read at any depth, and wrap their id in an object. */
const WRAPPED = new Set(['audio', 'container', 'conversation']);
const isChecked = ([, kind]: readonly [string, string]) => kind !== 'shared';

describe.each(['openai-chat', 'openai-responses', 'anthropic-messages'] as const)(
  'of %s',
  (dialect) => {
    const deep = [...STORED_NAMES].filter(
      (entry) => isChecked(entry) && /^(?:file_ids?|container(?:_id)?|audio)$/.test(entry[0]),
    );

    it.each(deep)(
      '%s is found at any depth, in objects and lists, with escapes and duplicates',
      (name, kind) => {
        const of = (id: string) => (WRAPPED.has(name) ? { id } : name.endsWith('s') ? [id] : id);
        const place = (value: object) => ({ metadata: { a: [{ b: value }] } });
        expect(namedIn(dialect, place({ [name]: of('x1') }))).toEqual([`${kind} x1`]);
        const twice = JSON.stringify({
          ...CALLS[dialect],
          ...place({ [name]: of('x1'), other: of('x2') }),
        });
        expect(namedIn(dialect, twice.replace('"other"', `"${name}"`))).toEqual([
          `${kind} x1`,
          `${kind} x2`,
        ]);
        const escaped = Array.from(
          name,
          (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
        for (let count = 1; count <= name.length; count += 1) {
          const spelt = escaped.slice(0, count).join('') + name.slice(count);
          const ending = name.slice(0, -count) + escaped.slice(-count).join('');
          for (const each of [spelt, ending])
            for (const space of ['', ' ', '\n'])
              expect(namedIn(dialect, twice.replace('"other":', `"${each}"${space}:`))).toContain(
                `${kind} x2`,
              );
        }
      },
    );

    it.each([...STORED_WITHIN])('what %s names is found, even in the second of two', (top) => {
      const names = [...STORED_NAMES].filter(isChecked).map(([name]) => name);
      for (const name of names.filter(
        (each) => each.startsWith('previous') || each.startsWith('comparison'),
      )) {
        if (top === 'conversation' || top === 'container' || top === 'previous_response_id')
          continue;
        expect(namedIn(dialect, { [top]: { type: 'continue', [name]: 'x1' } })).toHaveLength(1);
      }
      const value = WRAPPED.has(top) ? [{ id: 'x1' }, 'x1'] : [];
      for (const each of value) expect(namedIn(dialect, { [top]: each })).toHaveLength(1);
    });

    it('texts, schemas and shared things name nothing', () => {
      const text = 'a "file_id":"x", a "container": {"id":"y"} and \\u0066ile_id';
      const schema = { type: 'object', properties: { file_id: { type: 'string' }, container: {} } };
      expect(
        namedIn(dialect, {
          metadata: {
            text,
            schema,
            prompt: { id: 'p' },
            vector_store_ids: ['v'],
            voice: { id: 'w' },
          },
        }),
      ).toEqual([]);
    });
  },
);

describe('what a response leaves at its provider', () => {
  it('is bounded, whatever the response lists', () => {
    const created = new CreatedIds('openai-responses');
    const output = Array.from({ length: 5000 }, (_, at) => ({ type: 'message', id: `msg_${at}` }));
    created.take({ object: 'response', output });
    expect(created.list).toHaveLength(500);
  });

  it.each(['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini-generate'] as const)(
    'is read from anything of %s without a fault',
    (format) => {
      for (const odd of [
        null,
        1,
        'x',
        [],
        [null],
        {},
        [[]],
        [{ content: [null], annotations: 1 }],
      ]) {
        const created = new CreatedIds(format);
        const names = [
          'output',
          'item',
          'response',
          'choices',
          'content',
          'message',
          'content_block',
          'delta',
        ];
        for (const name of names) created.take({ [name]: odd, type: 'message' } as never);
        expect(created.list).toEqual([]);
      }
    },
  );
});

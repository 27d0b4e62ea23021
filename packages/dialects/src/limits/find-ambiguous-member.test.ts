import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DIALECTS, type Dialect } from '../ir/dialect.ts';
import { encodeText } from '../json/encode-text.ts';
import { listTopLevelMembers } from '../json/top-level-members.ts';
import { readMediaCall } from '../media/read-media-call.ts';
import type { RequestKind } from '../ir/call-kind.ts';
import { readCall } from '../translate/client-call.ts';
import { findAmbiguousMember, findAmbiguousName } from './find-ambiguous-member.ts';
import { GUARDED_INSIDE, GUARDED_MEMBERS } from './guarded-members.ts';

/** Returns spellings that some JSON reader takes for the name. */
function spellingsOf(name: string): string[] {
  const escaped = `\\u${(name.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}${name.slice(1)}`;
  return [
    name.toUpperCase(),
    (name[0] ?? '').toUpperCase() + name.slice(1),
    name.replaceAll('s', '\u017f').replaceAll('k', '\u212a'),
    name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    escaped,
  ];
}

const find = (text: string) => {
  const bytes = encodeText(text);
  return findAmbiguousMember(bytes, listTopLevelMembers(bytes) ?? [])?.param;
};

const PATHS: readonly (readonly string[])[] = [
  ...GUARDED_MEMBERS.map((name) => [name]),
  ...Object.entries(GUARDED_INSIDE).flatMap(([outer, names]) => names.map((name) => [outer, name])),
];

/** Wraps the text of a member in an object at its path. */
const nest = (path: readonly string[], inner: string) =>
  path.length > 1 ? `{"${path[0]}":{${inner}}}` : `{${inner}}`;

describe('members that prices depend on', () => {
  it.each(PATHS)('must occur once and be spelled as documented: %s %s', (...path) => {
    const definedNames = path.filter((name) => name !== undefined);
    const name = definedNames.at(-1) ?? '';
    expect(find(nest(definedNames, `"${name}":1`))).toBeUndefined();
    for (const spelling of [name, ...spellingsOf(name)])
      expect(find(nest(definedNames, `"${name}":1,"${spelling}":4000`)), spelling).toBeDefined();
  });

  it('may only be repeated if it is the same model', () => {
    expect(find('{"model":"a","model":"a"}')).toBeUndefined();
    expect(find('{"model":"a","model":"b"}')).toBe('model');
  });

  it('are the only ones restricted, however often others occur', () => {
    expect(find('{"metadata":{"n":1,"N":2},"user":"a","user":"b"}')).toBeUndefined();
    const anyName = fc.string({ unit: 'binary', maxLength: 60 });
    fc.assert(
      fc.property(anyName, (name) => {
        const text = `{${JSON.stringify(name)}:1}`;
        const ambiguous = find(text);
        if (ambiguous !== undefined) expect(GUARDED_MEMBERS).toContain(ambiguous);
      }),
    );
  });

  it('are guarded in form fields, too', () => {
    expect(findAmbiguousName(['model', 'size', 'Size'])?.param).toBe('size');
    expect(findAmbiguousName(['model', 'size', 'user', 'user'])).toBeUndefined();
  });

  it('take linear time: each name is looked up once', () => {
    const names = Array.from({ length: 50_000 }, (_, index) => `"m${index}":1`).join(',');
    expect(find(`{${names},"n":1,"N":2}`)).toBe('n');
  });
});

/** For every route, a valid body apart from what is inserted. */
const ROUTES: readonly (readonly [string, (inner: string) => ReturnType<typeof readCall>])[] = [
  ...DIALECTS.map(
    (dialect) =>
      [
        `chats of ${dialect}`,
        (inner: string) => readAs(dialect, 'chat', CHATS[dialect] + inner),
      ] as const,
  ),
  [
    'completions',
    (inner) => readAs('openai-chat', 'completions', `"model":"m","prompt":"x"${inner}`),
  ],
  ['embeddings', (inner) => readAs('openai-chat', 'embeddings', `"model":"m","input":"x"${inner}`)],
  [
    'moderations',
    (inner) => readAs('openai-chat', 'moderations', `"model":"m","input":"x"${inner}`),
  ],
  [
    'embeddings of Gemini',
    (inner) => readAs('gemini-generate', 'embeddings', `"content":{}${inner}`),
  ],
  [
    'rerank',
    (inner) => readAs('openai-chat', 'rerank', `"model":"m","query":"q","documents":["d"]${inner}`),
  ],
  ['ocr', (inner) => readAs('openai-chat', 'ocr', `"model":"m","document":{}${inner}`)],
  ...(['images', 'image-edits', 'speech'] as const).map(
    (kind) =>
      [
        kind,
        (inner: string) =>
          readMediaCall({
            kind,
            bytes: encodeText(`{"model":"m","prompt":"x","input":"x"${inner}}`),
            contentType: 'application/json',
          }),
      ] as const,
  ),
];

const CHATS: Readonly<Record<Dialect, string>> = {
  'openai-chat': '"model":"m","messages":[]',
  'openai-responses': '"model":"m","input":"x"',
  'anthropic-messages': '"model":"m","messages":[]',
  'gemini-generate': '"contents":[]',
};

function readAs(dialect: Dialect, kind: RequestKind, members: string) {
  return readCall({ dialect, kind, model: 'm', bytes: encodeText(`{${members}}`) });
}

describe.each(ROUTES)('a call of %s', (_, read) => {
  it('is accepted without duplicates', () => {
    expect(read('')).toMatchObject({ ok: true });
  });

  it.each(GUARDED_MEMBERS)('is refused if %s is ambiguous, in small and large bodies', (name) => {
    for (const padding of ['', `,"user":"${'x'.repeat(20_000)}"`])
      expect(
        read(`${padding},"${name}":1,"${name.toUpperCase()}":4000`),
        padding.slice(0, 9),
      ).toMatchObject({
        ok: false,
        fault: { status: 400, code: 'duplicate_parameter' },
      });
  });
});

/** JSON values that are not valid limits. */
const NO_LIMITS = [
  '0',
  '-1',
  '0.0',
  '-0',
  '1.5',
  '"0"',
  '"16"',
  '1e999',
  'true',
  '[]',
  '{}',
  '1e300',
];

const LIMITED: readonly (readonly [string, Dialect, RequestKind, (value: string) => string])[] = [
  ...[
    'max_tokens',
    'max_completion_tokens',
    'max_new_tokens',
    'max_output_tokens',
    'n',
    'best_of',
  ].map((name) => [name, 'openai-chat', 'chat', (value: string) => `"${name}":${value}`] as const),
  ...['max_tokens', 'n', 'best_of'].map(
    (name) =>
      [
        name,
        'openai-chat',
        'completions',
        (value: string) => `"prompt":"x","${name}":${value}`,
      ] as const,
  ),
  ['max_output_tokens', 'openai-responses', 'chat', (value) => `"max_output_tokens":${value}`],
  ['max_tokens', 'anthropic-messages', 'chat', (value) => `"max_tokens":${value}`],
  ...['generationConfig', 'generation_config'].flatMap((config) =>
    ['maxOutputTokens', 'max_output_tokens', 'candidateCount', 'candidate_count'].map(
      (name) =>
        [
          name,
          'gemini-generate',
          'chat',
          (value: string) => `"${config}":{"${name}":${value}}`,
        ] as const,
    ),
  ),
];

describe.each(LIMITED)('%s of %s (%s)', (_, dialect, kind, member) => {
  it.each(NO_LIMITS)('is refused if it is %s', (value) => {
    const fault = { status: 400, type: 'invalid_request_error' };
    const read = readAs(dialect, kind, `${CHATS[dialect]},${member(value)}`);
    expect(read).toMatchObject({ ok: false, fault });
  });

  it('counts as absent if null, and as its value if it is a whole number', () => {
    for (const value of ['null', '1', '7', '7.0', '7e0'])
      expect(readAs(dialect, kind, `${CHATS[dialect]},${member(value)}`), value).toMatchObject({
        ok: true,
      });
  });
});

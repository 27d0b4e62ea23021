import { assertRule, parseJson } from '../dialects/assert-rule.ts';
import { DOCUMENT, PICTURE } from '../dialects/sample-media.ts';
import { UPSTREAMS } from '../mocks/upstreams.ts';
import type { Case, CaseSetting } from './case.ts';
import type { CaseContext } from './case-context.ts';

const BOTH = ['whole', 'stream'] as const;
const WORDS = 'Hello from the mock.';
const SCHEMA = {
  type: 'object',
  properties: { city: { type: 'string' }, population: { type: 'integer' } },
  required: ['city', 'population'],
  additionalProperties: false,
};

/** Asserts that the latest request to the upstream contains the caller's words. */
export function assertSent({ trace }: CaseContext, words: string): void {
  const body = trace?.calls.at(-1)?.request.body;
  if (body === undefined) return;
  // Gemini clients keep a streamed text in the chunks in which it arrived.
  const joined = body.replaceAll('"},{"text":"', '');
  assertRule(
    body.includes(words) || joined.includes(words),
    'all/input-kept',
    `${words.slice(0, 80)} is not in ${body.slice(0, 2000)}`,
  );
}

const omitsText = ({ first }: CaseSetting) =>
  UPSTREAMS[first].takesMedia ? undefined : 'the models of this upstream read text only';

/** Cases with one request and its response. */
export const singleTurns: readonly Case[] = [
  {
    name: 'plain',
    title: 'a question gets its text and usage, in the grammar of the client',
    upstreams: 'one',
    runsWithoutMocks: true,
    modes: BOTH,
    async run(open, { first }) {
      const context = open(() => ({ text: WORDS }));
      const completion = await context.complete({
        model: context.model(first),
        system: 'Be short.',
        history: [{ kind: 'user', text: context.text('Say hello.') }],
      });
      assertSent(context, 'Be short.');
      if (context.trace) assertRule(completion.text === WORDS, 'all/text-kept', completion.text);
      else assertRule(completion.text !== '', 'all/text-kept', 'the answer is empty');
    },
  },
  {
    name: 'system-only',
    title: 'a conversation of instructions alone gets an answer',
    upstreams: 'one',
    modes: BOTH,
    omits: ({ client }) =>
      client === 'messages' || client === 'gemini'
        ? 'the dialect itself demands a user turn'
        : undefined,
    async run(open, { first }) {
      const context = open(() => ({ text: WORDS }));
      const system = context.text('Say hello.');
      const completion = await context.complete({
        model: context.model(first),
        system,
        history: [],
      });
      assertRule(completion.text === WORDS, 'all/text-kept', completion.text);
    },
  },
  attachmentCase('image', 'a picture', PICTURE),
  attachmentCase('document', 'a PDF', DOCUMENT),
  {
    name: 'json-schema',
    title: 'a schema reaches the upstream in its dialect, and its JSON comes back',
    upstreams: 'one',
    runsWithoutMocks: true,
    modes: BOTH,
    omits: ({ first }) =>
      first === 'deepseek' ? 'this upstream knows JSON without schemas only' : undefined,
    async run(open, { first }) {
      const context = open(() => ({ text: '{"city":"Paris","population":2100000}' }));
      const history = [
        { kind: 'user', text: context.text('The largest city of France, as JSON.') } as const,
      ];
      const { text } = await context.complete({
        model: context.model(first),
        history,
        schema: SCHEMA,
      });
      const parsed = parseJson(text) as { city?: unknown; population?: unknown };
      assertRule(
        typeof parsed.city === 'string' && Number.isInteger(parsed.population),
        'all/text-kept',
        text,
      );
      assertSent(context, '"population"');
    },
  },
];

/** Checks that an attachment, as base64, reaches the upstream byte for byte. */
function attachmentCase(name: 'image' | 'document', title: string, base64: string): Case {
  return {
    name,
    title: `${title} reaches the upstream`,
    upstreams: 'one',
    modes: BOTH,
    omits: omitsText,
    async run(open, { first }) {
      const context = open(() => ({ text: WORDS }));
      const text = context.text('What is it?');
      const history = [{ kind: 'user', text, [name]: base64 } as const];
      const completion = await context.complete({ model: context.model(first), history });
      assertRule(completion.text === WORDS, 'all/text-kept', completion.text);
      assertSent(context, base64);
    },
  };
}

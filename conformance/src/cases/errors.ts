import type { Script } from '@tollgate/simulators';
import { assertRule, parseJson } from '../dialects/assert-rule.ts';
import type { ClientDialect } from '../dialects/conversation.ts';
import { missingMembers } from '../dialects/responses-items.ts';
import { readEvents } from '../transport/send.ts';
import type { Case } from './case.ts';

const BOTH = ['whole', 'stream'] as const;
const HAN = /\p{Script=Han}/u;

interface Failure {
  script: Partial<Script>;
  /** Statuses the client may receive. */
  statuses: readonly number[];
  /** Expected in the message. */
  words?: RegExp;
  /** Expected `type` or `code` by dialect; absent: any. */
  names?: Partial<Record<ClientDialect, RegExp>>;
}

const FAILURES: readonly Failure[] = [
  {
    script: { fault: 'status-400-context-length' },
    statuses: [400],
    words: /maximum context length/,
    names: {
      messages: /^invalid_request_error$/,
      gemini: /^INVALID_ARGUMENT$/,
      chat: /context_length_exceeded/,
      responses: /context_length_exceeded/,
    },
  },
  {
    script: { fault: 'status-429' },
    statuses: [429],
    names: {
      messages: /^rate_limit_error$/,
      gemini: /^RESOURCE_EXHAUSTED$/,
      chat: /rate_limit/,
      responses: /rate_limit/,
    },
  },
  { script: { fault: 'status-500' }, statuses: [500, 502, 503] },
  { script: { fault: 'status-503' }, statuses: [500, 502, 503, 529] },
  { script: { fault: 'error-first-line' }, statuses: [200, 500, 502, 503, 529] },
];

const UNKNOWN: Readonly<Record<ClientDialect, RegExp>> = {
  chat: /^model_not_found$/,
  responses: /^model_not_found$/,
  messages: /^not_found_error$/,
  gemini: /^NOT_FOUND$/,
};

/** Cases of failures, and of the error objects that clients validate. */
export const errors: readonly Case[] = [
  {
    name: 'errors',
    title: "an upstream's failure has its status and the client's own form",
    upstreams: 'one',
    modes: BOTH,
    async run(open, { first, client, stream }) {
      for (const { script, statuses, words, names } of FAILURES) {
        if (script.fault === 'error-first-line' && !stream) continue;
        const context = open(() => script);
        const history = [{ kind: 'user', text: context.text('Say hello.') } as const];
        const outcome = await context.attempt({ model: context.model(first), history });
        assertRule(outcome.kind === 'error', 'all/error-status', `${script.fault}: an answer`);
        const { status, error } = outcome;
        assertRule(
          statuses.includes(status),
          'all/error-status',
          `${script.fault} became ${status}`,
        );
        if (words) assertRule(words.test(error.message), 'all/error-status', error.message);
        const named = `${error.type} ${error.code}`;
        const expected = names?.[client];
        const isNamed =
          !expected || expected.test(String(error.type)) || expected.test(String(error.code));
        assertRule(isNamed, 'all/error-status', `${script.fault}: ${named}, not ${expected}`);
      }
    },
  },
  {
    name: 'unknown-model',
    title:
      'a model that is not there is 404 model_not_found in the form and language of the caller',
    upstreams: 'one',
    runsWithoutMocks: true,
    modes: ['whole'],
    omits: ({ first }) => (first === 'chat' ? undefined : 'no upstream is asked'),
    async run(open, { client }) {
      const context = open();
      const history = [{ kind: 'user', text: 'Say hello.' } as const];
      const outcome = await context.attempt({ model: 'no-such-model-9', history });
      assertRule(
        outcome.kind === 'error' && outcome.status === 404,
        'all/error-status',
        JSON.stringify(outcome),
      );
      const { type, code, message } = outcome.error;
      const isNamed = UNKNOWN[client].test(String(type)) || UNKNOWN[client].test(String(code));
      assertRule(isNamed, 'all/error-status', `${type} ${code}`);
      assertRule(!HAN.test(message), 'all/error-language', message);
    },
  },
  {
    name: 'response-object',
    title: 'every response object has the members of the public ResponseResource',
    upstreams: 'one',
    runsWithoutMocks: true,
    modes: BOTH,
    omits: ({ client }) => (client === 'responses' ? undefined : 'of the responses dialect alone'),
    async run(open, { first, stream }) {
      const context = open(() => ({ text: 'Hello.' }));
      const history = [{ kind: 'user', text: context.text('Say hello.') } as const];
      await context.complete({ model: context.model(first), history });
      const text = context.last?.reply.text ?? '';
      const objects = stream
        ? readEvents(text).flatMap(({ data }) => {
            const { response } = parseJson(data) as { response?: unknown };
            return response === undefined ? [] : [response];
          })
        : [parseJson(text)];
      for (const object of objects) {
        const lacks = missingMembers(object);
        assertRule(lacks.length === 0, 'responses/resource', lacks.join('; '));
      }
    },
  },
];

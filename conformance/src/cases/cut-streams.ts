import type { Script } from '@tollgate/simulators';
import { assertRule } from '../dialects/assert-rule.ts';
import type { MockCall } from '../mocks/mock-servers.ts';
import { PRIMARY_KEY, type UpstreamKind, UPSTREAMS } from '../mocks/upstreams.ts';
import type { Case, OpenContext } from './case.ts';
import type { Outcome } from './case-context.ts';
import { THOUGHT, TOOLS } from './tool-loops.ts';

const WORDS = 'Every word of this may be the last one.';
/**
 * Matches the event that says how a stream ended: the content is complete, and what follows may be missing.
 */
const ENDED = /"finish_reason":"|"stop_reason":"|"finishReason":"|"response\.completed"/;

/** Splits a mock's stream into its events. */
function eventsOf(text: string): string[] {
  return text.split('\n\n').filter((event) => event !== '');
}

/** Requests from the mock itself the stream that the gateway received. */
async function replay(url: string, { request }: MockCall): Promise<string[]> {
  const response = await fetch(url + request.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${PRIMARY_KEY}`,
      'x-api-key': PRIMARY_KEY,
      'x-goog-api-key': PRIMARY_KEY,
      'anthropic-version': '2023-06-01',
    },
    body: request.body,
  });
  return eventsOf(await response.text());
}

function judge(outcome: Outcome, position: string, calls: boolean): void {
  const wrong =
    outcome.kind === 'answer'
      ? 'the client takes the part for the whole'
      : 'the connection broke without an error event';
  assertRule(outcome.kind === 'error', 'all/no-silent-end', `${position}: ${wrong}`);
  if (!calls)
    assertRule(
      WORDS.startsWith(outcome.text),
      'all/delivered-is-prefix',
      `${position}: ${outcome.text}`,
    );
}

async function cutEverywhere(open: OpenContext, first: UpstreamKind, calls: number): Promise<void> {
  let overrides: Partial<Script> = {};
  const context = open(({ upstream }) => ({
    text: WORDS,
    tokens: 4,
    calls,
    thinking: UPSTREAMS[upstream].showsThoughts ? THOUGHT : '',
    ...overrides,
  }));
  const history = [{ kind: 'user', text: context.text('Say much.') } as const];
  const question = { model: context.model(first), history, tools: TOOLS, thinks: true };
  await context.complete(question);
  const call = context.trace?.calls.at(-1);
  assertRule(call && context.target.mocks, 'all/right-upstream', 'no mock was asked');
  const events = await replay(context.target.mocks.url(first), call);
  assertRule(events.length > 2, 'all/right-upstream', 'the mock did not stream');
  const ends = events.findIndex((event) => ENDED.test(event));
  for (const way of ['cut_after', 'end_after'] as const) {
    for (let after = 0; after <= ends; after += 1) {
      overrides = { [way]: after };
      const outcome = await context.attempt(question);
      judge(outcome, `${way} ${after} of ${events.length}`, calls > 0);
    }
  }
}

/** Cases of streams that end early. */
export const cuts: readonly Case[] = [
  {
    name: 'cut-text',
    title:
      'a stream that breaks off, or ends early, behind any of its events is an error to the client',
    upstreams: 'one',
    modes: ['stream'],
    run: (open, { first }) => cutEverywhere(open, first, 0),
  },
  {
    name: 'cut-tools',
    title: 'the same while tools are called',
    upstreams: 'one',
    modes: ['stream'],
    run: (open, { first }) => cutEverywhere(open, first, 2),
  },
];

import { assertRule } from '../dialects/assert-rule.ts';
import type { Completion, Entry } from '../dialects/conversation.ts';
import { type UpstreamKind, UPSTREAMS } from '../mocks/upstreams.ts';
import type { Case } from './case.ts';
import type { CaseContext } from './case-context.ts';
import { assertSent } from './single-turns.ts';

const BOTH = ['whole', 'stream'] as const;
export const TOOLS = ['get_weather', 'get_time'];
export const THOUGHT = 'Let me think.';
const OUTPUTS = ['warm and dry', 'ten past noon'];
const WORDS = 'It is warm in Paris.';

/** Patterns that show that an upstream got its own reasoning back. */
const RETURNED: Readonly<Partial<Record<UpstreamKind, RegExp>>> = {
  responses: /"encrypted_content":"/,
  messages: /"type":"thinking"/,
  gemini: /"thoughtSignature":"(?!skip_|context_|c2tpcF|Y29udG)/,
  deepseek: new RegExp(`"reasoning_content":"${THOUGHT}`),
};

/** Asserts that the first `count` tools were called, with the mocks' arguments. */
export function assertCalls({ trace }: CaseContext, { calls }: Completion, count: number): void {
  const named = calls.map(({ name, args }) => [name, args]);
  const expected = TOOLS.slice(0, count).map((name) => [name, { city: 'Paris' }]);
  if (trace)
    assertRule(
      JSON.stringify(named) === JSON.stringify(expected),
      'all/calls-kept',
      JSON.stringify(named),
    );
  else assertRule(calls.length > 0, 'all/calls-kept', 'the model called no tool');
  for (const { id } of calls) assertRule(/^[\w-]{0,40}$/.test(id), 'all/portable-call-ids', id);
}

/** Asserts that reasoning is passed on, if the upstream returns any. */
export function assertThoughts(
  { trace }: CaseContext,
  { thinking }: Completion,
  upstream: UpstreamKind,
): void {
  if (!trace || !UPSTREAMS[upstream].showsThoughts) return;
  assertRule(
    thinking.trim() === THOUGHT,
    'all/thinking-kept',
    `thoughts: ${JSON.stringify(thinking)}`,
  );
}

/** Returns the next two entries after a response with calls. */
export function resultsOf({ turn, calls }: Completion): Entry[] {
  const results = calls.map((call, index) => ({ call, output: OUTPUTS[index % 2] ?? '' }));
  return [
    { kind: 'answer', turn },
    { kind: 'results', results },
  ];
}

function toolLoop(count: number, thinks: boolean): Case['run'] {
  return async (open, { first }) => {
    const context = open(({ number, upstream }) => ({
      calls: number === 0 ? count : 0,
      text: WORDS,
      // DeepSeek reasons unless told not to.
      thinking:
        (thinks || upstream === 'deepseek') && UPSTREAMS[upstream].showsThoughts ? THOUGHT : '',
    }));
    const question = { model: context.model(first), tools: TOOLS, thinks };
    const prompt = context.text('Ask the tools for the weather and the time in Paris.');
    const history: Entry[] = [{ kind: 'user', text: prompt }];
    const called = await context.complete({ ...question, history });
    assertCalls(context, called, count);
    if (thinks) assertThoughts(context, called, first);
    const completion = await context.complete({
      ...question,
      history: [...history, ...resultsOf(called)],
    });
    for (const output of OUTPUTS.slice(0, count)) assertSent(context, output);
    if (context.trace) assertRule(completion.text === WORDS, 'all/text-kept', completion.text);
    const body = context.trace?.calls.at(-1)?.request.body;
    const isReturned = RETURNED[first]?.test(body ?? '') ?? true;
    if (thinks && body !== undefined) assertRule(isReturned, 'all/own-reasoning-returned', body);
  };
}

/** Cases of tool calls and their results. */
export const toolLoops: readonly Case[] = [
  {
    name: 'tools',
    title: 'a tool is called and its result read',
    upstreams: 'one',
    runsWithoutMocks: true,
    modes: BOTH,
    run: toolLoop(1, false),
  },
  {
    name: 'parallel-tools',
    title: 'two tools are called at once and both results read',
    upstreams: 'one',
    modes: BOTH,
    run: toolLoop(2, false),
  },
  {
    name: 'thinking-tools',
    title: 'thoughts before calls are shown, and go back to the upstream that thought them',
    upstreams: 'one',
    runsWithoutMocks: true,
    modes: BOTH,
    run: toolLoop(2, true),
  },
];

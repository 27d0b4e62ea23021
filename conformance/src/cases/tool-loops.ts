import { demand } from '../dialects/broken-rule.ts';
import type { Answer, Entry } from '../dialects/conversation.ts';
import { type UpstreamKind, UPSTREAMS } from '../mocks/upstreams.ts';
import type { Case } from './case.ts';
import type { Scene } from './scene.ts';
import { demandSent } from './single-turns.ts';

const BOTH = ['whole', 'stream'] as const;
export const TOOLS = ['get_weather', 'get_time'];
export const THOUGHT = 'Let me think.';
const OUTPUTS = ['warm and dry', 'ten past noon'];
const WORDS = 'It is warm in Paris.';

/** What shows that an upstream got its own reasoning back. */
const RETURNED: Readonly<Partial<Record<UpstreamKind, RegExp>>> = {
  responses: /"encrypted_content":"/,
  messages: /"type":"thinking"/,
  gemini: /"thoughtSignature":"(?!skip_|context_|c2tpcF|Y29udG)/,
  deepseek: new RegExp(`"reasoning_content":"${THOUGHT}`),
};

/** Demands calls of the first tools, with the arguments that mocks give. */
export function demandCalls({ tape }: Scene, { calls }: Answer, count: number): void {
  const named = calls.map(({ name, args }) => [name, args]);
  const wanted = TOOLS.slice(0, count).map((name) => [name, { city: 'Paris' }]);
  if (tape)
    demand(
      JSON.stringify(named) === JSON.stringify(wanted),
      'all/calls-kept',
      JSON.stringify(named),
    );
  else demand(calls.length > 0, 'all/calls-kept', 'the model called no tool');
  for (const { id } of calls) demand(/^[\w-]{0,40}$/.test(id), 'all/portable-call-ids', id);
}

/** Demands that thoughts are shown, where the upstream shows some. */
export function demandThoughts(
  { tape }: Scene,
  { thinking }: Answer,
  upstream: UpstreamKind,
): void {
  if (!tape || !UPSTREAMS[upstream].showsThoughts) return;
  demand(thinking.trim() === THOUGHT, 'all/thinking-kept', `thoughts: ${JSON.stringify(thinking)}`);
}

/** The next two entries after an answer with calls. */
export function resultsOf({ turn, calls }: Answer): Entry[] {
  const results = calls.map((call, index) => ({ call, output: OUTPUTS[index % 2] ?? '' }));
  return [
    { kind: 'answer', turn },
    { kind: 'results', results },
  ];
}

function toolLoop(count: number, thinks: boolean): Case['run'] {
  return async (open, { first }) => {
    const scene = open(({ number, upstream }) => ({
      calls: number === 0 ? count : 0,
      text: WORDS,
      // DeepSeek thinks unless it is told not to.
      thinking:
        (thinks || upstream === 'deepseek') && UPSTREAMS[upstream].showsThoughts ? THOUGHT : '',
    }));
    const question = { model: scene.model(first), tools: TOOLS, thinks };
    const asks = scene.text('Ask the tools for the weather and the time in Paris.');
    const talk: Entry[] = [{ kind: 'user', text: asks }];
    const called = await scene.ask({ ...question, talk });
    demandCalls(scene, called, count);
    if (thinks) demandThoughts(scene, called, first);
    const answer = await scene.ask({ ...question, talk: [...talk, ...resultsOf(called)] });
    for (const output of OUTPUTS.slice(0, count)) demandSent(scene, output);
    if (scene.tape) demand(answer.text === WORDS, 'all/text-kept', answer.text);
    const body = scene.tape?.calls.at(-1)?.request.body;
    const isReturned = RETURNED[first]?.test(body ?? '') ?? true;
    if (thinks && body !== undefined) demand(isReturned, 'all/own-reasoning-returned', body);
  };
}

/** Cases of a tool that is called and answered. */
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

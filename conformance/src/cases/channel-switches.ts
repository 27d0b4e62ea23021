import { assertRule } from '../dialects/assert-rule.ts';
import type { Entry } from '../dialects/conversation.ts';
import { failoverModel, type UpstreamKind, UPSTREAMS } from '../mocks/upstreams.ts';
import type { Script } from '@tollgate/simulators';
import type { MockCall } from '../mocks/mock-servers.ts';
import type { Case } from './case.ts';
import type { CaseContext } from './case-context.ts';
import { assertSent } from './single-turns.ts';
import { assertCalls, assertThoughts, resultsOf, THOUGHT, TOOLS } from './tool-loops.ts';

const BOTH = ['whole', 'stream'] as const;

/** The calls of a conversation of three turns: how many tools each calls, 0 for text. */
const STEPS = [2, 0, 1, 0, 2, 0];
/** Different texts in each conversation: repeated text may legitimately be treated as one. */
const wordsOf = (step: number, id: string) => `This is answer ${step} of ${id}.`;

/** Returns what a mock responds at a step. */
function scriptAt(step: number, { upstream, caseId }: Omit<MockCall, 'script'>): Partial<Script> {
  return {
    calls: STEPS[step] ?? 0,
    text: wordsOf(step, caseId),
    thinking: UPSTREAMS[upstream].showsThoughts ? THOUGHT : '',
  };
}

interface Conversation {
  context: CaseContext;
  /** Called before each call. */
  onStep(step: number): void;
  modelAt(step: number): string;
  /** The upstream that must respond; undefined if any may. */
  upstreamAt(step: number): UpstreamKind | undefined;
}

/** Runs three turns with tools and reasoning; the client sends back everything it received. */
async function converse({ context, onStep, modelAt, upstreamAt }: Conversation): Promise<void> {
  const id = context.trace?.id ?? '';
  const history: Entry[] = [{ kind: 'user', text: context.text('Ask the tools about Paris.') }];
  for (const [step, count] of STEPS.entries()) {
    onStep(step);
    const model = modelAt(step);
    const completion = await context.complete({ model, history, tools: TOOLS, thinks: true });
    const servedBy = context.trace?.calls.at(-1)?.upstream;
    const expected = upstreamAt(step);
    assertRule(
      expected === undefined || servedBy === expected,
      'all/right-upstream',
      `${servedBy} answered step ${step}, not ${expected}`,
    );
    assertCalls(context, completion, count);
    if (servedBy) assertThoughts(context, completion, servedBy);
    for (let past = 1; past < step; past += 2) assertSent(context, wordsOf(past, id));
    if (count > 0) {
      history.push(...resultsOf(completion));
      continue;
    }
    assertRule(completion.text === wordsOf(step, id), 'all/text-kept', completion.text);
    history.push({ kind: 'answer', turn: completion.turn }, { kind: 'user', text: 'And now?' });
  }
}

/** Which of the two upstreams each step goes to: one turn each, then a switch between call and result. */
const SECOND_AT = [false, false, true, true, false, true];

/** Returns a fault of the first upstream before its first token, which depends on the setting. */
function faultOf({
  first,
  second,
  stream,
}: {
  first: string;
  second: string;
  stream: boolean;
}): Partial<Script> {
  const kinds: Partial<Script>[] = [
    { fault: 'status-500' },
    { fault: 'status-429' },
    stream ? { cut_after: 0 } : { fault: 'cut-after-headers' },
  ];
  return kinds[(first.length + second.length) % kinds.length] ?? {};
}

function failover(failingStep: number): Case['run'] {
  return async (open, setting) => {
    const { first, second } = setting;
    let step = 0;
    const context = open((call) =>
      step === failingStep && call.upstream === first && !call.isBackup
        ? faultOf(setting)
        : scriptAt(step, call),
    );
    await converse({
      context,
      onStep: (now) => {
        step = now;
      },
      modelAt: () => failoverModel(first, second),
      upstreamAt: (now) => (now === failingStep ? second : undefined),
    });
  };
}

/** Cases of conversations that continue on another upstream. */
export const moves: readonly Case[] = [
  {
    name: 'switch',
    title: 'a conversation of three turns with tools and thoughts goes to another model and back',
    upstreams: 'pair',
    modes: BOTH,
    async run(open, { first, second }) {
      let step = 0;
      const context = open((call) => scriptAt(step, call));
      const upstreamAt = (now: number) => (SECOND_AT[now] ? second : first);
      await converse({
        context,
        onStep: (now) => {
          step = now;
        },
        modelAt: (now) => context.model(upstreamAt(now)),
        upstreamAt,
      });
    },
  },
  {
    name: 'failover-first',
    title:
      'the upstream fails at the first call; another answers, and the first goes on from there',
    upstreams: 'pair',
    modes: BOTH,
    run: failover(0),
  },
  {
    name: 'failover-later',
    title:
      'the upstream fails between a call and its result; another goes on, and the first after it',
    upstreams: 'pair',
    modes: BOTH,
    run: failover(3),
  },
];

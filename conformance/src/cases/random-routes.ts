import { assertRule } from '../dialects/assert-rule.ts';
import type { Entry } from '../dialects/conversation.ts';
import { UPSTREAM_KINDS, type UpstreamKind, UPSTREAMS } from '../mocks/upstreams.ts';
import type { Case, CaseSetting } from './case.ts';
import { assertSent } from './single-turns.ts';
import { assertCalls, assertThoughts, resultsOf, THOUGHT, TOOLS } from './tool-loops.ts';

const STEPS = 12;

/** One call of a conversation: its upstream, and how many tools it calls, 0 for text. */
interface Step {
  upstream: UpstreamKind;
  calls: number;
  thinks: boolean;
}

/** Returns a generator of numbers from 0 up to 1, the same for the same seed: mulberry32. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws the route of a conversation: from the first upstream to any, also between a call and its result. */
function drawSteps({ client, first, stream }: CaseSetting): Step[] {
  const seed = [...`${client} ${first} ${stream}`].reduce(
    (sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0),
    7,
  );
  const random = seededRandom(seed);
  const below = (end: number) => Math.floor(random() * end);
  return Array.from({ length: STEPS }, (_, at) => ({
    upstream: at === 0 ? first : (UPSTREAM_KINDS[below(UPSTREAM_KINDS.length)] ?? first),
    calls: at === STEPS - 1 ? 0 : below(TOOLS.length + 1),
    thinks: below(4) > 0,
  }));
}

/** Conversations that switch between upstreams in a pseudo-random order, the same in each run. */
export const randomRoutes: readonly Case[] = [
  {
    name: 'wander',
    title:
      'a history with the sealed items of all upstreams, in an order drawn by chance, is refused by none of them',
    upstreams: 'one',
    modes: ['whole', 'stream'],
    async run(open, setting) {
      const steps = drawSteps(setting);
      let step = 0;
      const textOf = (at: number, id: string) => `This is answer ${at} of ${id}.`;
      const context = open(({ upstream, caseId }) => {
        const { calls = 0, thinks = false } = steps[step] ?? {};
        // DeepSeek reasons unless told not to.
        const shows = UPSTREAMS[upstream].showsThoughts && (thinks || upstream === 'deepseek');
        return { calls, text: textOf(step, caseId), thinking: shows ? THOUGHT : '' };
      });
      const id = context.trace?.id ?? '';
      const texts: string[] = [];
      const history: Entry[] = [{ kind: 'user', text: context.text('Ask the tools about Paris.') }];
      for (const [at, { upstream, calls, thinks }] of steps.entries()) {
        step = at;
        const model = context.model(upstream);
        const completion = await context.complete({ model, history, tools: TOOLS, thinks });
        const servedBy = context.trace?.calls.at(-1)?.upstream;
        assertRule(servedBy === upstream, 'all/right-upstream', `${servedBy} answered step ${at}`);
        assertCalls(context, completion, calls);
        if (thinks) assertThoughts(context, completion, upstream);
        for (const text of texts) assertSent(context, text);
        if (calls > 0) {
          history.push(...resultsOf(completion));
          continue;
        }
        assertRule(completion.text === textOf(at, id), 'all/text-kept', completion.text);
        texts.push(completion.text);
        history.push({ kind: 'answer', turn: completion.turn }, { kind: 'user', text: 'And now?' });
      }
    },
  },
];

import { failInTurn } from '@tollgate/simulators';
import type { ClientDriver } from './client-driver.ts';
import { openConversation, type TurnResult } from './conversation.ts';
import { DIALECTS, type Dialect } from './dialects.ts';
import { FAILOVER_MODEL, MODEL_OF, type Stage } from './stage.ts';

/** One of the trials a client is put through. */
export interface ClientTrial {
  name: string;
  turns: readonly TurnResult[];
}

/**
 * A path through the dialects that makes each of the twelve moves between them once, so that a single
 * conversation covers all.
 */
export const TOUR: readonly Dialect[] = [
  'openai-chat',
  'openai-responses',
  'openai-chat',
  'anthropic-messages',
  'openai-chat',
  'gemini-generate',
  'openai-responses',
  'anthropic-messages',
  'openai-responses',
  'gemini-generate',
  'anthropic-messages',
  'gemini-generate',
  'openai-chat',
];

/** Puts a client through all trials, calling `tell` after each turn. */
export async function runClient(
  stage: Stage,
  driver: ClientDriver,
  report: (trial: string, turn: TurnResult) => void,
): Promise<ClientTrial[]> {
  const trials: ClientTrial[] = [];
  const run = async (name: string, models: readonly string[]) => {
    const conversation = await openConversation(stage, driver);
    const turns: TurnResult[] = [];
    for (const model of models) {
      const turn = withSides(model, await conversation.turn(model));
      turns.push(turn);
      report(name, turn);
    }
    trials.push({ name, turns });
  };
  for (const dialect of DIALECTS) await run(dialect, [MODEL_OF[dialect]]);
  await run(
    'moves',
    TOUR.map((dialect) => MODEL_OF[dialect]),
  );
  for (const [name, faults] of Object.entries(FAILOVERS)) {
    stage.upstreams.setFaults(faults);
    await run(name, [FAILOVER_MODEL, FAILOVER_MODEL]);
    stage.upstreams.setFaults(undefined);
  }
  return trials;
}

/** What fails first: the higher-priority channel at the first call, or the other channel later. */
const FAILOVERS = {
  'failover at the first call': failInTurn('anthropic-messages'),
  'failover at later calls': failInTurn('openai-responses'),
};

/** Both channels must have served a turn with failover. */
function withSides(model: string, turn: TurnResult): TurnResult {
  const sides = new Set(turn.answeredBy);
  if (model !== FAILOVER_MODEL || sides.size === 2) return turn;
  const seen = [...sides].join(', ') || 'nobody';
  return { ...turn, problems: [...turn.problems, `both upstreams should have answered: ${seen}`] };
}

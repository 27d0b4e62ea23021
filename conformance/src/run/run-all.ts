import { BrokenRule } from '../dialects/assert-rule.ts';
import { CLIENTS } from '../dialects/clients.ts';
import { CaseContext, type Target } from '../cases/case-context.ts';
import type { CaseSetting } from '../cases/case.ts';
import type { Run } from './list-runs.ts';

export interface Failure {
  rule: string;
  source: string;
  message: string;
  request: string;
  answer: string;
}

/** Result of a run. */
export interface Result {
  case: string;
  setting: CaseSetting;
  outcome: 'passed' | 'failed' | 'omitted';
  /** Why it was left out. */
  reason?: string;
  failure?: Failure;
  /** Number of requests that a mock refused and the gateway repaired by itself. */
  repaired: number;
}

const SHOWN_MAX = 4000;

/** Runs all, several concurrently; results are in the order of the runs. */
export async function runAll(
  target: Target,
  runs: readonly Run[],
  parallel: number,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < runs.length; index = next++) {
      const run = runs[index];
      if (run) results[index] = await runOne(target, run);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return results;
}

async function runOne(target: Target, { case: each, setting, omitted }: Run): Promise<Result> {
  const result = { case: each.name, setting, repaired: 0 };
  if (omitted !== undefined) return { ...result, outcome: 'omitted', reason: omitted };
  const contexts: CaseContext[] = [];
  try {
    await each.run((plan) => {
      const context = new CaseContext(target, CLIENTS[setting.client], setting.stream, plan);
      contexts.push(context);
      return context;
    }, setting);
    const repaired = contexts.flatMap(({ trace }) => trace?.refusals() ?? []).length;
    return { ...result, outcome: 'passed', repaired };
  } catch (error) {
    return { ...result, outcome: 'failed', failure: describe(error, contexts.at(-1)) };
  }
}

function describe(error: unknown, context: CaseContext | undefined): Failure {
  const isRule = error instanceof BrokenRule;
  const { request, reply } = context?.last ?? {};
  const { path = '', body = {} } = request ?? {};
  return {
    rule: isRule ? error.rule : 'all/runs',
    source: isRule ? error.source : 'the run itself failed',
    message: shorten(error instanceof Error ? error.message : String(error)),
    request: shorten(`POST ${path} ${JSON.stringify(body)}`),
    answer: reply ? shorten(`${reply.status} ${reply.text}${reply.isCut ? ' (cut)' : ''}`) : '',
  };
}

function shorten(text: string): string {
  return text.length > SHOWN_MAX
    ? `${text.slice(0, SHOWN_MAX)} … (${text.length} characters)`
    : text;
}

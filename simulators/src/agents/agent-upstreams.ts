import { startAnthropicSimulator } from '../anthropic/anthropic-simulator.ts';
import { startGeminiSimulator } from '../gemini/gemini-simulator.ts';
import { startOpenAiSimulator } from '../openai-simulator.ts';
import type { RecordedRefusal } from '../recorder.ts';
import type { Fault, Script } from '../script.ts';
import type { Simulator } from '../simulator.ts';
import { createAgentScript } from './agent-script.ts';
import type { AgentTask } from './agent-task.ts';

/** The dialects of upstreams, by their names in channels. */
export type AgentDialect =
  | 'openai-chat'
  | 'openai-responses'
  | 'anthropic-messages'
  | 'gemini-generate';

/** The usage that an upstream reported for a call. */
export interface ReportedUsage {
  model: string;
  prompt: number;
  cached: number;
  cacheWrite: number;
  completion: number;
}

export interface AgentUpstreams {
  readonly urls: Readonly<Record<AgentDialect, string>>;
  /** Sets the tasks that the models perform from now on. */
  setTasks(tasks: readonly AgentTask[]): void;
  /** Sets the upstreams' faults, which may depend on the number of calls since; undefined ends them. */
  setFaults(faults: FaultPlan | undefined): void;
  /** Returns the usage of all completed calls since the last read. */
  takeUsage(): ReportedUsage[];
  /** Returns requests that broke a vendor's rule, since the start. */
  refusals(): RecordedRefusal[];
  close(): Promise<void>;
}

/** Returns the fault of an upstream at a call of the conversation; calls count from 0. */
export type FaultPlan = (dialect: AgentDialect, call: number) => Fault | undefined;

/** Starts strict upstreams of all dialects whose models perform tasks. */
export async function startAgentUpstreams(): Promise<AgentUpstreams> {
  let tasks: readonly AgentTask[] = [];
  let faults: FaultPlan | undefined;
  /** Requests of the conversation served since faults were set. */
  let served = 0;
  let numbered = 0;
  const usages: ReportedUsage[] = [];
  const simulators: Readonly<Record<AgentDialect, Simulator>> = {
    'openai-chat': await startOpenAiSimulator({ strict: true }),
    'openai-responses': await startOpenAiSimulator({ strict: true }),
    'anthropic-messages': await startAnthropicSimulator({ strict: true }),
    'gemini-generate': await startGeminiSimulator({ strict: true }),
  };
  for (const [dialect, simulator] of Object.entries(simulators) as [AgentDialect, Simulator][])
    simulator.script((request, number) => {
      const script = createAgentScript(tasks)(request, number);
      if (request.method === 'GET' || isCount(request.path)) return script;
      const fault = script?.thinking === undefined ? undefined : faults?.(dialect, served);
      if (fault) return { fault };
      if (script?.thinking !== undefined) served += 1;
      const usage = usageNumbered((numbered += 1), dialect);
      usages.push(reportedOf(modelOf(request.path, request.body), usage));
      // Keeps item ids unique.
      return { ...script, ...usage, mark: `n${numbered}x` };
    });
  return {
    urls: Object.fromEntries(
      Object.entries(simulators).map(([dialect, { url }]) => [dialect, url]),
    ) as Record<AgentDialect, string>,
    setTasks: (next) => void (tasks = next),
    setFaults(next) {
      faults = next;
      served = 0;
    },
    takeUsage: () => usages.splice(0),
    refusals: () => Object.values(simulators).flatMap(({ refusals }) => refusals),
    close: async () =>
      void (await Promise.all(Object.values(simulators).map((each) => each.close()))),
  };
}

const isCount = (path: string) => /count_?tokens/i.test(path);

/** Differs for each call, so that no charge can be mistaken for another's. */
function usageNumbered(number: number, dialect: AgentDialect) {
  return {
    prompt_tokens: 1000 + 17 * number,
    cached_tokens: 100 + 3 * number,
    cache_write_tokens: dialect === 'anthropic-messages' ? 40 + number : 0,
    completion_tokens: 30 + number,
    reasoning_tokens: 5,
  } satisfies Partial<Script>;
}

function reportedOf(model: string, usage: ReturnType<typeof usageNumbered>): ReportedUsage {
  return {
    model,
    prompt: usage.prompt_tokens,
    cached: usage.cached_tokens,
    cacheWrite: usage.cache_write_tokens,
    completion: usage.completion_tokens,
  };
}

function modelOf(path: string, body: string): string {
  const inPath = /\/models\/([^/:]+):/.exec(path)?.[1];
  return inPath ?? String((JSON.parse(body) as { model?: unknown }).model);
}

/**
 * Makes an Anthropic and a Responses upstream fail alternately, call by call, so that a conversation switches
 * channels every time.
 */
export function failInTurn(first: 'anthropic-messages' | 'openai-responses'): FaultPlan {
  return (dialect, call) => {
    const isFirst = call % 2 === 0;
    if (dialect === 'anthropic-messages')
      return isFirst === (first === dialect) ? 'status-503' : undefined;
    if (dialect === 'openai-responses')
      return isFirst === (first === dialect) ? 'status-500' : undefined;
    return undefined;
  };
}

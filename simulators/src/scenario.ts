import type { RecordedRequest } from './recorder.ts';
import type { Fault, Script } from './script.ts';

/** Decides on each call; `callNumber` counts from 0 since the scenario was set. */
export type ScriptFunction = (
  request: RecordedRequest,
  callNumber: number,
) => Partial<Script> | undefined;

/** Scripts of the next POST calls, one per call; default responses after the last. */
export type Scenario = readonly Partial<Script>[];

/** "Fail the first `count` calls, then succeed." */
export function failFirst(count: number, fault: Fault): Scenario {
  return Array.from({ length: count }, () => ({ fault }));
}

/** Turns a sequence into a function; GET calls do not use up its steps. */
export function toScriptFunction(scenario: ScriptFunction | Scenario): ScriptFunction {
  if (typeof scenario === 'function') return scenario;
  let step = 0;
  return ({ method }) => (method === 'GET' ? undefined : scenario[step++]);
}

import type { ScriptFunction } from '../scenario.ts';
import type { ScriptedCall } from '../scripted-call.ts';
import { type AgentEvent, readAgentRequest } from './agent-request.ts';
import { type AgentTask, reportOf } from './agent-task.ts';
import { callForStep, STEPS } from './call-for-step.ts';

/**
 * Plays a model that performs tasks with whatever tools the client declared: it reads the file, changes it,
 * runs the command, then reports. Progress depends only on the request, so a repeated request gets the same
 * response. Requests without such tools (titles, summaries) get a short text.
 */
export function createAgentScript(tasks: readonly AgentTask[]): ScriptFunction {
  return ({ body }) => {
    const { tools, events } = readAgentRequest(body);
    const taskInProgress = findTask(events, tasks);
    if (!taskInProgress || tools.length === 0) return { text: 'Small task' };
    const { task, results } = taskInProgress;
    const step = STEPS[results];
    const call = step && callForStep(step, task, tools);
    const thinking = `I am at step ${results + 1} of task ${task.id}.`;
    if (!call) return { thinking, text: reportOf(task) };
    const tool_calls: ScriptedCall[] = [{ id: `call_${task.id}${results}`, ...call }];
    return { thinking, tool_calls };
  };
}

/** Finds the user's latest task, and the number of results since. */
function findTask(
  events: readonly AgentEvent[],
  tasks: readonly AgentTask[],
): { task: AgentTask; results: number } | undefined {
  for (const [index, event] of [...events.entries()].toReversed()) {
    if (event.kind !== 'text') continue;
    const task = tasks.find(({ id }) => event.text.includes(`Task ${id}:`));
    if (!task) continue;
    return { task, results: events.slice(index).filter(({ kind }) => kind === 'result').length };
  }
  return undefined;
}

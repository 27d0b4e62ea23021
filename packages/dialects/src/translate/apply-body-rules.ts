import { fitCallIdExactly } from '../ir/fit-name.ts';
import type { ConversionWarning } from '../ir/conversion-warnings.ts';
import { parseJson } from '../json/parse-json.ts';
import { recordOf, recordsOf } from '../json/loose-values.ts';
import { changeMembers } from '../json/splice-members.ts';
import { scanTopLevelMembers } from '../json/top-level-members.ts';
import type { BodyRules } from '../providers/body-rules.ts';

export interface RuledBody {
  readonly body: Uint8Array;
  readonly warnings: readonly ConversionWarning[];
}

/**
 * Adapts a chat body in OpenAI's dialect to the provider, with warnings for what was lost. Only members that
 * a rule names change; everything else keeps its bytes.
 */
export function applyBodyRules(body: Uint8Array, rules: BodyRules, model: string): RuledBody {
  const members = scanTopLevelMembers(body);
  if (!members) return { body, warnings: [] };
  const warnings: ConversionWarning[] = [];
  const changes = new Map<string, string | undefined>();
  const set = (name: string, value: unknown) => changes.set(name, JSON.stringify(value));
  const valueOf = (name: string): unknown => {
    const range = members.get(name);
    return range && parseJson(body.subarray(range.start, range.end));
  };
  for (const name of rules.removed ?? []) {
    if (!members.has(name)) continue;
    changes.set(name, undefined);
    warnings.push({ feature: 'unknown', kind: 'dropped', detail: name });
  }
  for (const [name, there] of Object.entries(rules.renamed ?? {})) {
    if (!members.has(name)) continue;
    changes.set(name, undefined);
    if (!members.has(there)) set(there, valueOf(name) ?? null);
  }
  for (const [name, [minimum, maximum]] of Object.entries(rules.bounds ?? {})) {
    const value = valueOf(name);
    if (typeof value !== 'number' || (value >= minimum && value <= maximum)) continue;
    set(name, Math.min(Math.max(value, minimum), maximum));
    warnings.push({ feature: 'unknown', kind: 'approximated', detail: name });
  }
  if (rules.callIdLength !== undefined || rules.refusesThoughts) {
    const { messages, hadThoughts } = fitMessages(valueOf('messages'), rules);
    if (messages) set('messages', messages);
    if (hadThoughts) warnings.push({ feature: 'thinking', kind: 'dropped' });
  }
  for (const [name, value] of Object.entries(rules.withTools ?? {}))
    if (members.has('tools') && !members.has(name)) set(name, value);
  if (rules.streamsOnly?.test(model) && valueOf('stream') !== true) {
    set('stream', true);
    set('stream_options', { include_usage: true });
  }
  return { body: changeMembers(body, changes), warnings };
}

interface FittedMessages {
  /** Undefined if nothing has to change. */
  readonly messages: readonly unknown[] | undefined;
  readonly hadThoughts: boolean;
}

/** Fits call ids, in calls and results alike, and removes thoughts. */
function fitMessages(messages: unknown, rules: BodyRules): FittedMessages {
  let changed = false;
  const fit = (id: unknown): unknown => {
    if (typeof id !== 'string' || rules.callIdLength === undefined) return id;
    const fitted = fitCallIdExactly(id, rules.callIdLength);
    if (fitted !== id) changed = true;
    return fitted;
  };
  if (!Array.isArray(messages)) return { messages: undefined, hadThoughts: false };
  const fitted = (messages as unknown[]).map((message) => {
    const { tool_call_id: callId, tool_calls: calls, ...rest } = recordOf(message);
    if (callId !== undefined) return { ...rest, tool_call_id: fit(callId) };
    if (calls === undefined) return message;
    return { ...rest, tool_calls: recordsOf(calls).map((call) => ({ ...call, id: fit(call.id) })) };
  });
  const thoughtless = rules.refusesThoughts ? fitted.map(withoutThoughts) : fitted;
  const hadThoughts = thoughtless.some((message, index) => message !== fitted[index]);
  return { messages: changed || hadThoughts ? thoughtless : undefined, hadThoughts };
}

const THOUGHTS = ['reasoning_content', 'reasoning', 'reasoning_details'];

function withoutThoughts(message: unknown): unknown {
  const members = recordOf(message);
  if (!THOUGHTS.some((name) => name in members)) return message;
  return Object.fromEntries(Object.entries(members).filter(([name]) => !THOUGHTS.includes(name)));
}

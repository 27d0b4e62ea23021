import type { Part } from '../ir/parts.ts';
import type { Role } from '../ir/request.ts';
import type { JsonObject } from '../json/json-object.ts';

interface CallRule {
  /** The name under which other vendors see the call, and the member with its arguments. */
  readonly name: string;
  readonly args: string;
}

/** Calls of OpenAI's own tools that the client runs, such as Codex's. Source: OpenAI's API reference, Input items. */
const CALLS: ReadonlyMap<unknown, CallRule> = new Map([
  ['local_shell_call', { name: 'local_shell', args: 'action' }],
  ['shell_call', { name: 'shell', args: 'action' }],
  ['apply_patch_call', { name: 'apply_patch', args: 'operation' }],
]);

const OUTPUTS: ReadonlySet<unknown> = new Set([
  'local_shell_call_output',
  'shell_call_output',
  'apply_patch_call_output',
]);

/**
 * Parses a call of such a tool, or its output, as that of a function, so that another vendor's model knows what
 * has been done. Returns undefined for all other items, and for one without the ID that joins both.
 */
export function parseClientToolItem(item: JsonObject): { role: Role; parts: Part[] } | undefined {
  const id = item.call_id ?? item.id;
  if (typeof id !== 'string' || id === '') return undefined;
  const call = CALLS.get(item.type);
  if (call) {
    const args = JSON.stringify(item[call.args] ?? {});
    return { role: 'assistant', parts: [{ type: 'tool-call', id, name: call.name, args }] };
  }
  if (!OUTPUTS.has(item.type)) return undefined;
  // A patch may have no output but whether it was applied.
  const output = item.output ?? item.status ?? '';
  const text = typeof output === 'string' ? output : JSON.stringify(output);
  const content = text === '' ? [] : [{ type: 'text' as const, text }];
  return {
    role: 'user',
    parts: [{ type: 'tool-result', callId: id, isError: item.status === 'failed', content }],
  };
}

import { isRecord } from '../json/parse-json.ts';
import { textOf } from '../json/loose-values.ts';

/** Reads the legacy form of a tool call, a `function_call` without an id, at most one per response. */
export function readFunctionCall(
  { function_call: called }: Readonly<Record<string, unknown>>,
  id: string,
): { id: string; name: string; args: string } | undefined {
  if (!isRecord(called)) return undefined;
  const { name, arguments: args } = called;
  const text = typeof args === 'string' ? args : JSON.stringify(args ?? {});
  return { id: `call_${id}_0`, name: textOf(name), args: text === '' ? '{}' : text };
}

import type { Script } from './script.ts';

/** A function; a tool of another kind, which the simulator does not call, has none. */
export type Tool = { function?: { name: string } };

export type ToolRequest = {
  messages: { role: string }[];
  tools?: Tool[];
  tool_choice?: unknown;
  parallel_tool_calls?: boolean;
};

export interface ToolCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

const ARGUMENTS = '{"city":"Paris"}';

/**
 * Returns the tools that a response calls, or undefined. They are called when the last user message says
 * "call tool" (with "twice", the first one two times) and no result has followed yet, or when tool_choice or
 * the script demands it. Two tools are called in parallel unless parallel_tool_calls is false.
 */
export function toolCallsOf(
  body: ToolRequest,
  text: string,
  { calls, mark, tool_calls }: Pick<Script, 'calls' | 'mark' | 'tool_calls'>,
): ToolCall[] | undefined {
  if (tool_calls)
    return tool_calls.map(({ id, name, args }) => ({
      id,
      type: 'function',
      function: { name, arguments: args },
    }));
  const offered = (body.tools ?? []).flatMap((tool) => tool.function?.name ?? []);
  if (calls !== undefined) return calls === 0 ? undefined : callsOf(offered.slice(0, calls), mark);
  const named = namedTool(body.tool_choice);
  const forced = named !== undefined || body.tool_choice === 'required';
  const requested =
    text.includes('call tool') &&
    body.tool_choice !== 'none' &&
    body.messages.at(-1)?.role !== 'tool';
  if (offered.length === 0 || !(forced || requested)) return undefined;
  const names = (named === undefined ? offered : [named]).slice(
    0,
    body.parallel_tool_calls === false ? 1 : 2,
  );
  const called = text.includes('call tool twice') ? [names[0], names[0]] : names;
  return callsOf(called, mark);
}

function callsOf(names: readonly unknown[], mark: string): ToolCall[] {
  return names.map((name, index) => ({
    id: `call_${mark}${index + 1}`,
    type: 'function',
    function: { name: String(name), arguments: ARGUMENTS },
  }));
}

function namedTool(choice: unknown): string | undefined {
  return typeof choice === 'object' && choice !== null
    ? (choice as Tool).function?.name
    : undefined;
}

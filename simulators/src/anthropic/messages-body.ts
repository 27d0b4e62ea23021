import type { ToolRequest } from '../tool-calls.ts';

export type MessageBlock = {
  type: string;
  text?: string;
  id?: string;
  tool_use_id?: string;
  thinking?: string;
  signature?: string;
  data?: string;
  source?: { type: string; data?: string; url?: string };
};

/** The members of a messages request that the simulator reads. */
export type MessagesBody = {
  model: string;
  max_tokens?: number;
  messages: { role: string; content: string | MessageBlock[] }[];
  stream?: boolean;
  system?: string | MessageBlock[];
  thinking?: { type: string; budget_tokens?: number };
  output_config?: { format?: { schema?: object } };
  tools?: { name: string; input_schema?: Record<string, unknown> }[];
  tool_choice?: { type: string; name?: string; disable_parallel_tool_use?: boolean };
};

/** Returns a content as blocks. */
export const blocksOf = (content: string | MessageBlock[]): MessageBlock[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content;

/** Returns the latest text of the user, ignoring tool results. */
export function lastUserText({ messages }: MessagesBody): string {
  const texts = messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => blocksOf(content).map(({ text }) => text ?? ''))
    .map((parts) => parts.join(''));
  return texts.findLast((text) => text !== '') ?? '';
}

/** Counts the image blocks of all messages. */
export function countImages({ messages }: MessagesBody): number {
  return messages.flatMap(({ content }) => blocksOf(content)).filter(({ type }) => type === 'image')
    .length;
}

/** Converts the request into the dialect-neutral form that decides on tool calls. */
export function toolRequestOf({ messages, tools, tool_choice }: MessagesBody): ToolRequest {
  const last = messages.at(-1);
  const hasToolResult = last && blocksOf(last.content).some(({ type }) => type === 'tool_result');
  return {
    messages: [...messages.slice(0, -1), { role: hasToolResult ? 'tool' : (last?.role ?? '') }],
    ...(tools ? { tools: tools.map(({ name }) => ({ function: { name } })) } : {}),
    tool_choice: choiceOf(tool_choice),
    parallel_tool_calls: tool_choice?.disable_parallel_tool_use !== true,
  };
}

function choiceOf(choice: MessagesBody['tool_choice']): unknown {
  if (choice?.type === 'any') return 'required';
  if (choice?.type === 'tool') return { function: { name: choice.name } };
  return choice?.type;
}

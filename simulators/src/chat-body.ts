import type { ErrorBody } from './answer.ts';
import { refused } from './endpoint.ts';
import type { Tool } from './tool-calls.ts';

export type ChatPart = { type: string; text?: string };

type ChatMessage = {
  role: string;
  content: string | ChatPart[] | null;
  tool_calls?: { id: string }[];
  tool_call_id?: string;
};

/** The members of a chat request that the simulator looks at. */
export type ChatBody = {
  model: string;
  messages: ChatMessage[];
  n?: number;
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  tools?: Tool[];
  tool_choice?: unknown;
  parallel_tool_calls?: boolean;
};

/** The text of the newest message of the user, its parts joined. */
export function lastUserText({ messages }: ChatBody): string {
  const content = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('');
}

/** The image parts of all messages. */
export function countImages({ messages }: ChatBody): number {
  return messages
    .flatMap(({ content }) => (Array.isArray(content) ? content : []))
    .filter(({ type }) => type === 'image_url').length;
}

const CALL_ID_LENGTH_MAX = 40;

/** What OpenAI would refuse of tools: long ids, calls that nothing answers at once, results of no call. */
export function findUnpairedCall(messages: readonly ChatMessage[]): ErrorBody | undefined {
  let open = new Set<string>();
  for (const [index, { role, tool_calls = [], tool_call_id = '' }] of messages.entries()) {
    if (role === 'tool') {
      if (!open.delete(tool_call_id))
        return refused(
          "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
        );
      continue;
    }
    if (open.size > 0) break;
    const long = tool_calls.findIndex(({ id }) => id.length > CALL_ID_LENGTH_MAX);
    if (long !== -1)
      return refused(
        `Invalid 'messages[${index}].tool_calls[${long}].id': string too long. Expected a string with maximum length ${CALL_ID_LENGTH_MAX}.`,
      );
    open = new Set(tool_calls.map(({ id }) => id));
  }
  return open.size === 0
    ? undefined
    : refused(
        `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id': ${[...open].join(', ')}`,
      );
}

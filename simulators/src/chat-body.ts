import type { Tool } from './tool-calls.ts';

export type ChatPart = { type: string; text?: string };

export type ChatMessage = {
  role: string;
  content: string | ChatPart[] | null;
  tool_calls?: { id: string }[];
  tool_call_id?: string;
  reasoning_content?: string | null;
  refusal?: string | null;
};

/** The members of a chat request that the simulator reads. */
export type ChatBody = {
  model: string;
  messages: ChatMessage[];
  n?: number;
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  tools?: Tool[];
  tool_choice?: unknown;
  response_format?: { type: string };
  parallel_tool_calls?: boolean;
};

/** Returns the text of the user's latest message, its parts joined. */
export function lastUserText({ messages }: ChatBody): string {
  const content = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('');
}

/** Counts the image parts of all messages. */
export function countImages({ messages }: ChatBody): number {
  return messages
    .flatMap(({ content }) => (Array.isArray(content) ? content : []))
    .filter(({ type }) => type === 'image_url').length;
}

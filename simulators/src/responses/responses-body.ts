import type { ToolRequest } from '../tool-calls.ts';

export type InputItem = {
  type?: string;
  role?: string;
  content?: string | { type: string; text?: string }[];
  id?: string;
  call_id?: string;
  summary?: { text?: string }[];
  encrypted_content?: string;
};

/** The members of a responses request that the simulator reads. */
export type ResponsesBody = {
  model: string;
  input: string | InputItem[];
  stream?: boolean;
  tools?: { type: string; name: string }[];
  tool_choice?: unknown;
  text?: { format?: { type: string } };
  parallel_tool_calls?: boolean;
  include?: string[];
};

const itemsOf = ({ input }: ResponsesBody): InputItem[] =>
  typeof input === 'string' ? [{ role: 'user', content: input }] : input;

/** Returns the text of the user's latest message. */
export function lastUserText(body: ResponsesBody): string {
  const content = itemsOf(body).findLast(({ role }) => role === 'user')?.content ?? '';
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('');
}

/** Counts the image parts of all messages. */
export function countImages(body: ResponsesBody): number {
  return itemsOf(body)
    .flatMap(({ content }) => (Array.isArray(content) ? content : []))
    .filter(({ type }) => type === 'input_image').length;
}

/** Converts the request into the dialect-neutral form that decides on tool calls. */
export function toolRequestOf(body: ResponsesBody): ToolRequest {
  const last = itemsOf(body).at(-1);
  const { tools, tool_choice, parallel_tool_calls } = body;
  // Tools without a name run at the provider.
  const called = tools?.filter(({ name }) => name !== undefined);
  return {
    messages: [{ role: last?.type === 'function_call_output' ? 'tool' : 'user' }],
    ...(called ? { tools: called.map(({ name }) => ({ function: { name } })) } : {}),
    tool_choice: called?.length === 0 ? undefined : choiceOf(tool_choice),
    ...(parallel_tool_calls === undefined ? {} : { parallel_tool_calls }),
  };
}

function choiceOf(choice: unknown): unknown {
  if (typeof choice !== 'object' || choice === null) return choice;
  return 'name' in choice ? { function: { name: choice.name } } : undefined;
}

/** Whether reasoning should come with its encrypted content. */
export function requestsSignature({ include = [] }: ResponsesBody): boolean {
  return include.includes('reasoning.encrypted_content');
}

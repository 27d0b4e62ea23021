import type { ErrorBody } from '../answer.ts';
import { type JsonObject, missing } from '../endpoint.ts';
import { isThoughtOf } from '../thought-proof.ts';
import type { ToolRequest } from '../tool-calls.ts';
import { REDACTED, signThought } from './messages-proofs.ts';

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

/** The members of a messages request that the simulator looks at. */
export type MessagesBody = {
  model: string;
  max_tokens?: number;
  messages: { role: string; content: string | MessageBlock[] }[];
  stream?: boolean;
  tools?: { name: string }[];
  tool_choice?: { type: string; name?: string; disable_parallel_tool_use?: boolean };
};

const blocksOf = (content: string | MessageBlock[]): MessageBlock[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content;

/** The newest text of the user: results of tools are not one. */
export function lastUserText({ messages }: MessagesBody): string {
  const texts = messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => blocksOf(content).map(({ text }) => text ?? ''))
    .map((pieces) => pieces.join(''));
  return texts.findLast((text) => text !== '') ?? '';
}

/** The image blocks of all messages. */
export function countImages({ messages }: MessagesBody): number {
  return messages.flatMap(({ content }) => blocksOf(content)).filter(({ type }) => type === 'image')
    .length;
}

/** The same request as the one about tools. */
export function toolRequestOf({ messages, tools, tool_choice }: MessagesBody): ToolRequest {
  const last = messages.at(-1);
  const answers = last && blocksOf(last.content).some(({ type }) => type === 'tool_result');
  return {
    messages: [...messages.slice(0, -1), { role: answers ? 'tool' : (last?.role ?? '') }],
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

const invalid = (message: string): ErrorBody => ({
  message,
  type: 'invalid_request_error',
  code: null,
});

/** What Anthropic would refuse: no limit, wrong roles, calls of tools that nothing answers. */
export function findMessagesMistake(body: JsonObject): ErrorBody | undefined {
  const { messages, max_tokens } = body as Partial<MessagesBody>;
  if (!Array.isArray(messages) || messages.length === 0) return missing('messages');
  if (!Number.isInteger(max_tokens)) return invalid('max_tokens: Field required');
  if (messages.some(({ role }) => role !== 'user' && role !== 'assistant'))
    return invalid('messages: roles must be user or assistant');
  return findBadId(messages) ?? findUnanswered(messages) ?? findForgedThought(messages);
}

/** Thoughts must come back as they were, and those before a call must come back with it. */
function findForgedThought(messages: MessagesBody['messages']): ErrorBody | undefined {
  for (const [index, { content }] of messages.entries()) {
    const blocks = blocksOf(content);
    for (const [at, { type, thinking = '', signature, data }] of blocks.entries()) {
      const path = `messages.${index}.content.${at}`;
      if (type === 'thinking' && signature !== signThought(thinking))
        return invalid(`${path}: Invalid \`signature\` in \`thinking\` block`);
      if (type === 'redacted_thinking' && data !== REDACTED.data)
        return invalid(`${path}: Invalid \`data\` in \`redacted_thinking\` block`);
    }
    const before = blocks.slice(0, 2).map(({ type }) => type);
    const isWhole = before[0] === 'thinking' && before[1] === REDACTED.type;
    if (blocks.some(isOwnThoughtfulCall) && !isWhole)
      return invalid(
        `messages.${index}.content.0.type: Expected \`thinking\`, found \`${before[0]}\``,
      );
  }
  return undefined;
}

/** A call that Anthropic's own model made after thinking; others' calls may come without. */
function isOwnThoughtfulCall({ type, id }: MessageBlock): boolean {
  return type === 'tool_use' && id?.startsWith('toolu_') === true && isThoughtOf(id);
}

/** Ids of calls are letters, digits, `_` and `-`, and each stands once. */
function findBadId(messages: MessagesBody['messages']): ErrorBody | undefined {
  const ids = messages.flatMap(({ content }) =>
    blocksOf(content).flatMap(({ type, id = '' }) => (type === 'tool_use' ? [id] : [])),
  );
  const odd = ids.find((id) => !/^[a-zA-Z0-9_-]+$/.test(id));
  if (odd !== undefined)
    return invalid(`tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$': ${odd}`);
  if (new Set(ids).size < ids.length) return invalid('messages: tool_use ids must be unique');
  return undefined;
}

function findUnanswered(messages: MessagesBody['messages']): ErrorBody | undefined {
  for (const [index, { role, content }] of messages.entries()) {
    if (role !== 'assistant') continue;
    const called = blocksOf(content).filter(({ type }) => type === 'tool_use');
    const next = messages[index + 1];
    const answered = next ? blocksOf(next.content).map(({ tool_use_id }) => tool_use_id) : [];
    const open = called.find(({ id }) => !answered.includes(id));
    const asked = new Set(called.map(({ id }) => id));
    const orphan = answered.find((id) => id !== undefined && !asked.has(id));
    if (orphan !== undefined)
      return invalid(
        `messages.${index + 1}: unexpected tool_use_id found in tool_result blocks: ${orphan}`,
      );
    if (open)
      return invalid(
        `messages.${index}: tool_use ids were found without tool_result blocks: ${open.id}`,
      );
  }
  return undefined;
}

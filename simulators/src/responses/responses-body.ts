import type { ErrorBody } from '../answer.ts';
import { type JsonObject, missing, refused } from '../endpoint.ts';
import { isThoughtOf, proveThought } from '../thought-proof.ts';
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

/** The members of a responses request that the simulator looks at. */
export type ResponsesBody = {
  model: string;
  input: string | InputItem[];
  stream?: boolean;
  tools?: { type: string; name: string }[];
  tool_choice?: unknown;
  parallel_tool_calls?: boolean;
  include?: string[];
};

const itemsOf = ({ input }: ResponsesBody): InputItem[] =>
  typeof input === 'string' ? [{ role: 'user', content: input }] : input;

/** The text of the newest message of the user. */
export function lastUserText(body: ResponsesBody): string {
  const content = itemsOf(body).findLast(({ role }) => role === 'user')?.content ?? '';
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('');
}

/** The image parts of all messages. */
export function countImages(body: ResponsesBody): number {
  return itemsOf(body)
    .flatMap(({ content }) => (Array.isArray(content) ? content : []))
    .filter(({ type }) => type === 'input_image').length;
}

/** The same request as the one about tools. */
export function toolRequestOf(body: ResponsesBody): ToolRequest {
  const last = itemsOf(body).at(-1);
  const { tools, tool_choice, parallel_tool_calls } = body;
  return {
    messages: [{ role: last?.type === 'function_call_output' ? 'tool' : 'user' }],
    ...(tools ? { tools: tools.map(({ name }) => ({ function: { name } })) } : {}),
    tool_choice: choiceOf(tool_choice),
    ...(parallel_tool_calls === undefined ? {} : { parallel_tool_calls }),
  };
}

function choiceOf(choice: unknown): unknown {
  if (typeof choice !== 'object' || choice === null) return choice;
  return 'name' in choice ? { function: { name: choice.name } } : undefined;
}

/** Whether the proof of thoughts comes with them. */
export function asksForProof({ include = [] }: ResponsesBody): boolean {
  return include.includes('reasoning.encrypted_content');
}

/** What OpenAI would refuse: no input, thoughts that it did not think or that are missing before their call. */
export function findResponsesMistake(body: JsonObject): ErrorBody | undefined {
  const { input } = body as Partial<ResponsesBody>;
  if (typeof input === 'string') return undefined;
  if (!Array.isArray(input) || input.length === 0) return missing('input');
  const unpaired = findUnpaired(input);
  if (unpaired) return unpaired;
  let proven = false;
  for (const { type, call_id, summary = [], encrypted_content } of input) {
    if (type === 'reasoning') {
      const thought = summary.map(({ text }) => text ?? '').join('');
      if (encrypted_content !== proveThought('openai', thought))
        return refused('The encrypted content of a reasoning item could not be verified.');
      proven = true;
    } else if (type === 'function_call' && isOwnThoughtfulCall(call_id) && !proven)
      return refused(`Item of '${call_id}' was provided without its required 'reasoning' item.`);
  }
  return undefined;
}

/** A call that OpenAI's own model made after thinking; others' calls may come without. */
function isOwnThoughtfulCall(callId: string | undefined): boolean {
  return callId?.startsWith('call_') === true && isThoughtOf(callId);
}

const PREFIXES: Readonly<Record<string, string>> = {
  message: 'msg',
  reasoning: 'rs',
  function_call: 'fc',
};

/** Each call has one output and each output its call; ids of calls are short, those of items tell their type. */
function findUnpaired(input: readonly InputItem[]): ErrorBody | undefined {
  const open = new Set<string>();
  for (const [index, { type = 'message', id, call_id = '' }] of input.entries()) {
    const prefix = PREFIXES[type];
    if (id !== undefined && prefix !== undefined && !id.startsWith(prefix))
      return refused(`Invalid 'input[${index}].id': Expected an ID that begins with '${prefix}'.`);
    if (type === 'function_call') {
      if (call_id.length > 64)
        return refused(`Invalid 'input[${index}].call_id': string too long.`);
      open.add(call_id);
    }
    if (type === 'function_call_output' && !open.delete(call_id))
      return refused(`No tool call found for function call output with call_id ${call_id}.`);
  }
  const [unanswered] = open;
  return unanswered === undefined
    ? undefined
    : refused(`No tool output found for function call ${unanswered}.`);
}

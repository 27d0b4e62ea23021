import { type ClientCall, scanTopLevelMembers, type Translation } from '@tollgate/dialects';
import type { ApiKeyHolder } from '../../domain/accounts/api-key-directory.ts';
import type { ResponseMemory } from '../../domain/responses/response-memory.ts';

type Members = Readonly<Record<string, unknown>>;

/** A response as it is stored. */
export interface StoredResponse {
  /** The conversation before it. */
  readonly input: readonly Members[];
  readonly response: Members & { readonly output: readonly Members[] };
}

/** Parses what was stored under the id of a response; undefined if nothing was, or only an item. */
export function readStored(json: string | undefined): StoredResponse | undefined {
  if (json === undefined) return undefined;
  const stored = JSON.parse(json) as Partial<StoredResponse>;
  return stored.response && stored.input ? (stored as StoredResponse) : undefined;
}

/** Returns JSON; undefined for values nested too deeply for the stack. */
function stringify(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Receives the complete response of a call, or the end of its stream. */
export type RememberResponse = (translation: Translation, response: Uint8Array) => void;

/**
 * Stores the response of a call for its next turn; undefined if nothing is to be stored: for other dialects,
 * and clients that opted out. Upstreams of the same dialect store theirs themselves.
 */
export function rememberResponse(
  memory: ResponseMemory,
  { userId }: ApiKeyHolder,
  call: ClientCall,
): RememberResponse | undefined {
  if (call.dialect !== 'openai-responses' || !memory.isOn || call.request.compacts)
    return undefined;
  if (call.readMember('store') === false) return undefined;
  return (translation, body) => {
    if (translation.from === translation.to) return;
    const response = findResponse(Buffer.from(body));
    const output = response && memberText(response, 'output');
    const id = response && parse(memberText(response, 'id'));
    if (!response || output === undefined || typeof id !== 'string') return;
    const requestInput = memberText(Buffer.from(call.request.bytes), 'input') ?? '[]';
    const input = joinLists(requestInput, '[]');
    memory.keep(userId, id, `{"input":${input},"response":${response.toString('utf8')}}`);
    for (const item of parse(output) as Members[]) {
      const json = stringify(item);
      if (typeof item['id'] === 'string' && json !== undefined)
        memory.keep(userId, item['id'], json);
    }
  };
}

/** Finds the response object: the body itself, or the one in the last event of a stream. */
function findResponse(response: Buffer): Buffer | undefined {
  if (response[0] === OPEN_BRACE) return response;
  const last = response.lastIndexOf(LAST_EVENT);
  if (last === -1) return undefined;
  const start = response.indexOf(OPEN_BRACE, last);
  const end = response.indexOf('\n', start);
  const text = memberText(response.subarray(start, end === -1 ? undefined : end), 'response');
  return text === undefined ? undefined : Buffer.from(text);
}

const OPEN_BRACE = 0x7b;
const LAST_EVENT = '\ndata: ';

/** Returns the JSON text of a member. */
function memberText(object: Buffer, name: string): string | undefined {
  const range = scanTopLevelMembers(object)?.get(name);
  return range && object.toString('utf8', range.start, range.end);
}

/** Concatenates two JSON lists; if the first is a string, it becomes a user message. */
function joinLists(input: string, output: string): string {
  const first = input.startsWith('"') ? `{"role":"user","content":${input}}` : inner(input);
  const second = inner(output);
  return `[${first}${first !== '' && second !== '' ? ',' : ''}${second}]`;
}

const inner = (list: string): string => list.trim().slice(1, -1).trim();

function parse(json: string | undefined): unknown {
  return json === undefined ? undefined : (JSON.parse(json) as unknown);
}

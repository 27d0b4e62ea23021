import {
  type ClientCall,
  readCall,
  scanTopLevelMembers,
  type Translation,
} from '@tollgate/dialects';
import type { ApiKeyHolder } from '../../domain/accounts/api-key-directory.ts';
import { AppError } from '../../platform/app-error.ts';
import type { ResponseMemory } from '../../domain/responses/response-memory.ts';

/** A small body may reference much, and the same again and again. */
const STORED_BYTES_MAX = 64 * 1024 * 1024;
const REFERENCES = ['"previous_response_id"', '"item_reference"'].map((text) => Buffer.from(text));

type Members = Readonly<Record<string, unknown>>;

/**
 * Resolves the references of an OpenAI responses call, as far as this gateway kept what they name.
 * Other references stay as they are: the upstream may know them. Rejects with AppError
 * relay_body_too_large where all references together, repeats included, resolve to too much.
 */
export async function expandStoredItems(
  memory: ResponseMemory,
  { userId }: ApiKeyHolder,
  call: ClientCall,
): Promise<ClientCall> {
  const { bytes } = call.request;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!memory.isOn || !REFERENCES.some((name) => text.includes(name))) return call;
  let left = STORED_BYTES_MAX;
  const find = async (id: unknown) => {
    const found = typeof id === 'string' ? await memory.find(userId, id) : undefined;
    left -= found?.length ?? 0;
    if (left < 0) throw new AppError('relay_body_too_large', { limit: STORED_BYTES_MAX });
    return found;
  };
  const body = call.tryBody();
  if (!body) return call;
  const { previous_response_id: previous, input, ...rest } = body;
  const before = previous === undefined ? [] : saidUpTo(await find(previous));
  const said = typeof input === 'string' ? [{ role: 'user', content: input }] : (input ?? []);
  if (!before || !Array.isArray(said)) return call;
  const items = await Promise.all(
    (said as (Members | null)[]).map(async (item) =>
      item?.['type'] === 'item_reference' ? (parse(await find(item['id'])) ?? item) : item,
    ),
  );
  const whole = stringify({ ...rest, input: [...before, ...items] });
  const { dialect } = call;
  const { compacts } = call.request;
  const read =
    whole === undefined ? undefined : readCall({ dialect, compacts, bytes: Buffer.from(whole) });
  if (!read?.ok) return call;
  if (typeof previous === 'string')
    Object.assign(read.call.request, { previousResponseId: previous });
  return read.call;
}

/** A response as it is stored. */
export interface StoredResponse {
  /** The conversation before it. */
  readonly input: readonly Members[];
  readonly response: Members & { readonly output: readonly Members[] };
}

/** What was stored under the id of a response; undefined where nothing was, or only an item. */
export function readStored(json: string | undefined): StoredResponse | undefined {
  if (json === undefined) return undefined;
  const stored = JSON.parse(json) as Partial<StoredResponse>;
  return stored.response && stored.input ? (stored as StoredResponse) : undefined;
}

/** The conversation of a stored response, its output included; undefined without one. */
function saidUpTo(json: string | undefined): readonly Members[] | undefined {
  const stored = readStored(json);
  return stored && [...stored.input, ...stored.response.output];
}

/** JSON; undefined for values nested too deeply for the stack. */
function stringify(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Takes the response of a call, whole or the end of a stream, once it is known. */
export type RememberResponse = (translation: Translation, response: Uint8Array) => void;

/**
 * Stores the response of a call for its next turn; undefined where nothing is to be stored: other
 * dialects, and clients that opted out. Upstreams of the same dialect store theirs themselves.
 */
export function rememberResponse(
  memory: ResponseMemory,
  { userId }: ApiKeyHolder,
  call: ClientCall,
): RememberResponse | undefined {
  if (call.dialect !== 'openai-responses' || !memory.isOn || call.request.compacts)
    return undefined;
  if (call.readMember('store') === false) return undefined;
  return (translation, answer) => {
    if (translation.from === translation.to) return;
    const response = findResponse(Buffer.from(answer));
    const output = response && memberText(response, 'output');
    const id = response && parse(memberText(response, 'id'));
    if (!response || output === undefined || typeof id !== 'string') return;
    const said = memberText(Buffer.from(call.request.bytes), 'input') ?? '[]';
    const input = joinLists(said, '[]');
    memory.keep(userId, id, `{"input":${input},"response":${response.toString('utf8')}}`);
    for (const item of parse(output) as Members[]) {
      const json = stringify(item);
      if (typeof item['id'] === 'string' && json !== undefined)
        memory.keep(userId, item['id'], json);
    }
  };
}

/** The response object: the body itself, or the one in the last event of a stream. */
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

/** The JSON text of a member. */
function memberText(object: Buffer, name: string): string | undefined {
  const range = scanTopLevelMembers(object)?.get(name);
  return range && object.toString('utf8', range.start, range.end);
}

/** Concatenates two lists in JSON; a string in the first is a user message. */
function joinLists(said: string, output: string): string {
  const first = said.startsWith('"') ? `{"role":"user","content":${said}}` : inner(said);
  const second = inner(output);
  return `[${first}${first !== '' && second !== '' ? ',' : ''}${second}]`;
}

const inner = (list: string): string => list.trim().slice(1, -1).trim();

function parse(json: string | undefined): unknown {
  return json === undefined ? undefined : (JSON.parse(json) as unknown);
}

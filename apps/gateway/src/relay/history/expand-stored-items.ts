import {
  type ClientCall,
  conversationOf,
  findItemReferences,
  isStoredItem,
  type ItemReferences,
  readCall,
  resolveReferences,
} from '@tollgate/dialects';
import { asBuffer } from '../../platform/as-buffer.ts';
import type { ApiKeyHolder } from '../../domain/accounts/api-key-directory.ts';
import type { ResponseMemory } from '../../domain/responses/response-memory.ts';
import { AppError } from '../../platform/app-error.ts';
import { REWRITTEN_BYTES_MAX } from '../attempt/rewritten-bytes.ts';
import { checkJsonLimits } from '../request/check-json-limits.ts';

const REFERENCES = ['"previous_response_id"', '"item_reference"'].map((text) => Buffer.from(text));
/** Concurrent look-ups: their size is checked before more are started. */
const CONCURRENT_LOOKUPS = 16;

export interface ExpandContext {
  readonly memory: ResponseMemory;
  readonly holder: ApiKeyHolder;
  /** Reserves memory for the body to be built, or throws AppError. */
  readonly reserveMemory: (bytes: number) => void | Promise<void>;
}

/**
 * Resolves the references of an OpenAI responses call, as far as this gateway stored the referenced items.
 * Other references are kept: the upstream may know them. A small body may reference a lot, and the same item
 * repeatedly, so the total is limited and counted before anything is built. Rejects with AppError
 * relay_body_too_large, with what takeRoom throws, and as checkJsonLimits does.
 */
export async function expandStoredItems(
  context: ExpandContext,
  call: ClientCall,
): Promise<ClientCall> {
  const { bytes, compacts } = call.request;
  const text = asBuffer(bytes);
  if (!context.memory.isOn || !REFERENCES.some((name) => text.includes(name))) return call;
  const references = findItemReferences(bytes);
  const stored = references && (await findStored(context, references, bytes.length));
  if (!stored) return call;
  await context.reserveMemory(stored.length);
  const expanded = resolveReferences(bytes, references, stored);
  if (!expanded) return call;
  await checkJsonLimits(expanded);
  const read = readCall({ dialect: call.dialect, compacts, bytes: expanded });
  if (!read.ok) return call;
  if (references.previous !== undefined)
    Object.assign(read.call.request, { previousResponseId: references.previous });
  return read.call;
}

interface StoredItems {
  before: string | undefined;
  items: Map<string, string>;
  /** Size of the expanded body, in bytes. */
  length: number;
}

/** Finds the stored items that a body references; undefined if they change nothing. */
async function findStored(
  { memory, holder: { userId } }: ExpandContext,
  { previous, items }: ItemReferences,
  bodyLength: number,
): Promise<StoredItems | undefined> {
  const result: StoredItems = { before: undefined, items: new Map(), length: bodyLength };
  const add = (bytes: number) => {
    result.length += bytes;
    if (result.length > REWRITTEN_BYTES_MAX)
      throw new AppError('relay_body_too_large', { limit: REWRITTEN_BYTES_MAX });
  };
  if (previous !== undefined) {
    const stored = await memory.find(userId, previous);
    result.before = stored === undefined ? undefined : conversationOf(Buffer.from(stored));
    if (result.before === undefined) return undefined;
    add(Buffer.byteLength(result.before));
  }
  const times = new Map<string, number>();
  for (const { id } of items) times.set(id, (times.get(id) ?? 0) + 1);
  const ids = [...times.keys()];
  for (let at = 0; at < ids.length; at += CONCURRENT_LOOKUPS) {
    const some = ids.slice(at, at + CONCURRENT_LOOKUPS);
    // oxlint-disable-next-line no-await-in-loop -- what they take is bounded before more arrive
    const texts = await Promise.all(some.map(async (id) => memory.find(userId, id)));
    for (const [index, json] of texts.entries()) {
      const id = some[index];
      if (json === undefined || id === undefined) continue;
      const stored = Buffer.from(json);
      add(stored.length * (times.get(id) ?? 1));
      if (isStoredItem(stored)) result.items.set(id, json);
    }
  }
  return previous === undefined && result.items.size === 0 ? undefined : result;
}

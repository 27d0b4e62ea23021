import type { ApiKeyHolder } from '../../domain/accounts/api-key-directory.ts';
import type { ResponseMemory } from '../../domain/responses/response-memory.ts';
import { AppError } from '../../platform/app-error.ts';
import { invalidRequest } from '../errors/invalid-request.ts';
import type { RelayRequest } from '../relay-call.ts';
import type { StoredResponseRoute } from '../request/routes.ts';
import { readStored, type StoredResponse } from '../history/stored-responses.ts';

const PAGE_SIZE = 20;
const PAGE_SIZE_MAX = 100;

type Members = Readonly<Record<string, unknown>>;

/**
 * Serves a client's request about an earlier response from our copy (ADR 14). Throws AppError
 * relay_response_not_found if there is none: stored by the upstream only, opted out, another user's, or
 * expired.
 */
export async function serveStoredResponse(
  memory: ResponseMemory,
  { request, query }: RelayRequest,
  { id, part }: StoredResponseRoute,
  { userId }: ApiKeyHolder,
): Promise<unknown> {
  const stored = readStored(memory.isOn ? await memory.find(userId, id) : undefined);
  if (!stored) throw new AppError('relay_response_not_found', { id, param: 'id' });
  if (part === 'input_items') return listInput(stored, new URLSearchParams(query));
  if (part === 'cancel') throw new AppError('relay_response_not_cancellable', { param: 'id' });
  if (request.method !== 'DELETE') return stored.response;
  const items = stored.response.output.map((item) => item['id']).filter(isText);
  await Promise.all([id, ...items].map((each) => memory.forget(userId, each)));
  return { id, object: 'response', deleted: true };
}

/** Returns a page of the conversation before the response, newest first by default. */
function listInput({ input, response }: StoredResponse, query: URLSearchParams): object {
  const limit = Number(query.get('limit') ?? PAGE_SIZE);
  if (!Number.isInteger(limit) || limit < 1 || limit > PAGE_SIZE_MAX)
    throw invalidRequest(`limit must be from 1 to ${PAGE_SIZE_MAX}.`, 'limit');
  const order = query.get('order') ?? 'desc';
  if (order !== 'asc' && order !== 'desc')
    throw invalidRequest('order must be asc or desc.', 'order');
  const items = input.map((item, at) => describeItem(item, `${String(response['id'])}_${at}`));
  const ordered = order === 'asc' ? items : items.toReversed();
  const after = query.get('after');
  const index = after === null ? -1 : ordered.findIndex(({ id }) => id === after);
  if (after !== null && index === -1)
    throw invalidRequest('after names no item of this list.', 'after');
  const data = ordered.slice(index + 1, index + 1 + limit);
  return {
    object: 'list',
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: index + 1 + limit < ordered.length,
  };
}

/** Expands short forms of messages, and derives ids from the position of items without one. */
function describeItem(item: Members, position: string): Members & { id: string } {
  const { id, type = 'message', content } = item;
  const kind = item['role'] === 'assistant' ? 'output_text' : 'input_text';
  const expanded = typeof content === 'string' ? { content: [{ type: kind, text: content }] } : {};
  return { ...item, ...expanded, type, id: isText(id) ? id : `item_${position}` };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

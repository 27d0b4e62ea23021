import {
  type NamedId,
  refuseMissing,
  type RequestedTool,
  type RequestFault,
} from '@tollgate/dialects';
import type { StoredOwner } from '../../domain/responses/owner-rows.ts';
import type { ResponseMemory } from '../../domain/responses/response-memory.ts';
import type { RelayCall } from '../relay-call.ts';

/** Knows for whom an account stores something, on all nodes. */
export type StoredOwners = Pick<ResponseMemory, 'noteOwner' | 'findOwners'>;

/** What is known of the things stored at a provider that a request names. */
export interface NamedState {
  /** The vendor's error, if one of them is another user's. */
  readonly foreign: RequestFault | undefined;
  /** The tools that an earlier turn loaded, and that the request may use without naming them. */
  readonly tools: readonly RequestedTool[];
}

/** Concurrent look-ups for one call. */
const LOOKUPS_MAX = 100;

/**
 * Looks up what a request names. Another user's things are refused: all callers share the provider's account,
 * so that nobody else would refuse them.
 */
export async function findNamedState(
  owners: StoredOwners,
  userId: number,
  named: readonly NamedId[],
): Promise<NamedState> {
  const tools = new Map<string, RequestedTool>();
  for (let at = 0; at < named.length; at += LOOKUPS_MAX) {
    const some = named.slice(at, at + LOOKUPS_MAX);
    const ids = some.filter(mayBeOwned).map(({ id }) => id);
    // oxlint-disable-next-line no-await-in-loop -- bounds how many wait at once
    const found = await owners.findOwners([...new Set(ids)]);
    for (const each of some) {
      const owner = mayBeOwned(each) ? found.get(each.id) : undefined;
      if (owner && owner.userId !== userId) return { foreign: refuseMissing(each), tools: [] };
      if (holdsConversation(each))
        for (const tool of toolsOf(owner)) tools.set(JSON.stringify(tool), tool);
    }
  }
  return { foreign: undefined, tools: [...tools.values()] };
}

/**
 * Lengths from which ids of items and the like are unique. Servers that store nothing give short ones to
 * everybody; and tools of clients have members of the same names.
 */
const UNIQUE_LENGTH_MIN = 20;
const CONTAINER_LENGTH_MIN = 10;

function mayBeOwned({ kind, id }: Pick<NamedId, 'kind' | 'id'>): boolean {
  if (kind === 'container') return id.length >= CONTAINER_LENGTH_MIN;
  const isKept = kind === 'response' || kind === 'message' || kind === 'conversation';
  return isKept || id.length >= UNIQUE_LENGTH_MIN;
}

/** Whether the model reads it as a part of the conversation that may have loaded tools. */
function holdsConversation({ kind, path, opaque }: NamedId): boolean {
  if (kind === 'item') return opaque === true;
  if (kind === 'response') return path === 'previous_response_id';
  return kind === 'conversation' || (kind === 'message' && path.startsWith('thread'));
}

/** Marks tools that the request itself does not name. */
const EARLIER = 'earlier';
/** Stands for each tool that has a price: a conversation unknown here may have loaded any. */
const ANY_TOOL: RequestedTool = { family: '*', tool: '*', path: EARLIER, free: true };
/** Longer lists are not kept: any tool is assumed. */
const TOOLS_LENGTH_MAX = 4096;

function toolsOf(owner: StoredOwner | undefined): readonly RequestedTool[] {
  if (!owner) return [ANY_TOOL];
  return owner.tools === '' ? [] : (JSON.parse(owner.tools) as RequestedTool[]);
}

/**
 * Notes for whom a provider stores what a call left there, even if the caller did not wait for its end. A
 * response that is not to be stored can't be referenced, but its containers can.
 */
export function noteOwner(
  owners: StoredOwners,
  { holder: { userId }, clientRequest, responseId, created = [] }: OwnedCall,
): void {
  const { unstored, state } = clientRequest;
  const referenced = new Set(state?.keptIds);
  const own = created.find(({ kind }) => kind === 'response')?.id ?? responseId;
  for (const id of new Set([responseId, own]))
    if (id !== undefined && !unstored && !referenced.has(id))
      owners.noteOwner(userId, id, keptTools(clientRequest));
  for (const { kind, id } of created) {
    const isStored = kind !== 'response' && !(unstored && kind === 'item');
    if (isStored && mayBeOwned({ kind, id }) && !referenced.has(id)) owners.noteOwner(userId, id);
  }
}

type OwnedCall = Pick<RelayCall, 'holder' | 'clientRequest' | 'responseId' | 'created'>;

/**
 * Returns the tools that stay loaded after a turn, as JSON; '' for none. OpenAI keeps those that items of the
 * input loaded, Anthropic all that a thread was created with.
 */
function keptTools({ billable, state }: RelayCall['clientRequest']): string {
  const isThread = state?.isThread === true;
  const kept = (billable?.tools ?? []).filter(
    ({ path }) => isThread || path === EARLIER || path.startsWith('input'),
  );
  if (kept.length === 0) return '';
  const json = JSON.stringify(kept.map((tool) => ({ ...tool, path: EARLIER })));
  return json.length > TOOLS_LENGTH_MAX ? JSON.stringify([ANY_TOOL]) : json;
}

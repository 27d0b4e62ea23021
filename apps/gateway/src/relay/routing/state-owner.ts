import type { RequestFault, Translation } from '@tollgate/dialects';
import type { RuntimeChannel, Tier } from '../../domain/channels/channel-catalog.ts';
import { copyText } from '../../platform/copy-text.ts';
import type { AffinityTarget, StateOwner, StoredLength } from './channel-affinity.ts';
import type { AffinityContext } from './conversation-affinity.ts';
import { readsMoreThanSent } from '../billing/usage-bounds.ts';
import type { RelayCall } from '../relay-call.ts';
import { noteOwner, type StoredOwners } from './stored-owners.ts';
import type { CallerError } from '../errors/caller-error-fields.ts';

/**
 * Clients can reference state that providers keep of a conversation (stored responses, threads, containers)
 * for about a day; this node remembers the account that keeps it equally long.
 */
const RETENTION_MS = 24 * 3_600_000;
const RESPONSE_ID = /"id":\s*"((?:resp|msg)_[\w-]{1,200})"/;
/** Start of a response, or of its stream, with its own id: ids of what it repeats come later. */
const STATES_ID =
  /^\s*(?:event: [\w.]+\s+)?(?:data: )?\{\s*(?:(?:"(?:type|sequence_number)":\s*(?:"[\w.]+"|\d+),\s*)+"response":\s*\{\s*)?"id":\s*"resp_/;
/** The id occurs at the start of a response, whole or streamed. */
const BEGINNING_BYTES = 1024;

/**
 * Records the id of a stored response, or of a message that a thread continues from, from the start of the
 * upstream's response.
 */
export function recordResponseId(
  call: RelayCall,
  { passesThrough, to }: Pick<Translation, 'passesThrough' | 'to'>,
  beginning: Buffer,
): void {
  const isThread = to === 'anthropic-messages' && call.clientRequest.state !== undefined;
  if (!passesThrough || !(isThread || to === 'openai-responses')) return;
  const text = beginning.toString('latin1', 0, BEGINNING_BYTES);
  const id = RESPONSE_ID.exec(text)?.[1];
  if (id === undefined) return;
  // It is remembered for a day.
  call.responseId = copyText(id);
  call.statesResponseId = STATES_ID.test(text);
}

export interface StateOwnerContext extends Pick<AffinityContext, 'affinity' | 'nowMs'> {
  owners: StoredOwners;
}

/**
 * Returns the account that keeps the state a call references; undefined if it references none, or the account
 * is not remembered. Something of another user is kept by no account that the caller can reach.
 */
export function findStateOwner(
  { affinity, nowMs }: StateOwnerContext,
  { holder, clientRequest }: Pick<RelayCall, 'holder' | 'clientRequest'>,
  foreign: RequestFault | undefined,
): StateOwner | undefined {
  if (foreign) return { channelId: -1, keyFingerprint: '', foreign };
  for (const id of clientRequest.state?.keptIds ?? []) {
    const owner = affinity.find(nameOf(holder.userId, id), nowMs());
    if (owner) return owner;
  }
  return undefined;
}

/**
 * Remembers the account that served a call under every id that the call referenced, or by which its response
 * may be referenced.
 */
export function rememberStateOwner(
  { affinity, nowMs, owners }: StateOwnerContext,
  call: RelayCall,
  { id: channelId, keyFingerprint }: RuntimeChannel,
): void {
  const { holder, clientRequest, responseId, statesResponseId, created = [] } = call;
  const now = nowMs();
  const remember = (id: string, stored: StoredLength | undefined) =>
    affinity.remember(
      { userId: holder.userId, name: nameOf(holder.userId, id) },
      { channelId, keyFingerprint, stored },
      now + RETENTION_MS,
    );
  const rememberedLength = (id: string) => affinity.find(nameOf(holder.userId, id), now)?.stored;
  if (responseId !== undefined && !clientRequest.unstored)
    remember(responseId, statesResponseId ? storedLength(call) : rememberedLength(responseId));
  for (const { kind, id } of created)
    if (
      kind === 'container' ||
      (kind === 'response' && id !== responseId && !clientRequest.unstored)
    )
      remember(id, undefined);
  for (const id of clientRequest.state?.keptIds ?? []) remember(id, rememberedLength(id));
  noteOwner(owners, call);
}

/**
 * Returns the tokens that a call reads again when it continues this one's response: all that were read and
 * written, as the vendor bills the whole conversation each time. Undefined if the usage does not tell: parts
 * of the conversation were left out or summarized, or tools of the provider found what is billed otherwise.
 */
function storedLength({ clientRequest, used }: RelayCall): StoredLength | undefined {
  const { countedBy, tokens } = used;
  const { billable, compacts, shortensHistory } = clientRequest;
  if (countedBy === undefined || compacts || shortensHistory) return undefined;
  const tools = billable?.tools.some(({ family }) => family !== '*') || used.ranTools === true;
  const runsTools = tools || billable?.mcp === true;
  return runsTools || readsMoreThanSent(countedBy)
    ? undefined
    : { upstreamModel: countedBy, tokens };
}

/**
 * Narrows the channels that may serve a call to its state owner, if there is one. If that is gone, the caller
 * gets the vendor's own error.
 */
export function narrowToStateOwner(
  { stateOwner, clientRequest }: Pick<RelayCall, 'stateOwner' | 'clientRequest'>,
  tiers: readonly Tier[],
): { readonly tiers: readonly Tier[] } | { readonly fault: CallerError } {
  if (stateOwner?.foreign) return { fault: stateOwner.foreign };
  const fault = clientRequest.state?.lost;
  if (!stateOwner || !fault) return { tiers };
  for (const { priority, channels } of tiers) {
    const channel = channels.find((each) => isStateOwner(each, stateOwner));
    if (channel) return { tiers: [{ priority, channels: [channel] }] };
  }
  return { fault };
}

function isStateOwner(
  { id, keyFingerprint, variants }: RuntimeChannel,
  stateOwner: AffinityTarget,
): boolean {
  if (id !== stateOwner.channelId) return false;
  const keys = variants.length > 0 ? variants.map((each) => each.keyFingerprint) : [keyFingerprint];
  return keys.includes(stateOwner.keyFingerprint);
}

/** Ids are globally unique; the user is included so that nobody can route by another user's ids. */
function nameOf(userId: number, id: string): string {
  return `${userId} kept ${id}`;
}

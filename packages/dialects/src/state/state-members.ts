import type { Dialect } from '../ir/dialect.ts';
import { recordOf } from '../json/loose-values.ts';
import { isRecord } from '../json/parse-json.ts';
import type { RequestFault } from '../ir/request-fault.ts';

/**
 * What becomes of a member that changes what a conversation is. An upstream that speaks the
 * caller's dialect gets it as it is. Elsewhere the call is refused in the words of the member's
 * vendor, or made without a mere hint, which the client is told.
 */
export interface StateRule {
  /** Ids in it that only the account which gave them out knows. */
  readonly keptIds?: (value: unknown) => readonly string[];
  /** Why upstreams of other dialects don't get the call; undefined where the call means the same without the member. */
  readonly refuse?: (value: unknown) => RequestFault | undefined;
  /** Refused for upstreams of the dialect, too. */
  readonly everywhere?: true;
}

/** Dropped with a warning: caches, tiers, diagnostics. The conversation is the same without it. */
const HINT: StateRule = {};

/** How Anthropic refuses a member that it does not know. */
const extraInput = (name: string): StateRule => ({
  refuse: () => fault(400, 'invalid_value', name, `${name}: Extra inputs are not permitted`),
});

/** How OpenAI refuses a member that the model has no use for. */
const unsupported = (name: string): StateRule => ({
  refuse: () =>
    fault(
      400,
      'unsupported_parameter',
      name,
      `Unsupported parameter: '${name}' is not supported with this model.`,
    ),
});

/**
 * The one table of such members, by dialect.
 * Sources: SDK types of Anthropic (1.11.0) and OpenAI (7.55.0), Google's API reference, November
 * 2026. The codes of threads are those that Anthropic's SDK replays a conversation on.
 */
export const STATE_MEMBERS: Readonly<Record<Dialect, ReadonlyMap<string, StateRule>>> = {
  'openai-chat': new Map(),
  'openai-responses': new Map<string, StateRule>([
    [
      'previous_response_id',
      {
        keptIds: idsOf,
        refuse: (value) =>
          notFound('previous_response_id', `Previous response with id '${idOf(value)}' not found.`),
      },
    ],
    [
      'conversation',
      {
        keptIds: idsOf,
        refuse: (value) =>
          notFound('conversation', `Conversation with id '${idOf(value)}' not found.`),
      },
    ],
    ['prompt', unsupported('prompt')],
    // Its output would be made, and paid upstream, after the call has ended here.
    [
      'background',
      {
        everywhere: true,
        refuse: (value) => (value === true ? unsupported('background').refuse?.(value) : undefined),
      },
    ],
    ['context_management', HINT],
    ['prompt_cache_options', HINT],
    ['prompt_cache_retention', HINT],
    ['moderation', HINT],
    ['access_programs', HINT],
    ['client_metadata', HINT],
  ]),
  'anthropic-messages': new Map<string, StateRule>([
    ['thread', { keptIds: threadIds, refuse: refuseThread }],
    ['container', { keptIds: idsOf, refuse: refuseContainer }],
    [
      'mcp_servers',
      {
        refuse: (value) => (isEmpty(value) ? undefined : extraInput('mcp_servers').refuse?.(value)),
      },
    ],
    [
      'fallbacks',
      { refuse: (value) => (isEmpty(value) ? undefined : extraInput('fallbacks').refuse?.(value)) },
    ],
    // Requests a summary in place of a response.
    ['compaction', extraInput('compaction')],
    ['context_management', HINT],
    ['cache_control', HINT],
    ['diagnostics', HINT],
    ['inference_geo', HINT],
    ['speed', HINT],
    ['user_profile_id', HINT],
    ['workspace_id', HINT],
  ]),
  'gemini-generate': new Map<string, StateRule>([
    ['cachedContent', { refuse: refuseCachedContent }],
    ['cached_content', { refuse: refuseCachedContent }],
    ['serviceTier', HINT],
    ['store', HINT],
  ]),
};

/** An item of a conversation that only its vendor's account keeps. */
export function refuseItemReference(id: unknown, path: string): RequestFault {
  const message = `Item with id '${idOf(id)}' not found. Items are not persisted when \`store\` is set to false.`;
  return fault(404, 'item_not_found', path, message);
}

/** A summary of a conversation that only its maker can read. */
export function refuseCompaction(id: unknown, path: string): RequestFault {
  const message = `The encrypted content for item ${idOf(id)} could not be verified. Reason: it was made by another provider.`;
  return fault(400, 'invalid_encrypted_content', path, message);
}

/** An item that requests a summary in place of a response. */
export function refuseTrigger(path: string): RequestFault {
  const message =
    "Unsupported item type: 'compaction_trigger' is not supported with this model. Use POST /v1/responses/compact.";
  return fault(400, 'unsupported_parameter', path, message);
}

/** A file in a container of Anthropic's. */
export function refuseContainerFile(path: string): RequestFault {
  return fault(
    400,
    'invalid_value',
    path,
    `${path}: container_upload is not supported by this model.`,
  );
}

function notFound(param: string, message: string): RequestFault {
  return fault(400, 'previous_response_not_found', param, message);
}

/**
 * A new thread brings the whole conversation along, so it is answered like any call; only what
 * continues one lacks what was said before. The SDK then sends all of it.
 */
function refuseThread(value: unknown): RequestFault | undefined {
  const { type, previous_message_id: id } = recordOf(value);
  if (type === 'create') return undefined;
  if (type === 'continue')
    return fault(
      404,
      'thread_not_found',
      'thread',
      `thread: no thread holds the message ${idOf(id)}.`,
    );
  return fault(
    400,
    'thread_unsupported_request',
    'thread',
    'thread: Input should be create or continue.',
  );
}

function threadIds(value: unknown): readonly string[] {
  return idsOf(recordOf(value).previous_message_id);
}

function refuseContainer(value: unknown): RequestFault | undefined {
  if (idsOf(value).length === 0) return extraInput('container').refuse?.(value);
  return fault(404, 'container_not_found', 'container', `container: ${idOf(value)} was not found.`);
}

function refuseCachedContent(): RequestFault {
  return fault(
    400,
    'INVALID_ARGUMENT',
    'cachedContent',
    'CachedContent not found (or permission denied)',
  );
}

function fault(status: 400 | 404, code: string, param: string, message: string): RequestFault {
  return { status, message, type: 'invalid_request_error', param, code };
}

/** The id itself, or that of an object. */
function idsOf(value: unknown): readonly string[] {
  const id = isRecord(value) ? value.id : value;
  return typeof id === 'string' && id !== '' ? [id] : [];
}

const ID_LENGTH_MAX = 100;

/** As much of an id as an error shows. */
function idOf(value: unknown): string {
  return (idsOf(value)[0] ?? '').slice(0, ID_LENGTH_MAX);
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

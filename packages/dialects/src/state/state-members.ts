import type { Dialect } from '../ir/dialect.ts';
import { recordOf } from '../json/loose-values.ts';
import { isRecord } from '../json/parse-json.ts';
import type { RequestFault } from '../ir/request-fault.ts';
import type { NamedId } from './named-ids.ts';

/**
 * How to handle a member that changes a conversation's meaning. An upstream of the caller's dialect receives
 * it unchanged. Otherwise the call is refused with the vendor's own error, or, for a mere hint, made without
 * it and with a warning.
 */
export interface StateRule {
  /** Returns contained ids known only to the account that issued them. */
  readonly keptIds?: (value: unknown) => readonly string[];
  /**
   * Returns why upstreams of other dialects can't serve the call; undefined if its meaning is the same
   * without the member.
   */
  readonly refuse?: (value: unknown) => RequestFault | undefined;
  /** Also refused for upstreams of the dialect. */
  readonly everywhere?: true;
}

/** Dropped with a warning: caches, tiers, diagnostics. The conversation's meaning is the same without it. */
const HINT: StateRule = {};

/** Anthropic's refusal of an unknown member. */
const extraInput = (name: string): StateRule => ({
  refuse: () => fault(400, 'invalid_value', name, `${name}: Extra inputs are not permitted`),
});

/** OpenAI's refusal of a member that the model does not support. */
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
 * All such members, by dialect. Sources: SDK types of Anthropic (1.11.0) and OpenAI (7.55.0), Google's API
 * reference, November 2026. The thread codes are those on which Anthropic's SDK replays a conversation.
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
    // Its output would be generated, and billed by the upstream, after the call has ended here.
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
    // Requests a summary instead of a response.
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
    ['continuationToken', { refuse: refuseContinuation }],
    ['continuation_token', { refuse: refuseContinuation }],
    ['serviceTier', HINT],
    ['store', HINT],
  ]),
};

/** Refuses an item of a conversation stored only in the vendor's account. */
export function refuseItemReference(id: unknown, path: string): RequestFault {
  const message = `Item with id '${idOf(id)}' not found. Items are not persisted when \`store\` is set to false.`;
  return fault(404, 'item_not_found', path, message);
}

/** Refuses a summary of a conversation that only its provider can read. */
export function refuseCompaction(id: unknown, path: string): RequestFault {
  const message = `The encrypted content for item ${idOf(id)} could not be verified. Reason: it was made by another provider.`;
  return fault(400, 'invalid_encrypted_content', path, message);
}

/** Refuses an item that requests a summary instead of a response. */
export function refuseTrigger(path: string): RequestFault {
  const message =
    "Unsupported item type: 'compaction_trigger' is not supported with this model. Use POST /v1/responses/compact.";
  return fault(400, 'unsupported_parameter', path, message);
}

/** Refuses a file in one of Anthropic's containers. */
export function refuseContainerFile(path: string): RequestFault {
  return fault(
    400,
    'invalid_value',
    path,
    `${path}: container_upload is not supported by this model.`,
  );
}

/** Returns the vendor's error for something stored that does not exist, or not for this caller. */
export function refuseMissing({ kind, id, path }: NamedId): RequestFault {
  const named = id.slice(0, ID_LENGTH_MAX);
  switch (kind) {
    case 'response':
      return notFound(path, `Previous response with id '${named}' not found.`);
    case 'conversation':
      return notFound(path, `Conversation with id '${named}' not found.`);
    case 'message':
      return fault(404, 'thread_not_found', path, `thread: no thread holds the message ${named}.`);
    case 'item':
      return refuseItemReference(id, path);
    case 'container':
      return fault(404, 'container_not_found', path, `container: ${named} was not found.`);
    case 'file':
      return fault(404, 'file_not_found', path, `No such File object: ${named}`);
    case 'audio':
      return fault(404, 'audio_not_found', path, `Audio with id '${named}' not found.`);
  }
}

function notFound(param: string, message: string): RequestFault {
  return fault(400, 'previous_response_not_found', param, message);
}

/**
 * A new thread contains the whole conversation, so it is served like any call; only a continuation lacks the
 * preceding turns. The SDK then sends all of them.
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

/** What the token continues was generated by another model, which alone can read it. */
function refuseContinuation(): RequestFault {
  return fault(400, 'INVALID_ARGUMENT', 'continuationToken', 'Invalid continuation token.');
}

function fault(status: 400 | 404, code: string, param: string, message: string): RequestFault {
  return { status, message, type: 'invalid_request_error', param, code };
}

/** Returns the id, given as a string or in an object. */
function idsOf(value: unknown): readonly string[] {
  const id = isRecord(value) ? value.id : value;
  return typeof id === 'string' && id !== '' ? [id] : [];
}

const ID_LENGTH_MAX = 100;

/** Returns the part of an id that an error shows. */
function idOf(value: unknown): string {
  return (idsOf(value)[0] ?? '').slice(0, ID_LENGTH_MAX);
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

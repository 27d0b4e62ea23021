/** What a provider stores and a request names by its id. */
export type StoredKind =
  | 'response'
  | 'message'
  | 'conversation'
  | 'item'
  | 'container'
  | 'file'
  | 'audio'
  | 'shared';

/**
 * All members by which a request of any dialect names something stored at its provider: by an id as a text,
 * in a list, or as `id` of an object. Items of OpenAI's responses are named by their own `id`, too. What is
 * `shared` is only made in the provider's console, for all callers: no call through the gateway creates any.
 * Sources: SDK types of OpenAI (7.55.0), Anthropic (1.11.0) and Google (3.1.0), November 2026.
 */
export const STORED_NAMES: ReadonlyMap<string, StoredKind> = new Map<string, StoredKind>([
  ['previous_response_id', 'response'],
  ['comparison_response_id', 'response'],
  ['previous_message_id', 'message'],
  ['conversation', 'conversation'],
  ['approval_request_id', 'item'],
  ['container', 'container'],
  ['container_id', 'container'],
  ['file_id', 'file'],
  ['file_ids', 'file'],
  ['audio', 'audio'],
  ['prompt', 'shared'],
  ['vector_store_ids', 'shared'],
  ['skill_id', 'shared'],
  ['voice', 'shared'],
  ['connector_id', 'shared'],
  ['tunnel_id', 'shared'],
  ['user_profile_id', 'shared'],
  ['workspace_id', 'shared'],
  ['cachedContent', 'shared'],
  ['cached_content', 'shared'],
  ['fileUri', 'shared'],
  ['file_uri', 'shared'],
  ['fileSearchStoreNames', 'shared'],
  ['ragCorpus', 'shared'],
  ['ragFileIds', 'shared'],
]);

/** Top-level members in which some of these names occur only. */
export const STORED_WITHIN: ReadonlySet<string> = new Set([
  'previous_response_id',
  'prompt_cache_options',
  'thread',
  'diagnostics',
  'conversation',
  'container',
]);

import { decodePercent } from '../../platform/decode-percent.ts';
import { type BatchRoute, findBatchRoute } from '../batches/batch-routes.ts';
import { type FileRoute, findFileRoute } from '../files/file-routes.ts';
import { findTaskRoute, taskPlatformOf, type TaskRoute } from '../tasks/task-routes.ts';
import type { CallKind, Dialect, MediaKind, RequestKind } from '@tollgate/dialects';

/** The kinds of calls that are sent upstream and billed. */
export type InferenceKind = CallKind;

/** A request about a model. In Gemini's dialect the path names the model, and whether to stream. */
export interface ModelCall {
  readonly method: 'POST';
  readonly dialect: Dialect;
  readonly model?: string;
  readonly stream?: boolean;
  /** Compacts a conversation. */
  readonly compacts?: true;
}

/** What is requested: text in a dialect's format, or images and audio, where the body may be a form. */
export type RequestedKind =
  | { readonly kind: RequestKind; readonly media?: undefined }
  | { readonly kind: MediaKind; readonly media: MediaKind };

/** A request about a stored response. */
export interface StoredResponseRoute {
  readonly name: 'stored-response';
  readonly method: 'GET' | 'POST';
  /** The response itself can also be deleted. */
  readonly also?: 'DELETE';
  readonly part: 'whole' | 'input_items' | 'cancel';
  readonly id: string;
}

export type RelayRoute =
  | ({ name: 'inference' } & ModelCall & RequestedKind)
  | ({ name: 'count-tokens' } & ModelCall)
  | { name: 'list-models'; method: 'GET' }
  | { name: 'realtime'; method: 'GET' }
  | { name: 'get-model'; method: 'GET'; model: string }
  | StoredResponseRoute
  | TaskRoute
  | FileRoute
  | BatchRoute
  | { name: 'billing-subscription'; method: 'GET' }
  | { name: 'billing-usage'; method: 'GET' }
  | { name: 'key-usage'; method: 'GET' }
  | { name: 'key-log'; method: 'GET' }
  | { name: 'not-implemented' };

const inference = (kind: RequestKind, dialect: Dialect = 'openai-chat') =>
  ({ name: 'inference', method: 'POST', kind, dialect }) as const;
const media = (kind: MediaKind): RelayRoute => ({
  name: 'inference',
  method: 'POST',
  kind,
  dialect: 'openai-chat',
  media: kind,
});
const countTokens = (dialect: Dialect): RelayRoute => ({
  name: 'count-tokens',
  method: 'POST',
  dialect,
});

const FIXED = new Map<string, RelayRoute>([
  ['/v1/chat/completions', inference('chat')],
  ['/v1/messages', inference('chat', 'anthropic-messages')],
  ['/v1/messages/count_tokens', countTokens('anthropic-messages')],
  ['/v1/responses', inference('chat', 'openai-responses')],
  ['/v1/responses/compact', { ...inference('chat', 'openai-responses'), compacts: true }],
  ['/v1/responses/input_tokens', countTokens('openai-responses')],
  ['/v1/completions', inference('completions')],
  ['/v1/embeddings', inference('embeddings')],
  ['/v1/moderations', inference('moderations')],
  ['/v1/ocr', inference('ocr')],
  ['/v1/rerank', inference('rerank')],
  ['/v2/rerank', inference('rerank')],
  ['/v1/images/generations', media('images')],
  ['/v1/images/edits', media('image-edits')],
  ['/v1/images/variations', media('image-variations')],
  ['/v1/audio/speech', media('speech')],
  ['/v1/audio/transcriptions', media('transcriptions')],
  ['/v1/audio/translations', media('translations')],
  ['/v1/realtime', { name: 'realtime', method: 'GET' }],
  ['/v1/models', { name: 'list-models', method: 'GET' }],
  ['/v1beta/models', { name: 'list-models', method: 'GET' }],
  ['/v1/dashboard/billing/subscription', { name: 'billing-subscription', method: 'GET' }],
  ['/v1/dashboard/billing/usage', { name: 'billing-usage', method: 'GET' }],
  ['/dashboard/billing/subscription', { name: 'billing-subscription', method: 'GET' }],
  ['/dashboard/billing/usage', { name: 'billing-usage', method: 'GET' }],
  ['/api/usage/token', { name: 'key-usage', method: 'GET' }],
  ['/api/log/token', { name: 'key-log', method: 'GET' }],
]);

/** The paths without parameters. */
export const fixedRelayPaths: readonly string[] = [...FIXED.keys()];

/** Resources that the SDKs of OpenAI, Anthropic and Google know and this gateway does not offer. */
const OPENAI_RESOURCES =
  'images|audio|fine-tunes|fine_tuning|assistants|threads|vector_stores|uploads|containers|conversations|evals|skills|chatkit|videos|realtime|responses|edits';
const NOT_IMPLEMENTED = new RegExp(
  `^/(?:upload|v1/(?:${OPENAI_RESOURCES}|messages|complete)|v1beta/(?:batches|files)|` +
    'v1(?:beta)?/(?:cachedContents|corpora|fileSearchStores|operations|interactions|auth_tokens|tunedModels))(?:[/:]|$)',
);
const RELAY_PATH =
  /^\/(v1|v1beta|v1alpha|upload\/v1(?:alpha|beta)?|v2\/rerank|mj|suno|(?:mj-[a-z]+|fast|relax|turbo)\/mj|dashboard\/billing|api\/(?:usage|log)\/token)(\/|$)/;
const MODEL_PATH = /^\/v1(?:beta)?\/(?:models|tunedModels)\/(.+)$/;
const RESPONSE_PATH = /^\/v1\/responses\/([^/]+)(?:\/(input_items|cancel))?$/;
/** The oldest path for embeddings. */
const ENGINE_PATH = /^\/v1\/engines\/(.+)\/embeddings$/;
const ACTION = /^(.+):([A-Za-z]+)$/;
/** Gemini's path prefix for calls in the OpenAI dialect. */
const OPENAI_UNDER_GEMINI = '/v1beta/openai/';

/** Whether a path belongs to the relay, known or not. */
export function isRelayPath(path: string): boolean {
  return RELAY_PATH.test(path);
}

/** Returns the route of a path (without its query); undefined for an unknown path. */
export function findRoute(path: string): RelayRoute | undefined {
  const fixed = FIXED.get(path);
  if (fixed) return fixed;
  if (path.endsWith('/')) return findRoute(withoutSlashes(path));
  if (path.startsWith(OPENAI_UNDER_GEMINI))
    return findRoute(`/v1/${path.slice(OPENAI_UNDER_GEMINI.length)}`);
  const model = MODEL_PATH.exec(path)?.[1];
  if (model !== undefined) return findModelRoute(decodePercent(model));
  const [, response, part] = RESPONSE_PATH.exec(path) ?? [];
  if (response !== undefined) return findResponseRoute(decodePercent(response), part);
  if (taskPlatformOf(path)) return findTaskRoute(path);
  const file = findFileRoute(path) ?? findBatchRoute(path);
  if (file) return file;
  const engine = ENGINE_PATH.exec(path)?.[1];
  if (engine !== undefined) return { ...inference('embeddings'), model: decodePercent(engine) };
  return NOT_IMPLEMENTED.test(path) ? { name: 'not-implemented' } : undefined;
}

/** Removes all at once: a path may consist of nothing but slashes, as many as fit into a request head. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

function findResponseRoute(id: string, part = 'whole'): StoredResponseRoute {
  const name = 'stored-response';
  if (part === 'cancel') return { name, method: 'POST', part, id };
  if (part === 'input_items') return { name, method: 'GET', part, id };
  return { name, method: 'GET', also: 'DELETE', part: 'whole', id };
}

/**
 * Parses a model, or an action on one: `gemini-2.5-pro:generateContent`. Other names may contain colons too.
 */
function findModelRoute(text: string): RelayRoute {
  const [, model = '', action = ''] = ACTION.exec(text) ?? [];
  const call: ModelCall = { method: 'POST', dialect: 'gemini-generate', model };
  switch (action) {
    case 'generateContent':
      return { name: 'inference', kind: 'chat', ...call, stream: false };
    case 'streamGenerateContent':
      return { name: 'inference', kind: 'chat', ...call, stream: true };
    case 'countTokens':
      return { name: 'count-tokens', ...call };
    case 'embedContent':
    case 'batchEmbedContents':
      return { name: 'inference', kind: 'embeddings', ...call };
    case 'predict':
      return { name: 'inference', kind: 'images', media: 'images', ...call, stream: false };
    case 'batchGenerateContent':
    case 'asyncBatchEmbedContent':
    case 'predictLongRunning':
    case 'generateAnswer':
      return { name: 'not-implemented' };
    default:
      return { name: 'get-model', method: 'GET', model: text };
  }
}

/** The kinds of calls that are sent upstream and billed. */
export type InferenceKind = 'chat' | 'completions' | 'embeddings' | 'moderations';

export type RelayRoute =
  | { name: 'inference'; method: 'POST'; kind: InferenceKind }
  | { name: 'list-models'; method: 'GET' }
  | { name: 'get-model'; method: 'GET'; model: string }
  | { name: 'billing-subscription'; method: 'GET' }
  | { name: 'billing-usage'; method: 'GET' }
  | { name: 'not-implemented' };

const CHAT: RelayRoute = { name: 'inference', method: 'POST', kind: 'chat' };
const FIXED = new Map<string, RelayRoute>([
  ['/v1/chat/completions', CHAT],
  ['/v1/completions', { name: 'inference', method: 'POST', kind: 'completions' }],
  ['/v1/embeddings', { name: 'inference', method: 'POST', kind: 'embeddings' }],
  ['/v1/moderations', { name: 'inference', method: 'POST', kind: 'moderations' }],
  ['/v1/models', { name: 'list-models', method: 'GET' }],
  ['/v1/dashboard/billing/subscription', { name: 'billing-subscription', method: 'GET' }],
  ['/v1/dashboard/billing/usage', { name: 'billing-usage', method: 'GET' }],
  ['/dashboard/billing/subscription', { name: 'billing-subscription', method: 'GET' }],
  ['/dashboard/billing/usage', { name: 'billing-usage', method: 'GET' }],
]);

const NOT_IMPLEMENTED =
  /^\/v1\/(images|audio|files|fine-tunes|fine_tuning|assistants|threads|batches|videos|realtime|responses|messages|rerank|edits)(\/|$)/;
const RELAY_PATH = /^\/(v1|v1beta|mj|suno|mj-[a-z]+\/mj|dashboard\/billing)(\/|$)/;

/** Whether a path belongs to the relay, known or not. */
export function isRelayPath(path: string): boolean {
  return RELAY_PATH.test(path);
}

/** The route of a path (without query), or undefined for an unknown one. */
export function findRoute(path: string): RelayRoute | undefined {
  const fixed = FIXED.get(path);
  if (fixed) return fixed;
  if (path.endsWith('/') && path.length > 1) return findRoute(path.slice(0, -1));
  const model = /^\/v1\/models\/(.+)$/.exec(path)?.[1];
  if (model !== undefined) return { name: 'get-model', method: 'GET', model: decode(model) };
  return NOT_IMPLEMENTED.test(path) ? { name: 'not-implemented' } : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

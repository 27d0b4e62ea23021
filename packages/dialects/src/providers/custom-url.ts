import type { CallKind } from '../ir/call-kind.ts';
import { joinUrl, splitBase, stripCallEnd } from './join-url.ts';
import { CALL_PATHS } from './openai-endpoints.ts';
import type { BuildUrl } from './provider-spec.ts';

/**
 * Builds the URL of a custom channel. `{model}` is replaced. A base that is a complete call URL serves that
 * call, and others with their own ending; one with `{model}` and no known ending is used as it is; anything
 * else is the root of an OpenAI-compatible API.
 */
export function customUrl(kind: CallKind): BuildUrl {
  return (base, { model }) => {
    const filled = base.replaceAll('{model}', encodeURIComponent(model));
    const { origin, path, query } = splitBase(filled);
    const root = stripCallEnd(path);
    if (root !== path) return `${origin}${root}${CALL_PATHS[kind]}${query}`;
    if (filled !== base) return filled.trim();
    return joinUrl(base, '/v1', CALL_PATHS[kind]);
  };
}

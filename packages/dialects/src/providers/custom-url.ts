import type { CallKind } from '../ir/call-kind.ts';
import { joinUrl, splitBase, stripCallEnd } from './join-url.ts';
import { CALL_PATHS } from './openai-endpoints.ts';
import type { BuildUrl } from './provider-spec.ts';

/**
 * The address of a custom channel. `{model}` is filled in. A base that is a whole call address
 * serves that call, and its siblings with another end; one with `{model}` and no known end is used
 * as it is; anything else is the start of an OpenAI-compatible API.
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

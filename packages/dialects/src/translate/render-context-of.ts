import type { RenderContext } from '../ir/render-context.ts';
import type { TranslationOptions } from './open-translation.ts';

/** What the answer of a translation shows of its call. Ids are written into JSON as they are. */
export function renderContextOf(options: TranslationOptions): RenderContext {
  const { request } = options.call;
  return {
    id: options.id.replace(/[^A-Za-z0-9_-]/g, ''),
    model: request.model,
    created: options.createdSeconds,
    includeUsage: request.includeUsage,
  };
}

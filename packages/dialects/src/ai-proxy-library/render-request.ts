import { flattenTurns, warnAboutDroppedSettings } from '../ir/flatten-turns.ts';
import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import type { ChatRequest } from '../ir/request.ts';
import type { JsonObject } from '../json/json-object.ts';

/**
 * Renders an IR request as a question to an AI Proxy knowledge base. The knowledge base's number is the
 * channel's and is added later.
 */
export function renderLibraryRequest(
  request: ChatRequest,
  warnings: ConversionWarnings,
): JsonObject {
  warnAboutDroppedSettings(request, warnings);
  if (request.user !== undefined) warnings.note('user');
  const { text, images } = flattenTurns(request, warnings);
  for (const { source } of images)
    warnings.note(source.kind === 'url' ? 'image_url' : 'image_data');
  return { model: request.model, query: text, stream: request.stream };
}

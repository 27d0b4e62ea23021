import { flattenTurns, warnAboutDroppedSettings } from '../ir/flatten-turns.ts';
import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import type { ImagePart } from '../ir/parts.ts';
import { compact } from '../ir/read-shape.ts';
import type { ChatRequest } from '../ir/request.ts';
import type { JsonObject } from '../json/json-object.ts';

/**
 * Renders an IR request as a question to a Dify application. The application decides model, tools and
 * sampling; each call is a conversation of its own, so the question contains all turns. Always streamed:
 * agent applications support nothing else. Source: Dify's OpenAPI files, chat-messages.
 */
export function renderDifyRequest(request: ChatRequest, warnings: ConversionWarnings): JsonObject {
  warnAboutDroppedSettings(request, warnings);
  const { text, images } = flattenTurns(request, warnings);
  const files = images.flatMap((image) => renderFile(image, warnings));
  return compact({
    inputs: {},
    query: text,
    user: request.user,
    response_mode: 'streaming',
    conversation_id: '',
    auto_generate_name: false,
    files: files.length > 0 ? files : undefined,
  });
}

/**
 * Renders it for a completion application: the question is one of its inputs. Source: Dify's OpenAPI files,
 * completion-messages.
 */
export function renderDifyCompletion(
  request: ChatRequest,
  warnings: ConversionWarnings,
): JsonObject {
  const { query, user, response_mode, files } = renderDifyRequest(request, warnings);
  return compact({ inputs: { query }, user, response_mode, files });
}

/**
 * Renders it for a workflow, which accepts images only as inputs that it defines itself. Source: Dify's
 * OpenAPI files, workflows/run.
 */
export function renderDifyWorkflow(request: ChatRequest, warnings: ConversionWarnings): JsonObject {
  const { inputs, user, response_mode, files } = renderDifyCompletion(request, warnings);
  if (files !== undefined) warnings.note('image_url');
  return compact({ inputs, user, response_mode });
}

/** Images are sent by URL; others would have to be uploaded first. */
function renderFile({ source }: ImagePart, warnings: ConversionWarnings): JsonObject[] {
  if (source.kind === 'url')
    return [{ type: 'image', transfer_method: 'remote_url', url: source.url }];
  warnings.note(source.kind === 'file' ? 'file_id' : 'image_data');
  return [];
}

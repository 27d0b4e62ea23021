import type { ConversionWarning } from '../ir/conversion-warnings.ts';
import { compact, listUnknown, requireText, readSafely, reject } from '../ir/read-shape.ts';
import { encodeText } from '../json/encode-text.ts';
import type { JsonObject } from '../json/json-object.ts';
import {
  renderCompletion,
  renderCompletionStream,
} from '../openai-completions/render-completion.ts';
import { openConversion } from '../translate/conversion.ts';
import type { OpenTranslationResult, TranslationOptions } from '../translate/translation.ts';

const SENT = ['model', 'prompt', 'suffix', 'max_tokens', 'temperature', 'top_p', 'stop', 'seed'];
const READ = new Set([...SENT, 'min_tokens', 'stream', 'stream_options', 'n', 'best_of']);

/**
 * Opens a completion, with or without a suffix, on Mistral, which responds as to chats. Source: Mistral, fill
 * in the middle (`/v1/fim/completions`).
 */
export function openFim(options: TranslationOptions): OpenTranslationResult {
  const { call } = options;
  const rendered = readSafely(() => renderFim(call.body, options));
  if (!rendered.ok) return rendered;
  const unknown = listUnknown(call.body, READ);
  const translation = openConversion(options, 'openai-chat', {
    body: encodeText(JSON.stringify(rendered.value)),
    warnings: unknown.map((detail): ConversionWarning => ({
      feature: 'unknown',
      kind: 'dropped',
      detail,
    })),
    customTools: new Set(),
    originalNames: new Map(),
    client: { renderResponse: renderCompletion, renderStream: renderCompletionStream },
  });
  return { ok: true, translation: { ...translation, to: 'mistral-fim' } };
}

function renderFim(
  body: JsonObject,
  { call, upstreamModel, outputLimit }: TranslationOptions,
): JsonObject {
  const { prompt, suffix, min_tokens, temperature, top_p, stop, seed } = body;
  const { choices, stream, maxOutputTokens } = call.request;
  const [only, ...others] = Array.isArray(prompt) ? (prompt as unknown[]) : [prompt];
  if (others.length > 0)
    reject('This model takes one prompt a call.', 'prompt', 'unsupported_by_upstream');
  if (choices > 1) reject('This model writes one text a call.', 'n', 'unsupported_by_upstream');
  return compact({
    model: upstreamModel,
    prompt: requireText(only, 'prompt'),
    suffix: suffix ?? undefined,
    max_tokens: maxOutputTokens ?? outputLimit,
    min_tokens,
    temperature,
    top_p,
    stop: stop ?? undefined,
    random_seed: seed,
    stream: stream ? true : undefined,
  });
}

import { buildFault } from '../faults/build-fault.ts';
import { NO_OUTPUT } from '../limits/sent-limits.ts';
import { readErrorObject } from '../faults/read-error-object.ts';
import { countOf } from '../ir/usage.ts';
import { recordOf } from '../json/loose-values.ts';
import { parseJson } from '../json/parse-json.ts';
import { buildUpstreamBody } from '../openai-chat/upstream-body.ts';
import type { Translation, TranslationOptions } from '../translate/translation.ts';
import { promptUsage } from '../translate/auxiliary-translation.ts';
import { wholeResponseOnly } from '../translate/whole-response-only.ts';
import { noTokens, type WholeResponseResult } from '../translate/whole-response.ts';
import { TOKENS_A_PAGE } from './read-ocr.ts';

/**
 * Opens an OCR call, in Mistral's format on both sides; it is billed per page. Source: Mistral, OCR
 * (`/v1/ocr`).
 */
export function openOcr({ call, upstreamModel }: TranslationOptions): Translation {
  return {
    from: 'openai-chat',
    to: 'openai-chat',
    passesThrough: true,
    body: buildUpstreamBody(call.request, { upstreamModel, injectUsage: false }),
    sentLimits: NO_OUTPUT,
    warnings: [],
    ...wholeResponseOnly(readOcrResponse),
  };
}

function readOcrResponse(bytes: Uint8Array): WholeResponseResult {
  const body = parseJson(bytes);
  const { pages, usage_info: info } = recordOf(body);
  if (!Array.isArray(pages))
    return { ok: false, fault: buildFault(200, readErrorObject(body, false)) };
  // The pages received are the minimum: a reported count of 0 would make them free.
  const read = Math.max(countOf(recordOf(info).pages_processed) ?? 0, pages.length);
  const usage = { ...promptUsage(read * TOKENS_A_PAGE), callFactor: read };
  return { ok: true, body: bytes, usage, estimateTokens: noTokens };
}

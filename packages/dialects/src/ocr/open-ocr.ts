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
import { priceOfPage, TOKENS_A_PAGE } from './read-ocr.ts';

/**
 * Opens an OCR call, in Mistral's format on both sides; it is billed per page. Source: Mistral, OCR
 * (`/v1/ocr`).
 */
export function openOcr({ call, upstreamModel }: TranslationOptions): Translation {
  const factor = priceOfPage(call.request.bytes, call.request.model);
  return {
    from: 'openai-chat',
    to: 'openai-chat',
    passesThrough: true,
    body: buildUpstreamBody(call.request, { upstreamModel, injectUsage: false }),
    sentLimits: NO_OUTPUT,
    warnings: [],
    ...wholeResponseOnly((bytes) => readOcrResponse(bytes, factor)),
  };
}

function readOcrResponse(bytes: Uint8Array, factor: number): WholeResponseResult {
  const body = parseJson(bytes);
  const { pages: received, usage_info: info } = recordOf(body);
  if (!Array.isArray(received))
    return { ok: false, fault: buildFault(200, readErrorObject(body, false)) };
  // The pages received are the minimum: a reported count of 0 would make them free.
  const read = Math.max(countOf(recordOf(info).pages_processed) ?? 0, received.length);
  const pages = read * factor;
  const usage = { ...promptUsage(pages * TOKENS_A_PAGE), callFactor: pages };
  return { ok: true, body: bytes, usage, estimateTokens: noTokens };
}

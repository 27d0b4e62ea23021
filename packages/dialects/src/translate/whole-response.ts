import { estimateTextsCentitokens } from '../token-estimator/estimate-texts.ts';
import { buildFault } from '../faults/build-fault.ts';
import { readErrorObject } from '../faults/read-error-object.ts';
import type { UpstreamFault } from '../faults/upstream-fault.ts';
import type { ChatResponse } from '../ir/response.ts';
import type { StreamRenderer } from '../ir/stream-renderer.ts';
import { encodeText } from '../json/encode-text.ts';
import type { MediaReport } from '../media/media-report.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import type { Usage } from '../ir/usage.ts';
import type { BillableUse } from '../server-tools/billable-features.ts';
import type { UpstreamCodec } from './codec.ts';
import { eventsOfResponse } from './events-of-response.ts';

/** A complete response for the client and what it costs, or the fault inside a status of 200. */
export type WholeResponseResult =
  | {
      readonly ok: true;
      /** The body in the client's dialect; the upstream's own bytes where nothing changes. */
      readonly body: Uint8Array;
      /** What the upstream reported; undefined when it did not. */
      readonly usage: Usage | undefined;
      /**
       * Completion tokens by the length of its texts, counted on demand: most usages are trusted
       * without.
       */
      readonly estimateTokens: () => number;
      /** For calls with images or sound. */
      readonly media?: MediaReport;
      /** Billed tools and tiers; only for calls that may be billed for them. */
      readonly billed?: BillableUse;
    }
  | { readonly ok: false; readonly fault: UpstreamFault };

/** A response in no dialect, or the fault that came instead. */
export type ReadResult =
  | { readonly ok: true; readonly response: ChatResponse }
  | { readonly ok: false; readonly fault: UpstreamFault };

/** Reads a complete response of an upstream. Never throws. */
export function readWholeResponse(codec: UpstreamCodec, bytes: Uint8Array, id: string): ReadResult {
  const body = parseJson(bytes);
  const root: unknown = Array.isArray(body) ? body[0] : body;
  const answer = isRecord(root) && !hasError(root) ? parseSafely(codec, root, id) : undefined;
  if (answer) return { ok: true, response: answer };
  return { ok: false, fault: buildFault(200, readErrorObject(body, false)) };
}

/** What is nested too deeply for the stack is no response. */
function parseSafely(
  codec: UpstreamCodec,
  body: Readonly<Record<string, unknown>>,
  id: string,
): ChatResponse | undefined {
  try {
    return codec.parseResponse(body, id);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function hasError(root: Readonly<Record<string, unknown>>): boolean {
  const { error } = root;
  return error !== undefined && error !== null && error !== false && error !== '';
}

/** Of responses that are no text. */
export const noTokens = () => 0;

/** Tokens that the texts of a response are likely to have; for responses without usage. */
export function estimateResponseTokens(response: ChatResponse): number {
  const texts: string[] = [];
  for (const part of [...response.parts, ...(response.others ?? [])]) {
    if (part.type === 'text' || part.type === 'thinking' || part.type === 'refusal') {
      texts.push(part.text);
    } else if (part.type === 'tool-call') texts.push(part.name, part.args);
  }
  return Math.ceil(estimateTextsCentitokens(texts) / 100);
}

/** A response as the whole stream of a client's dialect. */
export function renderAsStream(
  response: ChatResponse,
  renderer: StreamRenderer,
): WholeResponseResult {
  const sent = eventsOfResponse(response).map((event) => renderer.render(event));
  return {
    ok: true,
    body: encodeText(sent.join('') + renderer.end()),
    usage: response.usage,
    estimateTokens: () => estimateResponseTokens(response),
  };
}

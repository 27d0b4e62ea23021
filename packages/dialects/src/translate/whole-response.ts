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
import type { CreatedId } from '../state/created-ids.ts';
import type { BillableUse } from '../server-tools/billable-features.ts';
import type { UpstreamCodec } from './codec.ts';
import { eventsOfResponse } from './events-of-response.ts';

/** A complete response for the client and its cost, or the fault in a response with status 200. */
export type WholeResponseResult =
  | {
      readonly ok: true;
      /** The body in the client's dialect; the upstream's own bytes if nothing changes. */
      readonly body: Uint8Array;
      /** Usage reported by the upstream; undefined if there is none. */
      readonly usage: Usage | undefined;
      /** It does not cover the whole response; false if absent. */
      readonly isUsageEarly?: boolean;
      /** Estimates completion tokens from the texts, on demand: most reported usages are trusted without. */
      readonly estimateTokens: () => number;
      /** Finds whether it contains reasoning; only for chats. */
      readonly hasThoughts?: () => boolean;
      /** Only for image and audio calls. */
      readonly media?: MediaReport;
      /** Billed tools and tiers; only for calls that may be billed for them. */
      readonly billed?: BillableUse;
      /** Finds what it left at the provider; only for calls whose responses may leave anything. */
      readonly findCreated?: () => readonly CreatedId[];
    }
  | { readonly ok: false; readonly fault: UpstreamFault };

/** A dialect-neutral response, or the fault that replaced it. */
export type ReadResult =
  | { readonly ok: true; readonly response: ChatResponse }
  | { readonly ok: false; readonly fault: UpstreamFault };

/** Reads a complete response of an upstream. Never throws. */
export function readWholeResponse(codec: UpstreamCodec, bytes: Uint8Array, id: string): ReadResult {
  const body = parseJson(bytes);
  const root: unknown = Array.isArray(body) ? body[0] : body;
  const response = isRecord(root) && !hasError(root) ? parseSafely(codec, root, id) : undefined;
  if (response) return { ok: true, response };
  return { ok: false, fault: buildFault(200, readErrorObject(body, false)) };
}

/** JSON nested too deeply for the stack is not a response. */
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

/** For responses without text. */
export const noTokens = () => 0;

/** Estimates the tokens of a response's texts, for responses without usage. */
export function estimateResponseTokens(response: ChatResponse): number {
  const texts: string[] = [];
  for (const part of [...response.parts, ...(response.others ?? [])]) {
    if (part.type === 'text' || part.type === 'thinking' || part.type === 'refusal') {
      texts.push(part.text);
    } else if (part.type === 'tool-call') texts.push(part.name, part.args);
  }
  return Math.ceil(estimateTextsCentitokens(texts) / 100);
}

/** Returns whether a response contains reasoning. */
export function hasThoughts({ parts, others = [] }: ChatResponse): boolean {
  return [...parts, ...others].some(({ type }) => type === 'thinking');
}

/** Renders a response as a whole stream of a client's dialect. */
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
    hasThoughts: () => hasThoughts(response),
  };
}

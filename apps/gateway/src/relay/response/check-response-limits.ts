import { JsonBounds, type JsonExcess, type JsonLimits } from '@tollgate/dialects';
import { yieldEventLoop } from '../../platform/yield-event-loop.ts';
import { STEPS_A_SLICE, UNBOUNDED_BYTES_MAX } from '../request/check-json-limits.ts';

/**
 * Limit of responses that are parsed and serialized again: a thousand embeddings, or images of 4096 × 4096
 * pixels.
 */
const PARSED_BYTES_MAX = 20 * 1024 * 1024;
/** A stream that was buffered completely is parsed event by event. */
const STREAM_BYTES_MAX = 16 * 1024 * 1024;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;

const PARSED: JsonLimits = {
  depth: 256,
  topLevel: 10_000,
  nodes: 150_000,
  values: 2_000_000,
  bareBytes: PARSED_BYTES_MAX,
  bareRun: 4096,
  escapedQuotes: 4_000_000,
};
/** Limits of responses that pass unchanged, of which individual members are read. */
const SCANNED: JsonLimits = {
  ...PARSED,
  nodes: 2_000_000,
  values: Infinity,
  bareBytes: Infinity,
};

export interface BoundedResponse {
  readonly body: Uint8Array;
  /** Whether the body is a complete stream. */
  readonly isStream: boolean;
  readonly translation: { readonly passesThrough: boolean };
}

/** What exceeds a limit: the size, or something in the JSON. */
type ResponseExcess = 'bytes' | JsonExcess;

/**
 * Returns why a whole response can't be parsed without blocking the event loop; undefined if it can. Large
 * ones are measured in slices that yield to it.
 */
export async function findExcess(response: BoundedResponse): Promise<ResponseExcess | undefined> {
  const { body, isStream, translation } = response;
  if (body.length <= UNBOUNDED_BYTES_MAX) return undefined;
  if (isStream) return body.length <= STREAM_BYTES_MAX ? undefined : 'bytes';
  if (!looksLikeJson(body)) return undefined;
  if (!translation.passesThrough && body.length > PARSED_BYTES_MAX) return 'bytes';
  const bounds = new JsonBounds(body, translation.passesThrough ? SCANNED : PARSED);
  // oxlint-disable-next-line no-await-in-loop -- one slice a turn
  while (!bounds.advance(STEPS_A_SLICE)) await yieldEventLoop();
  return bounds.excess;
}

function looksLikeJson(body: Uint8Array): boolean {
  const first = body.find((byte) => byte > 0x20 && byte < 0x80);
  return first === OPEN_BRACE || first === OPEN_BRACKET;
}

import { type JsonExcess, JsonBounds, type JsonLimits } from '@tollgate/dialects';
import { AppError } from '../../platform/app-error.ts';
import { yieldEventLoop } from '../../platform/yield-event-loop.ts';

/**
 * Far beyond what models accept; this gateway parses, checks and converts a body of this size within a few
 * dozen milliseconds (`npm run bench -- hostile`).
 */
export const REQUEST_LIMITS: JsonLimits = {
  depth: 256,
  topLevel: 1000,
  nodes: 150_000,
  values: 1_000_000,
  bareBytes: 8 * 1024 * 1024,
  bareRun: 4096,
  escapedQuotes: 4_000_000,
};

/** Up to this size no body takes long to parse. */
export const UNBOUNDED_BYTES_MAX = 256 * 1024;
/** Bytes scanned per event-loop turn: one to two milliseconds. */
export const STEPS_A_SLICE = 500_000;
/** Up to this size a body is parsed in the same turn as its last slice is scanned. */
const SAME_TURN_BYTES_MAX = 1024 * 1024;

const REASONS: Readonly<Record<JsonExcess, string>> = {
  depth: `it is nested more than ${REQUEST_LIMITS.depth} levels deep`,
  topLevel: `it has more than ${REQUEST_LIMITS.topLevel} members`,
  nodes: `it has more than ${REQUEST_LIMITS.nodes} strings, lists and objects`,
  values: `it has more than ${REQUEST_LIMITS.values} values`,
  bareBytes: `it has more than ${REQUEST_LIMITS.bareBytes} bytes besides its strings`,
  bareRun: `a number or white space in it is longer than ${REQUEST_LIMITS.bareRun} bytes`,
  escapedQuotes: 'its strings have too many escapes',
};

/**
 * Measures a large JSON body before it is parsed, in slices that yield to the event loop; there is nothing to
 * wait for with a small one. Rejects with AppError relay_invalid_request.
 */
export function checkJsonLimits(bytes: Uint8Array): Promise<void> | undefined {
  return bytes.length <= UNBOUNDED_BYTES_MAX ? undefined : measure(bytes);
}

async function measure(bytes: Uint8Array): Promise<void> {
  const bounds = new JsonBounds(bytes, REQUEST_LIMITS);
  // oxlint-disable-next-line no-await-in-loop -- one slice a turn
  while (!bounds.advance(STEPS_A_SLICE)) await yieldEventLoop();
  if (bounds.excess !== undefined) throw tooComplex(bounds.excess);
  if (bytes.length > SAME_TURN_BYTES_MAX) await yieldEventLoop();
}

function tooComplex(excess: JsonExcess): AppError {
  return new AppError('relay_invalid_request', {
    reason: `The request body is too complex: ${REASONS[excess]}.`,
    param: '',
  });
}

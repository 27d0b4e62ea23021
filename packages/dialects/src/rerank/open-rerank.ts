import { buildFault } from '../faults/build-fault.ts';
import { readErrorObject } from '../faults/read-error-object.ts';
import type { UpstreamFault } from '../faults/upstream-fault.ts';
import { requireText, readSafely, reject } from '../ir/read-shape.ts';
import { encodeText } from '../json/encode-text.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import type { RequestFault } from '../ir/request-fault.ts';
import { parseRerankResponse, renderRerankResponse } from './rerank-response.ts';
import { parseRerankCall, renderRerankCall, type ConvertedRerankFormat } from './rerank-call.ts';

export interface RerankOptions {
  readonly to: ConvertedRerankFormat;
  readonly bytes: Uint8Array;
  readonly upstreamModel: string;
  readonly id: string;
}

export type RerankResponseResult =
  | {
      readonly ok: true;
      readonly body: Uint8Array;
      readonly tokens: number | undefined;
      readonly searchUnits: number | undefined;
    }
  | { readonly ok: false; readonly fault: UpstreamFault };

export type OpenRerankResult =
  | {
      readonly ok: true;
      readonly body: Uint8Array;
      readonly readResponse: (bytes: Uint8Array) => RerankResponseResult;
    }
  | { readonly ok: false; readonly fault: RequestFault };

/** Converts a rerank call to another provider's format. Never throws. */
export function openRerank(options: RerankOptions): OpenRerankResult {
  const { to, id, upstreamModel } = options;
  const read = readSafely(() => {
    const body = parseJson(options.bytes);
    if (!isRecord(body)) return reject('The request body must be a JSON object.', 'body');
    return { model: requireText(body.model, 'model'), call: parseRerankCall(body) };
  });
  if (!read.ok) return read;
  const { call, model } = read.value;

  function readResponse(bytes: Uint8Array): RerankResponseResult {
    return readRerankResponse(bytes, (response) =>
      renderRerankResponse(response, call, { id, model }),
    );
  }

  const body = encodeText(JSON.stringify(renderRerankCall(call, upstreamModel, to)));
  return { ok: true, body, readResponse };
}

/** Reads a response; it is passed on as received if nothing renders it. Never throws. */
export function readRerankResponse(
  bytes: Uint8Array,
  render?: (response: NonNullable<ReturnType<typeof parseRerankResponse>>) => unknown,
): RerankResponseResult {
  const body = parseJson(bytes);
  const parsed = isRecord(body) ? parseRerankResponse(body) : undefined;
  if (!parsed) return { ok: false, fault: buildFault(200, readErrorObject(body, false)) };
  const { tokens, searchUnits } = parsed;
  const rendered = render ? encodeText(JSON.stringify(render(parsed))) : bytes;
  return { ok: true, body: rendered, tokens, searchUnits };
}

import { buildFault } from '../faults/build-fault.ts';
import { readErrorObject } from '../faults/read-error-object.ts';
import type { UpstreamFault } from '../faults/upstream-fault.ts';
import { needText, readSafely, reject } from '../ir/read-shape.ts';
import { encodeText } from '../json/encode-text.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import type { RequestFault } from '../openai-chat/client-request.ts';
import { parseRerankAnswer, renderRerankAnswer } from './rerank-answer.ts';
import { parseRerankCall, renderRerankCall, type RerankDialect } from './rerank-call.ts';

export interface RerankOptions {
  readonly from: RerankDialect;
  readonly to: RerankDialect;
  readonly bytes: Uint8Array;
  readonly upstreamModel: string;
  readonly id: string;
}

export type RerankAnswerResult =
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
      readonly readAnswer: (bytes: Uint8Array) => RerankAnswerResult;
    }
  | { readonly ok: false; readonly fault: RequestFault };

/** A rerank call between the two forms that providers have. Never throws. */
export function openRerank(options: RerankOptions): OpenRerankResult {
  const { from, to, id, upstreamModel } = options;
  const read = readSafely(() => {
    const body = parseJson(options.bytes);
    if (!isRecord(body)) return reject('The request body must be a JSON object.', 'body');
    return { model: needText(body.model, 'model'), call: parseRerankCall(body) };
  });
  if (!read.ok) return read;
  const { call, model } = read.value;

  function readAnswer(bytes: Uint8Array): RerankAnswerResult {
    const body = parseJson(bytes);
    const answer = isRecord(body) ? parseRerankAnswer(body) : undefined;
    if (!answer) return { ok: false, fault: buildFault(200, readErrorObject(body, false)) };
    const shown = renderRerankAnswer(answer, call, { client: from, id, model });
    const { tokens, searchUnits } = answer;
    return { ok: true, body: encodeText(JSON.stringify(shown)), tokens, searchUnits };
  }

  const body = encodeText(JSON.stringify(renderRerankCall(call, upstreamModel, to)));
  return { ok: true, body, readAnswer };
}

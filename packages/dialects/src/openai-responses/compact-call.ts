import { SUMMARY_PROMPT, sealSummary } from './compaction.ts';
import { buildTransportFault } from '../faults/build-fault.ts';
import { encodeText } from '../json/encode-text.ts';
import { recordsOf, textOf } from '../json/loose-values.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import type { ClientCall } from '../translate/client-call.ts';
import type { Translation } from '../translate/translation.ts';
import type { WholeResponseResult } from '../translate/whole-response.ts';

/** Budget of the user's messages that are kept verbatim, latest first, in characters of JSON. */
const USER_LENGTH_MAX = 80_000;
/** Members of the request that affect a summary. */
const RETAINED_MEMBERS = [
  'model',
  'instructions',
  'reasoning',
  'prompt_cache_key',
  'service_tier',
  'user',
];

/**
 * Creates the call that generates the summary: the same conversation, followed by the summarization prompt.
 */
export function toSummaryCall(call: ClientCall): ClientCall {
  const { body } = call;
  const retained = RETAINED_MEMBERS.filter((name) => Object.hasOwn(body, name));
  const members = Object.fromEntries(retained.map((name) => [name, body[name]]));
  const instruction = {
    type: 'message',
    role: 'user',
    content: [{ type: 'input_text', text: SUMMARY_PROMPT }],
  };
  const input = [...itemsOf(body.input), instruction];
  return call.withoutCompaction(encodeText(JSON.stringify({ ...members, input, store: false })));
}

function itemsOf(input: unknown): readonly unknown[] {
  if (Array.isArray(input)) return input as unknown[];
  return typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : [];
}

/** Wraps a translation so that its response becomes a compaction: the user's messages, and the summary. */
export function withCompaction(
  translation: Translation,
  call: ClientCall,
  id: string,
): Translation {
  const userMessages = listUserMessages(call.body.input);
  call.forgetBody();
  const compact = (read: Translation['readResponse']) => (bytes: Uint8Array) =>
    renderCompaction(read(bytes), userMessages, id);
  return {
    ...translation,
    passesThrough: false,
    readResponse: compact(translation.readResponse),
    readStreamAsResponse: compact(translation.readStreamAsResponse),
  };
}

/** Collects the latest user messages within the budget; the summary covers older ones. */
function listUserMessages(input: unknown): readonly JsonObject[] {
  const messages: JsonObject[] = [];
  let remaining = USER_LENGTH_MAX;
  for (const item of itemsOf(input).toReversed()) {
    if (!isRecord(item) || item.role !== 'user' || (item.type ?? 'message') !== 'message') continue;
    remaining -= JSON.stringify(item).length;
    if (remaining < 0) break;
    const { content } = item;
    const parts = typeof content === 'string' ? [{ type: 'input_text', text: content }] : content;
    messages.unshift({ type: 'message', role: 'user', status: 'completed', content: parts });
  }
  return messages;
}

function renderCompaction(
  result: WholeResponseResult,
  userMessages: readonly JsonObject[],
  id: string,
): WholeResponseResult {
  if (!result.ok) return result;
  const response = parseJson(result.body);
  const summary = isRecord(response) ? textOfOutput(response.output) : '';
  if (!isRecord(response) || summary.trim() === '')
    return { ok: false, fault: buildTransportFault('bad-response', 'the summary is empty') };
  const compaction = {
    id: `cmp_${id}`,
    type: 'compaction',
    encrypted_content: sealSummary(summary),
  };
  const { created_at, usage } = response;
  const body = {
    id: `resp_${id}`,
    object: 'response.compaction',
    created_at,
    output: [
      ...userMessages.map((item, index) => ({ id: `msg_${id}_${index}`, ...item })),
      compaction,
    ],
    usage,
  };
  return { ...result, body: encodeText(JSON.stringify(body)) };
}

function textOfOutput(output: unknown): string {
  return recordsOf(output)
    .filter(({ type }) => type === 'message')
    .flatMap(({ content }) => recordsOf(content))
    .map(({ text }) => textOf(text))
    .join('');
}

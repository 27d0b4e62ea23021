import { listElements } from '../json/list-elements.ts';
import { CONTINUE } from '../ir/filler-turns.ts';
import { recordsOf, recordOf } from '../json/loose-values.ts';
import type { JsonObject } from '../json/json-object.ts';
import { parseJson } from '../json/parse-json.ts';
import type { ByteRange } from '../json/byte-range.ts';
import { ByteFinder } from '../multipart/find-bytes.ts';
import { encodeText } from '../json/encode-text.ts';
import type { RuledBody } from './ruled-body.ts';

const CONTINUE_TURN = JSON.stringify({ role: 'user', content: CONTINUE });
const SYSTEM = new ByteFinder(encodeText('"system"'));

/**
 * Appends system messages inside a conversation to the system prompt, without their cache markers, which would
 * precede others there. A user's turn stands in for the last one after a response, as the model is to respond.
 */
export function moveSystemTurns(body: RuledBody): void {
  const range = body.range('messages');
  if (!range || !SYSTEM.isIn(body.bytes.subarray(range.start, range.end))) return;
  const elements = listElements(body.bytes, range);
  const moved: JsonObject[] = [];
  let kept: ByteRange | undefined;
  for (const [index, element] of elements.entries()) {
    const content = systemContent(body.bytes.subarray(element.start, element.end));
    if (!content) {
      kept = element;
      continue;
    }
    moved.push(...content);
    // With the comma before it, or at the beginning the one after it.
    const { start, end } = element;
    const before = elements[index - 1];
    if (!kept || !before) body.splice({ start, end: elements[index + 1]?.start ?? end, text: '' });
    else {
      const isAwaited = index === elements.length - 1 && isAssistant(body, kept);
      if (isAwaited) body.note('prefill');
      body.splice({ start: before.end, end, text: isAwaited ? `,${CONTINUE_TURN}` : '' });
    }
  }
  if (moved.length === 0) return;
  body.set('system', [...blocksOf(body.get('system')), ...moved]);
  body.note('system_position');
}

/**
 * Returns the texts of a system message; undefined for another message. Its changes of tools (`tool_addition`)
 * can't be in the system prompt.
 */
function systemContent(bytes: Uint8Array): readonly JsonObject[] | undefined {
  if (!SYSTEM.isIn(bytes)) return undefined;
  const { role, content } = recordOf(parseJson(bytes));
  if (role !== 'system') return undefined;
  return blocksOf(content).flatMap(({ cache_control: _marker, ...block }) =>
    block.type === 'text' ? [block] : [],
  );
}

function isAssistant({ bytes }: RuledBody, { start, end }: ByteRange): boolean {
  return recordOf(parseJson(bytes.subarray(start, end))).role === 'assistant';
}

function blocksOf(content: unknown): readonly JsonObject[] {
  if (typeof content !== 'string') return recordsOf(content);
  return content === '' ? [] : [{ type: 'text', text: content }];
}

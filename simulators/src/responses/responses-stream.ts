import { breakAtStart, breakHalfway } from '../break-stream.ts';
import type { Call } from '../endpoint.ts';
import { openEventStream } from '../event-stream.ts';
import { endOf, type OutputItem, renderResponse } from './responses-response.ts';

const CUT_EVENT = 'event: response.output_text.delta\ndata: {"type":"response.output_text.de';

type Event = { type: string; [member: string]: unknown };

/** Streams a response: every item is added, grows and is done; the end repeats the whole response. */
export async function streamResponse(call: Call, items: readonly OutputItem[]): Promise<void> {
  const { script } = call;
  const stream = openEventStream(call);
  if (await breakAtStart(call, stream)) return;
  let sequence_number = 0;
  const send = ({ type, ...members }: Event) =>
    stream.sendText(
      `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence_number++, ...members })}\n\n`,
    );
  const started = renderResponse(call, [], 'in_progress');
  await send({ type: 'response.created', response: started });
  await send({ type: 'response.in_progress', response: started });
  const events = items.flatMap(itemEvents);
  const half = Math.ceil(events.length / 2);
  for (const event of events.slice(0, half)) await send(event);
  if (await breakHalfway(call, stream, CUT_EVENT)) return;
  for (const event of events.slice(half)) await send(event);
  const end = endOf(script);
  if (script.fault !== 'no-done')
    await send({ type: `response.${end}`, response: renderResponse(call, items, end) });
  stream.end();
}

function itemEvents({ kind, item, chunks }: OutputItem, output_index: number): Event[] {
  const position = { item_id: item.id, output_index };
  const inner = {
    thinking: thinkingEvents,
    text: textEvents,
    call: callEvents,
  }[kind](chunks, position);
  return [
    { type: 'response.output_item.added', output_index, item: emptied(kind, item) },
    ...inner,
    { type: 'response.output_item.done', output_index, item },
  ];
}

function emptied(kind: OutputItem['kind'], item: OutputItem['item']): object {
  if (kind === 'text') return { ...item, status: 'in_progress', content: [] };
  if (kind === 'call') return { ...item, status: 'in_progress', arguments: '' };
  return { ...item, summary: [] };
}

function textEvents(chunks: string[], position: object): Event[] {
  const at = { ...position, content_index: 0 };
  const text = chunks.join('');
  const part = (words: string) => ({ type: 'output_text', text: words, annotations: [] });
  return [
    { type: 'response.content_part.added', ...at, part: part('') },
    ...chunks.map((delta) => ({ type: 'response.output_text.delta', ...at, delta, logprobs: [] })),
    { type: 'response.output_text.done', ...at, text, logprobs: [] },
    { type: 'response.content_part.done', ...at, part: part(text) },
  ];
}

function callEvents(chunks: string[], position: object): Event[] {
  const type = 'response.function_call_arguments';
  return [
    ...chunks.map((delta) => ({ type: `${type}.delta`, ...position, delta })),
    { type: `${type}.done`, ...position, arguments: chunks.join('') },
  ];
}

function thinkingEvents(chunks: string[], position: object): Event[] {
  const at = { ...position, summary_index: 0 };
  const part = (text: string) => ({ type: 'summary_text', text });
  const text = chunks.join('');
  const type = 'response.reasoning_summary';
  return [
    { type: `${type}_part.added`, ...at, part: part('') },
    ...chunks.map((delta) => ({ type: `${type}_text.delta`, ...at, delta })),
    { type: `${type}_text.done`, ...at, text },
    { type: `${type}_part.done`, ...at, part: part(text) },
  ];
}

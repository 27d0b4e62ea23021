import { assertRule, parseJson } from './assert-rule.ts';
import type { Completion, StreamEvent } from './conversation.ts';
import { checkResource, type Item, readItems, readResponsesUsage } from './responses-items.ts';

interface Event {
  type: string;
  sequence_number?: number;
  output_index?: number;
  content_index?: number;
  summary_index?: number;
  item_id?: string;
  item?: Item;
  part?: { type?: string; text?: string };
  delta?: string;
  text?: string;
  arguments?: string;
  response?: { id?: string; status?: string; output?: Item[]; usage?: unknown };
}

const TERMINAL = ['response.completed', 'response.incomplete'];

/** Returns the text of all parsable events. */
export function textInResponses(events: readonly StreamEvent[]): string {
  return events
    .map(({ data }) => parseJson(data) as Event)
    .map(({ type, delta }) => (type === 'response.output_text.delta' ? delta : ''))
    .join('');
}

/**
 * Reads the events of a response as a strict SDK does; the history consists of the items in
 * `output_item.done`.
 */
export function readResponsesStream(events: readonly StreamEvent[]): Completion {
  const parsed = events.map(({ name, data }, index) => {
    const event = parseJson(data) as Event;
    assertRule(name === event.type, 'responses/event-name', `event: ${name}, type: ${event.type}`);
    assertRule(event.sequence_number === index, 'responses/sequence', `event ${index}: ${data}`);
    return event;
  });
  const [created, started] = parsed;
  assertRule(
    created?.type === 'response.created',
    'responses/created-first',
    JSON.stringify(created),
  );
  checkResource(created.response);
  assertRule(
    started?.type === 'response.in_progress',
    'responses/created-first',
    JSON.stringify(started),
  );
  const last = parsed.at(-1);
  assertRule(last && TERMINAL.includes(last.type), 'responses/terminal-last', JSON.stringify(last));
  checkResource(last.response);
  assertRule(
    last.response?.id === created.response?.id,
    'responses/terminal-last',
    'another id at the end',
  );
  const items = collectItems(parsed.slice(2, -1));
  const { output = [], status = '', usage } = last.response ?? {};
  assertRule(
    JSON.stringify(output) === JSON.stringify(items),
    'responses/output-repeated',
    JSON.stringify({ output, items }),
  );
  return { ...readItems(items, status), usage: readResponsesUsage(usage) };
}

/** An item that was added and is not done. */
interface OpenItem {
  id: string;
  /** Texts and arguments assembled from deltas, by event type and index. */
  grown: Map<string, string>;
  parts: Set<string>;
}

function collectItems(events: readonly Event[]): Item[] {
  const items: Item[] = [];
  let open: OpenItem | undefined;
  for (const event of events) {
    const shown = JSON.stringify(event);
    if (event.type === 'response.output_item.added') {
      const isNext =
        !open && event.output_index === items.length && typeof event.item?.id === 'string';
      assertRule(isNext, 'responses/item-order', shown);
      open = { id: event.item?.id as string, grown: new Map(), parts: new Set() };
      continue;
    }
    assertRule(open && event.output_index === items.length, 'responses/item-order', shown);
    if (event.type === 'response.output_item.done') {
      assertRule(event.item?.id === open.id && open.parts.size === 0, 'responses/item-open', shown);
      items.push(event.item);
      open = undefined;
      continue;
    }
    assertRule(event.item_id === open.id, 'responses/item-open', shown);
    growItem(open, event, shown);
  }
  assertRule(!open, 'responses/item-open', 'an item is left open');
  return items;
}

/** Processes an event within an item: the deltas must add up to the value in the event that ends them. */
function growItem(open: OpenItem, event: Event, shown: string): void {
  const [, kind = '', action = ''] =
    /^response\.(.+)[._](added|delta|done)$/.exec(event.type) ?? [];
  const index = event.content_index ?? event.summary_index ?? 0;
  const key = `${kind}${index}`;
  if (kind.endsWith('_part')) {
    if (action === 'added') open.parts.add(key);
    else assertRule(open.parts.delete(key), 'responses/item-open', shown);
    return;
  }
  if (action === 'delta') {
    const isInPart = kind === 'function_call_arguments' || open.parts.size > 0;
    assertRule(isInPart && typeof event.delta === 'string', 'responses/item-open', shown);
    open.grown.set(key, (open.grown.get(key) ?? '') + event.delta);
    return;
  }
  if (action !== 'done') return;
  const whole = event.text ?? event.arguments;
  assertRule(whole === (open.grown.get(key) ?? ''), 'responses/deltas-add-up', shown);
}

import type { ChatResponse, Stop } from '../ir/response.ts';
import type { ResponsePart, Signature } from '../ir/parts.ts';
import type { StreamedPart, StreamEvent } from '../ir/stream-event.ts';
import type { ChatUsage } from '../ir/usage.ts';

interface Growing {
  readonly part: StreamedPart;
  text: string;
  signature?: Signature;
  closed: boolean;
}

/** Assembles a response from a stream's events. Throws if they violate the rules of the IR. */
export function collectResponse(events: readonly StreamEvent[]): ChatResponse {
  const parts: (Growing | ResponsePart)[] = [];
  let id = '';
  let model = '';
  let starts = 0;
  let usage: ChatUsage | undefined;
  let stop: Stop | undefined;
  const growing = (index: number): Growing => {
    const part = parts[index];
    if (!part || !('closed' in part)) throw new Error(`part ${index} was not opened`);
    if (part.closed) throw new Error(`part ${index} is closed`);
    return part;
  };
  const add = (index: number, part: Growing | ResponsePart) => {
    if (index !== parts.length) throw new Error(`part ${index} is out of order`);
    parts.push(part);
  };
  for (const event of events) {
    if (stop && event.type !== 'usage') throw new Error(`${event.type} after the finish`);
    if (event.type === 'start') ({ id, model } = event);
    if (event.type === 'start') starts++;
    else if (event.type === 'part-start')
      add(event.index, { part: event.part, text: '', closed: false });
    else if (event.type === 'part') add(event.index, event.part);
    else if (event.type === 'delta') growing(event.index).text += event.text;
    else if (event.type === 'signature') growing(event.index).signature = event.signature;
    else if (event.type === 'part-end') growing(event.index).closed = true;
    else if (event.type === 'usage') ({ usage } = event);
    else if (event.type === 'finish') ({ stop } = event);
  }
  if (starts !== 1) throw new Error(`${starts} starts`);
  if (!stop) throw new Error('no finish');
  return { id, model, parts: parts.map(finishPart), stop, usage };
}

function finishPart(part: Growing | ResponsePart): ResponsePart {
  if (!('closed' in part)) return part;
  if (!part.closed) throw new Error('a part was left open');
  const { text, signature } = part;
  if (part.part.kind === 'tool-call') {
    const { id, name, custom, signature: initialSignature } = part.part;
    return {
      type: 'tool-call',
      id,
      name,
      args: text,
      ...(custom ? { custom } : {}),
      ...(initialSignature ? { signature: initialSignature } : {}),
    };
  }
  return { type: part.part.kind, text, ...(signature ? { signature } : {}) };
}

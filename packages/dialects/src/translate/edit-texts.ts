import type { ChatResponse } from '../ir/response.ts';
import type { ResponsePart } from '../ir/parts.ts';
import type { EmitEvent, StreamEvent } from '../ir/stream-event.ts';

/** Changes one text of a response on its way to the client. */
export interface TextEditor {
  /** Takes the next piece; returns what may be shown now. */
  take(piece: string): string;
  /** Ends the text; returns what was held back. */
  end(): string;
}

/** A new editor for each text. */
export type OpenEditor = () => TextEditor;

/** The response with its texts, thoughts and refusals edited. */
export function editResponse(response: ChatResponse, open: OpenEditor | undefined): ChatResponse {
  if (!open) return response;
  return { ...response, parts: response.parts.map((part) => editPart(part, open)) };
}

function editPart(part: ResponsePart, open: OpenEditor): ResponsePart {
  if (part.type !== 'text' && part.type !== 'thinking' && part.type !== 'refusal') return part;
  const editor = open();
  return { ...part, text: editor.take(part.text) + editor.end() };
}

/**
 * The same for a stream. Log probabilities would reveal the words that were removed, so they are
 * dropped.
 */
export function editStream(emit: EmitEvent, open: OpenEditor | undefined): EmitEvent {
  if (!open) return emit;
  const editors = new Map<number, TextEditor>();
  const grow = (index: number, text: string) => {
    if (text !== '') emit({ type: 'delta', index, text });
  };
  return (event: StreamEvent) => {
    if (event.type === 'part-start' && event.part.kind !== 'tool-call')
      editors.set(event.index, open());
    const editor = 'index' in event ? editors.get(event.index) : undefined;
    if (editor && event.type === 'delta') return grow(event.index, editor.take(event.text));
    if (editor && event.type === 'part-end') {
      grow(event.index, editor.end());
      editors.delete(event.index);
    }
    return emit(event);
  };
}

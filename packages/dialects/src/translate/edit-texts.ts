import type { ChatResponse } from '../ir/response.ts';
import type { ResponsePart } from '../ir/parts.ts';
import type { EmitEvent, StreamEvent } from '../ir/stream-event.ts';

/** Changes one text of a response on its way to the client. */
export interface TextEditor {
  /** Takes the next piece; returns what may be sent now. */
  take(text: string): string;
  /** Ends the text; returns what was held back. */
  end(): string;
}

/** Creates an editor for each text. */
export type OpenEditor = () => TextEditor;

/** Edits the response's texts, thoughts and refusals. */
export function editResponse(response: ChatResponse, open: OpenEditor | undefined): ChatResponse {
  if (!open) return response;
  return { ...response, parts: response.parts.map((part) => editPart(part, open)) };
}

function editPart(part: ResponsePart, open: OpenEditor): ResponsePart {
  if (part.type !== 'text' && part.type !== 'thinking' && part.type !== 'refusal') return part;
  const editor = open();
  return { ...part, text: editor.take(part.text) + editor.end() };
}

/** Does the same for a stream. Log probabilities are dropped, as they would reveal removed words. */
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

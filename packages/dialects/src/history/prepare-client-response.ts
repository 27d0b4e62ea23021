import type { ChatResponse } from '../ir/response.ts';
import { fitCallId } from '../ir/fit-name.ts';
import { type ResponsePart, type Signature, UNSIGNED } from '../ir/parts.ts';
import type { EmitEvent, StreamedPart, StreamEvent } from '../ir/stream-event.ts';
import { showStop, toShownStop } from './shown-stop.ts';
import { callKey, type KeepSignature, TextKey, textKey } from './signature-keys.ts';

/**
 * Longest tool call id that every vendor accepts back (OpenAI's chat completions: 40 characters, letters,
 * digits, `_` and `-`), so that a conversation can move to any of them.
 */
export const CALL_ID_LENGTH_MAX = 40;

/**
 * Prepares a response for rendering to a client of another dialect: makes call ids acceptable to every
 * vendor, stores signatures that the client's dialect can't carry, and drops empty parts.
 */
export function prepareClientResponse(
  response: ChatResponse,
  keepSignature: KeepSignature | undefined,
): ChatResponse {
  const parts = response.parts.flatMap((part): ResponsePart[] => {
    if (part.type === 'tool-call') {
      const id = fitCallId(part.id, CALL_ID_LENGTH_MAX);
      if (part.signature) keepSignature?.(callKey(id), part.signature);
      return [{ ...part, id }];
    }
    if (part.type === 'text') {
      const { signature, ...text } = part;
      if (signature && part.text !== '') keepSignature?.(textKey(part.text), signature);
      return part.text === '' && !part.citations ? [] : [text];
    }
    if (part.type !== 'thinking' || part.signature) return [part];
    return part.text === '' ? [] : [{ ...part, signature: UNSIGNED }];
  });
  return { ...response, parts, stop: toShownStop(response.stop, parts.every(isThought)) };
}

const isThought = ({ type }: ResponsePart) => type === 'thinking';

/** Does the same for a stream: a part starts with its first content. */
export function prepareClientStream(
  emitToClient: EmitEvent,
  keepSignature: KeepSignature | undefined,
): EmitEvent {
  const emit = showStop(emitToClient);
  const unbegun = new Map<number, StreamedPart>();
  const texts = new Map<number, { readonly key: TextKey; signature?: Signature }>();
  const unsigned = new Set<number>();

  function begin(index: number): void {
    const part = unbegun.get(index);
    if (!part) return;
    unbegun.delete(index);
    emit({ type: 'part-start', index, part });
  }

  function open(index: number, part: StreamedPart): void {
    if (part.kind !== 'tool-call') {
      unbegun.set(index, part);
      if (part.kind === 'text') texts.set(index, { key: new TextKey() });
      if (part.kind !== 'thinking') return;
      unsigned.add(index);
      return emit({ type: 'ping', thinks: true });
    }
    const id = fitCallId(part.id, CALL_ID_LENGTH_MAX);
    if (part.signature) keepSignature?.(callKey(id), part.signature);
    emit({ type: 'part-start', index, part: { ...part, id } });
  }

  function close(event: Extract<StreamEvent, { type: 'part-end' }>): void {
    const text = texts.get(event.index);
    texts.delete(event.index);
    const isUnsigned = unsigned.delete(event.index);
    if (unbegun.delete(event.index)) return;
    if (isUnsigned) emit({ type: 'signature', index: event.index, signature: UNSIGNED });
    if (text?.signature) keepSignature?.(text.key.toString(), text.signature);
    emit(event);
  }

  return (event) => {
    switch (event.type) {
      case 'part-start':
        return open(event.index, event.part);
      case 'part-end':
        return close(event);
      case 'signature': {
        const text = texts.get(event.index);
        if (text) {
          text.signature = event.signature;
          return undefined;
        }
        unsigned.delete(event.index);
        begin(event.index);
        return emit(event);
      }
      case 'delta':
        if (event.text !== '' || event.logprobs) begin(event.index);
        texts.get(event.index)?.key.add(event.text);
        return emit(event);
      case 'citation':
        begin(event.index);
        return emit(event);
      default:
        return emit(event);
    }
  };
}

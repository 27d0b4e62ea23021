import type { Signature } from '../ir/parts.ts';
import type { RenderContext } from '../ir/render-context.ts';
import type { StreamedPart } from '../ir/stream-event.ts';
import type { JsonObject } from '../json/json-object.ts';
import { splitNamespace } from './namespaces.ts';
import {
  callItemId,
  messageId,
  reasoningId,
  renderCall,
  renderMessage,
  renderReasoning,
  textContent,
} from './render-response.ts';

/** An output item being streamed; its done events repeat its whole text. */
export interface StreamItem {
  readonly part: StreamedPart;
  readonly id: string;
  readonly outputIndex: number;
  text: string;
  signature?: Signature;
  readonly annotations: JsonObject[];
  readonly logprobs: JsonObject[];
}

export function createStreamItem(
  part: StreamedPart,
  outputIndex: number,
  context: RenderContext,
): StreamItem {
  const idOf = {
    text: messageId,
    refusal: messageId,
    thinking: reasoningId,
    'tool-call': callItemId,
  };
  const id = idOf[part.kind](context, outputIndex);
  return { part, id, outputIndex, text: '', annotations: [], logprobs: [] };
}

/** Renders the item as it begins. */
export function renderBegun({ part, id }: StreamItem): JsonObject {
  switch (part.kind) {
    case 'text':
    case 'refusal':
      return { id, type: 'message', status: 'in_progress', role: 'assistant', content: [] };
    case 'thinking':
      return { id, type: 'reasoning', summary: [] };
    case 'tool-call': {
      const rest = { status: 'in_progress', call_id: part.id, ...splitNamespace(part.name) };
      return part.custom
        ? { id, type: 'custom_tool_call', ...rest, input: '' }
        : { id, type: 'function_call', ...rest, arguments: '' };
    }
  }
}

/** Renders the finished item. */
export function renderEnded(item: StreamItem): JsonObject {
  const { part, id, text } = item;
  switch (part.kind) {
    case 'text':
    case 'refusal':
      return renderMessage(id, renderContent(item));
    case 'thinking': {
      // The id must be the one that the item started with.
      const { signature } = item;
      const thought = { type: 'thinking' as const, text, ...(signature ? { signature } : {}) };
      return { ...renderReasoning(thought, id), id };
    }
    case 'tool-call': {
      const { name, custom } = part;
      return renderCall({ type: 'tool-call', id: part.id, name, args: text, custom }, id);
    }
  }
}

/** Renders the single content part of a message. */
export function renderContent({ part, text, annotations, logprobs }: StreamItem): JsonObject {
  if (part.kind === 'refusal') return { type: 'refusal', refusal: text };
  return { ...textContent(text), annotations, logprobs };
}

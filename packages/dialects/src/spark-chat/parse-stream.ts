import { readFunctionCall } from '../ir/function-call.ts';
import { PartWriter } from '../ir/part-writer.ts';
import type { EmitEvent } from '../ir/stream-event.ts';
import type { StreamDialectReader } from '../ir/stream-parser.ts';
import { textOf } from '../json/loose-values.ts';
import { readSparkFrame } from './read-frame.ts';

/** Reads the messages of Spark's WebSocket; they are complete with status 2. */
export function readSparkStream(emit: EmitEvent, id: string): StreamDialectReader {
  const writer = new PartWriter(emit);
  let started = false;
  let finished = false;
  return {
    take(message) {
      if (finished) return;
      const frame = readSparkFrame(message);
      if (frame.error) return emit({ type: 'error', error: frame.error });
      if (!started) {
        started = true;
        emit({ type: 'start', id: textOf(frame.id), model: '' });
      }
      for (const text of frame.texts) {
        writer.flow('thinking', textOf(text.reasoning_content));
        writer.flow('text', textOf(text.content));
        const call = readFunctionCall(text, id);
        if (!call || call.name === '') continue;
        writer.openCall(call.id, { kind: 'tool-call', id: call.id, name: call.name });
        writer.appendArguments(call.id, call.args);
      }
      if (frame.usage) emit({ type: 'usage', usage: frame.usage });
      if (!frame.isLast) return;
      finished = true;
      writer.closeAll();
      emit({ type: 'finish', stop: { reason: writer.hasCalls ? 'tools' : 'end' } });
    },
  };
}

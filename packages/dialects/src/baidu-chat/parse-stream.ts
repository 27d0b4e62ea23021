import { readErrorObject } from '../faults/read-error-object.ts';
import { readFunctionCall } from '../ir/function-call.ts';
import { PartWriter } from '../ir/part-writer.ts';
import type { EmitEvent } from '../ir/stream-event.ts';
import type { StreamDialectReader } from '../ir/stream-parser.ts';
import { textOf } from '../json/loose-values.ts';
import { readBaiduStop, readBaiduUsage } from './parse-response.ts';

/** Reads the stream of Baidu's first chat API; it is complete at is_end. */
export function readBaiduStream(emit: EmitEvent, id: string): StreamDialectReader {
  const writer = new PartWriter(emit);
  let started = false;
  let finished = false;
  return {
    take(event) {
      if (finished) return;
      const error = readErrorObject(event, false);
      if (error) return emit({ type: 'error', error });
      if (!started) {
        started = true;
        emit({ type: 'start', id: textOf(event.id), model: '' });
      }
      writer.flow('text', textOf(event.result));
      const call = readFunctionCall(event, id);
      if (call) {
        writer.openCall(call.id, { kind: 'tool-call', id: call.id, name: call.name });
        writer.appendArguments(call.id, call.args);
      }
      const usage = readBaiduUsage(event.usage);
      if (usage) emit({ type: 'usage', usage });
      if (event.is_end !== true) return;
      finished = true;
      writer.closeAll();
      emit({ type: 'finish', stop: readBaiduStop(event, writer.hasCalls) });
    },
  };
}

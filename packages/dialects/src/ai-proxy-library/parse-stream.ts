import { PartWriter } from '../ir/part-writer.ts';
import type { EmitEvent } from '../ir/stream-event.ts';
import type { StreamDialectReader } from '../ir/stream-parser.ts';
import { readErrorObject } from '../faults/read-error-object.ts';
import { textOf } from '../json/loose-values.ts';
import { readDocuments } from './parse-response.ts';

/** Reads the stream of an AI Proxy knowledge base; it is complete after an event with `finish: true`. */
export function readLibraryStream(emit: EmitEvent): StreamDialectReader {
  const writer = new PartWriter(emit);
  let finished = false;
  return {
    take(event) {
      if (finished) return;
      const error = readErrorObject(event, false);
      if (error) return emit({ type: 'error', error });
      writer.flow('text', textOf(event.content));
      for (const citation of readDocuments(event)) writer.cite(citation);
      if (event.finish !== true) return;
      finished = true;
      writer.closeAll();
      emit({ type: 'finish', stop: { reason: 'end' } });
    },
  };
}

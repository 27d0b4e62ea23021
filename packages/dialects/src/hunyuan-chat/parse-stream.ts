import { readErrorObject } from '../faults/read-error-object.ts';
import type { EmitEvent } from '../ir/stream-event.ts';
import type { StreamDialectReader } from '../ir/stream-parser.ts';
import { recordOf } from '../json/loose-values.ts';
import { readChatStream } from '../openai-chat/parse-stream.ts';
import { snakeKeys } from './snake-keys.ts';

/** Reads the stream of Hunyuan's own API, which is OpenAI's with other names. */
export function readHunyuanStream(emit: EmitEvent, id: string): StreamDialectReader {
  const reader = readChatStream(emit, id);
  return {
    get stopped() {
      return reader.stopped === true;
    },
    take(event) {
      const error = readErrorObject(event, false);
      if (error) return emit({ type: 'error', error });
      reader.take(recordOf(snakeKeys(event)));
    },
    takeText: (text) => reader.takeText?.(text),
    end: () => reader.end?.(),
  };
}

/// <reference types="node" />
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DIALECTS, type Dialect, type UpstreamFormat } from '../src/ir/dialect.ts';
import type { StreamEvent } from '../src/ir/stream-event.ts';
import { feedReader } from '../src/ir/stream-parser.ts';
import { isRecord, parseJson } from '../src/json/parse-json.ts';
import type { MediaRequest } from '../src/media/media-request.ts';
import { EventSplitter } from '../src/sse/event-splitter.ts';
import { LineSplitter } from '../src/sse/line-splitter.ts';
import { UPSTREAM_CODECS } from '../src/translate/codec.ts';

const root = join(import.meta.dirname, '..');
/**
 * Every recorded stream of the package, wherever it is: new files are found automatically. Those of providers
 * are tested with their credentials and prices, by provider-fixtures.test.ts.
 */
export const RECORDED_FILES: readonly string[] = readdirSync(root, {
  recursive: true,
  encoding: 'utf8',
}).filter((path) =>
  /^(?!node_modules|fixtures\/providers).*\/(?:upstream-)?stream\.txt$/.test(path),
);

const isFormat = (name: string): name is UpstreamFormat => Object.hasOwn(UPSTREAM_CODECS, name);
const isDialect = (name: string): name is Dialect => DIALECTS.some((dialect) => dialect === name);
/** Returns the bytes of a recorded stream. */
export const loadStream = (path: string): Uint8Array => readFileSync(join(root, path));
/** The folder above the case's names the format. */
const STREAMS = RECORDED_FILES.map((path) => {
  const folder = dirname(dirname(path)).split('/').at(-1) ?? '';
  // Completions stream in the format of chats.
  return { path, format: folder === 'openai-completions' ? 'openai-chat' : folder };
});
/** Chat streams, by upstream format. */
export const CHAT_STREAMS = STREAMS.flatMap(({ path, format }) =>
  isFormat(format) ? [{ path, format }] : [],
);
/** Chat streams in dialects that clients also use. */
export const DIALECT_STREAMS = CHAT_STREAMS.flatMap(({ path, format }) =>
  isDialect(format) ? [{ path, format }] : [],
);
/** Image and audio streams. */
export const MEDIA_STREAMS = STREAMS.filter(({ format }) => format === 'media');

/** Returns the IR events of a stream. */
export function eventsOf(format: UpstreamFormat, chunks: readonly Uint8Array[]): StreamEvent[] {
  const events: StreamEvent[] = [];
  const emit = (event: StreamEvent) => void events.push(event);
  const codec = UPSTREAM_CODECS[format];
  const reader = codec.readStream(emit, 'req1');
  const splitter = codec.streamsLines
    ? new LineSplitter(1 << 24, (line) => {
        const data = parseJson(line);
        if (isRecord(data)) reader.take(data);
      })
    : new EventSplitter({
        maxEventBytes: 1 << 24,
        onEvent: (event) => {
          feedReader(reader, emit, event);
          return false;
        },
      });
  for (const chunk of chunks) splitter.push(chunk);
  splitter.finish();
  reader.end?.();
  return events;
}

/** Returns the image or audio call that a stream belongs to: the case is named after its kind. */
export function mediaOf(path: string): MediaRequest {
  const isImage = path.includes('/images');
  return {
    kind: isImage ? 'images' : path.includes('/speech') ? 'speech' : 'transcriptions',
    work: isImage
      ? {
          unit: 'image',
          size: '',
          quality: '',
          count: 1,
          partials: 2,
          inputs: 0,
          promptTokens: 1,
        }
      : { unit: 'transcript', seconds: 9, promptTokens: 0 },
    contentType: 'application/json',
    responseFormat: '',
    form: undefined,
  };
}

import type { Dialect, WireFormat } from '../ir/dialect.ts';
import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import type { RequestKind } from '../ir/call-kind.ts';
import { readCall } from '../translate/client-call.ts';
import { findModelRules } from '../model-rules/find-model-rules.ts';
import type { IsForeignSignature } from '../history/clean-body.ts';
import type { KeepSignature, RecallSignature } from '../history/signature-keys.ts';
import { openTranslation } from '../translate/open-translation.ts';
import type { OpenTranslationResult, Translation } from '../translate/translation.ts';

/** Bodies as tests like to look into them. */
// tidy-ignore: tests look into JSON of any shape
export type Json = { readonly [name: string]: Json } & readonly Json[];

export interface CallOptions {
  readonly from: Dialect;
  readonly to: WireFormat;
  readonly kind?: RequestKind;
  readonly body: object;
  /** The model's name at the upstream. */
  readonly model?: string;
  readonly stream?: boolean;
  readonly maxEventBytes?: number;
  readonly isForeignSignature?: IsForeignSignature;
  readonly keepSignature?: KeepSignature;
  readonly recallSignature?: RecallSignature;
  readonly searchUsesMax?: number;
}

export function tryTranslation(options: CallOptions): OpenTranslationResult {
  const { from, to, kind, body, model = 'some-model', stream = false, maxEventBytes } = options;
  const { isForeignSignature, keepSignature, recallSignature, searchUsesMax } = options;
  const bytes = encodeText(JSON.stringify(body));
  const read = readCall({
    dialect: from,
    bytes,
    model: 'asked-model',
    stream,
    ...(kind && { kind }),
  });
  if (!read.ok) return read;
  return openTranslation({
    call: read.call,
    to,
    upstreamModel: model,
    id: 'req1',
    createdSeconds: 1_763_700_000,
    injectUsage: true,
    modelRules: findModelRules(to, model),
    isForeignSignature,
    keepSignature,
    recallSignature,
    searchUsesMax,
    ...(maxEventBytes === undefined ? {} : { maxEventBytes }),
  });
}

export function translationOf(options: CallOptions): Translation {
  const opened = tryTranslation(options);
  if (!opened.ok) throw new Error(opened.fault.message);
  return opened.translation;
}

/** Returns the body sent upstream. */
export function sendUpstream(options: CallOptions): Json {
  return JSON.parse(decodeText(translationOf(options).body)) as Json;
}

/** Returns the conversion warnings as listed in the response header. */
export function warningsOf(options: CallOptions): readonly string[] {
  return translationOf(options).warnings.map(({ feature, kind }) => `${feature};${kind}`);
}

/** Returns what the client receives for a non-streamed response. */
export function receiveResponse(options: CallOptions, response: object): Json {
  const result = translationOf(options).readResponse(encodeText(JSON.stringify(response)));
  if (!result.ok) throw new Error(result.fault.excerpt);
  return JSON.parse(decodeText(result.body)) as Json;
}

/** Returns the JSON of all events that the client receives for a stream. */
export function receiveStream(options: CallOptions, upstream: readonly object[]): readonly Json[] {
  const stream = translationOf({ ...options, stream: true }).openStream();
  const text = upstream.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  const sent = stream.push(encodeText(text)).map(decodeText).join('');
  const tail = decodeText(stream.end().tail);
  return (sent + tail)
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)) as Json);
}

import type { MediaKind } from '../media/media-kind.ts';

/** The calls that share the OpenAI envelope of this package. */
export type EnvelopeKind = 'chat' | 'completions' | 'embeddings' | 'moderations';

/** All kinds of calls. */
export type RequestKind = EnvelopeKind | 'ocr' | 'rerank';

/** Every call of a model in the OpenAI envelope. */
export type CallKind = RequestKind | MediaKind | 'realtime';

import type { MediaKind } from '../media/media-kind.ts';

/** Calls that share this package's OpenAI envelope. */
export type EnvelopeKind = 'chat' | 'completions' | 'embeddings' | 'moderations';

/** Kinds of calls with a JSON request and response. */
export type RequestKind = EnvelopeKind | 'ocr' | 'rerank';

/** All kinds of calls. */
export type CallKind = RequestKind | MediaKind | 'realtime';

import type { DocValues } from './parse-doc.ts';

type Kind = Exclude<keyof DocValues, 'site' | 'key' | 'model'>;

/** Name pattern of each kind of model, and the best-known one as a fallback. */
export const KINDS: Record<Kind, { pattern: RegExp; usual: string }> = {
  image: { pattern: /^gpt-image|^dall-e/i, usual: 'gpt-image-1' },
  speech: { pattern: /tts/i, usual: 'tts-1' },
  transcription: { pattern: /whisper|transcribe/i, usual: 'whisper-1' },
  realtime: { pattern: /realtime/i, usual: 'gpt-realtime' },
  embedding: { pattern: /embed/i, usual: 'text-embedding-3-small' },
  rerank: { pattern: /rerank/i, usual: 'rerank-v3.5' },
};

/** Returns a model of each kind for the samples, one of the site's if it has any. */
export function modelsOfKinds(names: readonly string[]): Record<Kind, string> {
  const of = (kind: Kind) =>
    names.find((name) => KINDS[kind].pattern.test(name)) ?? KINDS[kind].usual;
  return {
    image: of('image'),
    speech: of('speech'),
    transcription: of('transcription'),
    realtime: of('realtime'),
    embedding: of('embedding'),
    rerank: of('rerank'),
  };
}

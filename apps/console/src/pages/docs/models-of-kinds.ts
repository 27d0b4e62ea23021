import type { DocValues } from './parse-doc.ts';

type Kind = Exclude<keyof DocValues, 'site' | 'key' | 'model'>;

/** What models of a kind are called, and the best known one: taken where the site has none. */
export const KINDS: Record<Kind, { pattern: RegExp; usual: string }> = {
  image: { pattern: /^gpt-image|^dall-e/i, usual: 'gpt-image-1' },
  speech: { pattern: /tts/i, usual: 'tts-1' },
  transcription: { pattern: /whisper|transcribe/i, usual: 'whisper-1' },
  realtime: { pattern: /realtime/i, usual: 'gpt-realtime' },
  embedding: { pattern: /embed/i, usual: 'text-embedding-3-small' },
  rerank: { pattern: /rerank/i, usual: 'rerank-v3.5' },
};

/** A model of each kind that the samples can call: one that the site has, where it has one. */
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

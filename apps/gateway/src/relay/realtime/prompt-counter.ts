import { maxImageTokensOf } from '@tollgate/dialects';
import { objectOf, readEvent, type RealtimeEvent } from './realtime-events.ts';

/** The largest context of realtime models is 128k. */
const CONTEXT_TOKENS_MAX = 131_072;
/**
 * Bytes of a second of audio as base64: 16 bits at 24,000 a second, and G.711 (8 bits at 8,000).
 */
const SECOND_BYTES = { pcm: (24_000 * 2 * 4) / 3, g711: (8000 * 4) / 3 } as const;
/** Or letters that are written as their codes, which nothing does that means no harm. */
const G711 = /g711|pcm[ua]\b|\\u00[3-7]/i;
/**
 * Tokens of a second of input audio. Source: OpenAI "Realtime costs" (1 for 100 ms); Google counts
 * 32.
 */
const SECOND_TOKENS = { openAi: 10, others: 32 } as const;
/** Bytes of a token of text and of the JSON around it, about. */
const TEXT_BYTES_A_TOKEN = 4;
/** References to content kept elsewhere, whose length is unknown here. */
const KEPT = /"(?:prompt|mcp|server_url|connector_id)"|\\u00[3-7]/;
const SETTINGS = /session\.update$|^response\.create$/;

/**
 * The most tokens that the prompts of a realtime session can hold, by all that its client has sent.
 */
export class PromptCounter {
  #tokens = 0;
  #textBytes = 0;
  #audioTokens = 0;
  #imageTokens = 0;
  #secondBytes: number = SECOND_BYTES.pcm;

  /** The most tokens of a prompt, less the responses before it. */
  get tokens(): number {
    return Math.min(this.#tokens, CONTEXT_TOKENS_MAX);
  }

  /** What they probably hold, and how much of that is audio. */
  get estimate(): { tokens: number; audioTokens: number } {
    const read = Math.ceil(this.#textBytes / TEXT_BYTES_A_TOKEN) + this.#imageTokens;
    const audioTokens = Math.min(this.#audioTokens, CONTEXT_TOKENS_MAX);
    return { tokens: Math.min(read + audioTokens, CONTEXT_TOKENS_MAX), audioTokens };
  }

  /**
   * Adds an event of the client: a byte of text is one token at most. Returns the event with the
   * seconds of audio in it; undefined where it can't be read.
   */
  add(data: Buffer, model: string): { event: RealtimeEvent; seconds: number } | undefined {
    const event = readEvent(data);
    if (!event) {
      this.#tokens += data.length;
      this.#textBytes += data.length;
      return undefined;
    }
    const { type } = event;
    if (SETTINGS.test(type)) {
      const text = data.toString('latin1');
      if (G711.test(text)) this.#secondBytes = SECOND_BYTES.g711;
      if (KEPT.test(text)) this.#tokens += CONTEXT_TOKENS_MAX;
    }
    const { audioBytes, imageBytes, images } = measureMedia(event);
    const rate = /^(?:.*\/)?gpt-/.test(model) ? SECOND_TOKENS.openAi : SECOND_TOKENS.others;
    const seconds = audioBytes / this.#secondBytes;
    const ofAudio = Math.ceil(seconds * rate);
    const ofImages = images * maxImageTokensOf(model);
    const textBytes = data.length - audioBytes - imageBytes;
    this.#tokens += textBytes + ofAudio + ofImages;
    this.#textBytes += textBytes;
    this.#audioTokens += ofAudio;
    this.#imageTokens += ofImages;
    return { event, seconds };
  }
}

interface EventMedia {
  audioBytes: number;
  imageBytes: number;
  images: number;
}

/** Audio and images of an event, where a model reads them as such. */
function measureMedia({ type, body }: RealtimeEvent): EventMedia {
  const media: EventMedia = { audioBytes: 0, imageBytes: 0, images: 0 };
  if (type === 'input_audio_buffer.append') media.audioBytes += lengthOf(body['audio']);
  const { input } = objectOf(body, 'response');
  for (const item of [body['item'], ...listOf(input)])
    for (const part of listOf(objectOf({ item }, 'item')['content'])) {
      const { type: kind, audio, image_url: url } = objectOf({ part }, 'part');
      if (kind === 'input_audio') media.audioBytes += lengthOf(audio);
      if (kind !== 'input_image') continue;
      media.images += 1;
      if (typeof url === 'string' && url.startsWith('data:')) media.imageBytes += url.length;
    }
  return media;
}

const lengthOf = (value: unknown) => (typeof value === 'string' ? value.length : 0);
const listOf = (value: unknown) => (Array.isArray(value) ? (value as unknown[]) : []);

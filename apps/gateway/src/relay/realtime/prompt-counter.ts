import { maxImageTokensOf } from '@tollgate/dialects';
import { G711_SECOND_LENGTH, secondLengthOf, usualSecondLength } from './audio-format.ts';
import { objectOf, readEvent, type RealtimeEvent } from './realtime-events.ts';

/** The largest context of realtime models is 128k. */
export const CONTEXT_TOKENS_MAX = 131_072;
/** Names of G.711 formats, or escaped ASCII characters, which no honest client sends. */
const G711 = /g711|pcm[ua]\b|\\u00[3-7]/i;
/** Tokens per second of input audio. Source: OpenAI "Realtime costs" (1 per 100 ms); Google counts 32. */
const SECOND_TOKENS = { openAi: 10, others: 32 } as const;
/** Approximate bytes per token of text, including the JSON around it. */
const TEXT_BYTES_A_TOKEN = 4;
/** References to content stored elsewhere, whose length is unknown here. */
const STORED_CONTENT = /"(?:prompt|mcp|server_url|connector_id)"|\\u00[3-7]/;
const SETTINGS = /session\.update$|^response\.create$/;

/**
 * Counts an upper bound of the tokens in a realtime session's prompts from everything its client has sent.
 */
export class PromptCounter {
  #tokens = 0;
  #textBytes = 0;
  #audioTokens = 0;
  #imageTokens = 0;
  /** Base64 characters of a second of audio: the fewest that the client stated, and what the upstream did. */
  #declaredSecond = Infinity;
  #confirmedSecond: number | undefined;

  /** Upper bound of a prompt's tokens, without the previous responses. */
  get tokens(): number {
    return Math.min(this.#tokens, CONTEXT_TOKENS_MAX);
  }

  /** Estimated tokens, and how many of them are audio. */
  get estimate(): { tokens: number; audioTokens: number } {
    const read = Math.ceil(this.#textBytes / TEXT_BYTES_A_TOKEN) + this.#imageTokens;
    const audioTokens = Math.min(this.#audioTokens, CONTEXT_TOKENS_MAX);
    return { tokens: Math.min(read + audioTokens, CONTEXT_TOKENS_MAX), audioTokens };
  }

  /** Applies the format of the session's input as the upstream reports it. */
  takeSession(session: RealtimeEvent['body'], model: string): void {
    this.#confirmedSecond = secondLengthOf(session, 'input', model) ?? this.#confirmedSecond;
  }

  /**
   * Applies what the client states of its format. It may take effect or not, and nobody tells when: only a
   * longer second waits for the upstream's word.
   */
  #declare({ body }: RealtimeEvent, text: string, model: string): void {
    const stated = secondLengthOf(objectOf(body, 'session'), 'input', model) ?? Infinity;
    const least = G711.test(text) ? G711_SECOND_LENGTH : stated;
    this.#declaredSecond = Math.min(this.#declaredSecond, least);
  }

  #secondLength(model: string): number {
    return Math.min(
      this.#declaredSecond,
      this.#confirmedSecond ?? usualSecondLength('input', model),
    );
  }

  /**
   * Adds an event of the client: one byte of text is at most one token. Returns the event with the seconds of
   * audio in it; undefined if it can't be parsed. `event` is what was parsed of it, which takes long for audio.
   */
  add(
    data: Buffer,
    model: string,
    event = readEvent(data),
  ): { event: RealtimeEvent; seconds: number } | undefined {
    if (!event) {
      this.#tokens += data.length;
      this.#textBytes += data.length;
      return undefined;
    }
    const { type } = event;
    if (SETTINGS.test(type)) {
      const text = data.toString('latin1');
      this.#declare(event, text, model);
      if (STORED_CONTENT.test(text)) this.#tokens += CONTEXT_TOKENS_MAX;
    }
    if (repeatsReference(event)) this.#tokens += CONTEXT_TOKENS_MAX;
    const { audioBytes, imageBytes, images } = measureMedia(event);
    const rate = /^(?:.*\/)?gpt-/.test(model) ? SECOND_TOKENS.openAi : SECOND_TOKENS.others;
    const seconds = audioBytes / this.#secondLength(model);
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

/** Whether a response reads an item of the conversation more than once: it was counted when it was sent. */
function repeatsReference({ body }: RealtimeEvent): boolean {
  const { input } = objectOf(body, 'response');
  const ids = listOf(input)
    .map((item) => objectOf({ item }, 'item'))
    .filter(({ type }) => type === 'item_reference')
    .map(({ id }) => id);
  return new Set(ids).size < ids.length;
}

interface EventMedia {
  audioBytes: number;
  imageBytes: number;
  images: number;
}

/** Measures the audio and images of an event that a model reads as such. */
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

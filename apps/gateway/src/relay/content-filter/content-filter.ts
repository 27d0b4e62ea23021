import type { ClientCall } from '@tollgate/dialects';
import type { OptionStore } from '../../domain/options/options.ts';
import { AppError } from '../../platform/app-error.ts';
import { yieldEventLoop } from '../../platform/yield-event-loop.ts';
import { promptTexts } from './prompt-texts.ts';
import { WordAutomaton } from './word-automaton.ts';
import type { WordWatch } from './sensitive-word-masker.ts';

/** Characters checked per event-loop turn: one or two milliseconds. */
const CHARACTERS_A_SLICE = 256 * 1024;
/** Overhead of a text, in characters. */
const CHARACTERS_A_TEXT = 32;

/** Checks large prompts like checkTexts, but in slices that yield to the event loop. */
async function checkSlowly(automaton: WordAutomaton, body: unknown): Promise<void> {
  const overlap = automaton.longestWord - 1;
  let remaining = CHARACTERS_A_SLICE;
  for (const text of promptTexts(body)) {
    for (let at = 0; at < text.length; at += CHARACTERS_A_SLICE) {
      const slice = text.slice(at, at + CHARACTERS_A_SLICE + overlap);
      if (automaton.find(slice) !== undefined) throw new AppError('relay_sensitive_words');
      remaining -= slice.length + CHARACTERS_A_TEXT;
      if (remaining > 0) continue;
      remaining = CHARACTERS_A_SLICE;
      // oxlint-disable-next-line no-await-in-loop -- one slice a turn
      await yieldEventLoop();
    }
  }
}

function checkTexts(automaton: WordAutomaton, body: unknown): void {
  for (const text of promptTexts(body))
    if (automaton.find(text) !== undefined) throw new AppError('relay_sensitive_words');
}

/** Refuses calls that contain a word of the option SensitiveWords (one per line). */
export class ContentFilter {
  readonly #options: OptionStore;
  /** The option value that the automaton was built from. */
  #text = '';
  #automaton = new WordAutomaton([]);

  constructor(options: OptionStore) {
    this.#options = options;
  }

  /**
   * Throws (or rejects with) AppError relay_sensitive_words for a prompt that contains one of the
   * words.
   */
  checkPrompt(call: ClientCall): void | Promise<void> {
    const automaton = this.#automatonFor('CheckSensitiveOnPromptEnabled');
    if (!automaton) return;
    const body = call.tryBody();
    if (!body) throw new AppError('relay_invalid_json');
    if (call.request.bytes.length > CHARACTERS_A_SLICE) return checkSlowly(automaton, body);
    checkTexts(automaton, body);
  }

  /** Whether prompts are checked at all. */
  get checksPrompts(): boolean {
    return this.#automatonFor('CheckSensitiveOnPromptEnabled') !== undefined;
  }

  /** Checks one event of a realtime session in the same way. */
  checkBody(body: unknown): void {
    const automaton = this.#automatonFor('CheckSensitiveOnPromptEnabled');
    if (automaton) checkTexts(automaton, body);
  }

  /** Returns the content filter of one response; undefined if responses are not checked. */
  watchResponse(): WordWatch | undefined {
    const automaton = this.#automatonFor('CheckSensitiveOnCompletionEnabled');
    if (!automaton) return undefined;
    const stops = this.#options.boolean('StopOnSensitiveEnabled');
    // Masking a word leaves the text before it unchanged, so no chunk has to wait.
    const waiting = stops ? this.#options.number('StreamCacheQueueLength') : 0;
    return { automaton, hit: false, stops, waiting };
  }

  #automatonFor(
    option: 'CheckSensitiveOnPromptEnabled' | 'CheckSensitiveOnCompletionEnabled',
  ): WordAutomaton | undefined {
    if (!this.#options.boolean('CheckSensitiveEnabled') || !this.#options.boolean(option))
      return undefined;
    const automaton = this.#current();
    return automaton.isEmpty ? undefined : automaton;
  }

  /** Returns the automaton of the current words, rebuilt only when they change. */
  #current(): WordAutomaton {
    const text = this.#options.text('SensitiveWords');
    if (text !== this.#text) {
      this.#automaton = new WordAutomaton(text.split('\n').map((line) => line.trim()));
      this.#text = text;
    }
    return this.#automaton;
  }
}

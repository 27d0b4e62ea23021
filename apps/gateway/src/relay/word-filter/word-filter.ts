import type { ClientCall } from '@tollgate/dialects';
import type { OptionStore } from '../../domain/options/options.ts';
import { AppError } from '../../platform/app-error.ts';
import { promptTexts } from './prompt-texts.ts';
import { WordAutomaton } from './word-automaton.ts';
import type { WordWatch } from './word-editor.ts';

function checkTexts(automaton: WordAutomaton, body: unknown): void {
  for (const text of promptTexts(body))
    if (automaton.find(text) !== undefined) throw new AppError('relay_sensitive_words');
}

/** Refuses calls by the words of the option SensitiveWords, one a line. */
export class WordFilter {
  readonly #options: OptionStore;
  /** The option's text that the automaton was made of. */
  #text = '';
  #automaton = new WordAutomaton([]);

  constructor(options: OptionStore) {
    this.#options = options;
  }

  /** Throws AppError relay_sensitive_words for a prompt that holds one of the words. */
  checkPrompt(call: ClientCall): void {
    const automaton = this.#automatonFor('CheckSensitiveOnPromptEnabled');
    if (!automaton) return;
    const body = call.tryBody();
    if (!body) throw new AppError('relay_invalid_json');
    checkTexts(automaton, body);
  }

  /** Whether prompts are checked at all. */
  get checksPrompts(): boolean {
    return this.#automatonFor('CheckSensitiveOnPromptEnabled') !== undefined;
  }

  /** The same for one event of a live talk. */
  checkBody(body: unknown): void {
    const automaton = this.#automatonFor('CheckSensitiveOnPromptEnabled');
    if (automaton) checkTexts(automaton, body);
  }

  /** What watches over one answer; undefined where answers are not checked. */
  watchAnswer(): WordWatch | undefined {
    const automaton = this.#automatonFor('CheckSensitiveOnCompletionEnabled');
    if (!automaton) return undefined;
    const stops = this.#options.boolean('StopOnSensitiveEnabled');
    // A word that is masked leaves what stands before it as it is: nothing has to wait.
    const waiting = stops ? this.#options.number('StreamCacheQueueLength') : 0;
    return { automaton, hit: false, stops, waiting };
  }

  #automatonFor(option: string): WordAutomaton | undefined {
    if (!this.#options.boolean('CheckSensitiveEnabled') || !this.#options.boolean(option))
      return undefined;
    const automaton = this.#current();
    return automaton.isEmpty ? undefined : automaton;
  }

  /** The automaton of the present words; made again only when they change. */
  #current(): WordAutomaton {
    const text = this.#options.text('SensitiveWords');
    if (text !== this.#text) {
      this.#automaton = new WordAutomaton(text.split('\n').map((line) => line.trim()));
      this.#text = text;
    }
    return this.#automaton;
  }
}

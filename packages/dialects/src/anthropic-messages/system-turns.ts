import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import type { JsonObject } from '../json/json-object.ts';

export type Message = { readonly role: string; readonly content: JsonObject[] };

/**
 * System messages inside a conversation. Claude takes one directly after a message of the user, before one of
 * the assistant or at the end; one that stands elsewhere follows the user's next message.
 */
export class SystemTurns {
  readonly #warnings: ConversionWarnings;
  /** The blocks that follow a message of the user. */
  readonly #following = new Map<Message, JsonObject[]>();
  /** The blocks that wait for the user's next message. */
  #waiting: JsonObject[] = [];

  constructor(warnings: ConversionWarnings) {
    this.#warnings = warnings;
  }

  get areWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Takes the blocks of a system message, and the message before it. */
  take(blocks: readonly JsonObject[], before: Message | undefined): void {
    if (blocks.length === 0) return;
    if (before?.role === 'user') this.#follow(before, blocks);
    else this.#waiting.push(...blocks);
  }

  /** Notes that a message, or more of it, stands after what was taken so far. */
  precede(message: Message | undefined): void {
    if (message?.role !== 'user') return;
    if (this.#following.has(message)) this.#warnings.note('system_position');
    this.#attachWaiting(message);
  }

  /** Returns the messages with the system messages among them. */
  place(messages: readonly Message[]): readonly Message[] {
    const last = messages.at(-1);
    if (last) this.#attachWaiting(last);
    return messages.flatMap((message) => {
      const content = this.#following.get(message);
      return content ? [message, { role: 'system', content }] : [message];
    });
  }

  #attachWaiting(message: Message): void {
    if (this.#waiting.length === 0) return;
    this.#warnings.note('system_position');
    this.#follow(message, this.#waiting);
    this.#waiting = [];
  }

  #follow(message: Message, blocks: readonly JsonObject[]): void {
    const content = this.#following.get(message);
    if (content) content.push(...blocks);
    else this.#following.set(message, [...blocks]);
  }
}

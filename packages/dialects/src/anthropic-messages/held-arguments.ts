/**
 * The arguments of a streamed tool call, held back until they are known to be an object with members. Every
 * piece is looked at once, however many there are: models may repeat white space up to their limit.
 */
export class HeldArguments {
  /** Everything that is held. Reading it costs its length. */
  text = '';
  #expected: 'brace' | 'member' | 'nothing' = 'brace';

  /** Adds a piece. Returns whether it shows that the arguments are an object with members. */
  push(piece: string): boolean {
    this.text += piece;
    if (this.#expected === 'nothing') return false;
    const begun = piece.trimStart();
    if (this.#expected === 'member') return this.#startsMember(begun);
    if (begun === '') return false;
    this.#expected = begun.startsWith('{') ? 'member' : 'nothing';
    return this.#expected === 'member' && this.#startsMember(begun.slice(1).trimStart());
  }

  /** Some servers send an empty object before the arguments. */
  #startsMember(text: string): boolean {
    if (text.startsWith('}')) this.#expected = 'nothing';
    return text !== '' && this.#expected === 'member';
  }
}

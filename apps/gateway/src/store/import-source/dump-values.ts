import { isUtf8 } from 'node:buffer';
import { OperatorError } from '../../platform/operator-error.ts';
/** A value in a dump. */
export type DumpValue = string | number | null | Buffer;

/** The text ends inside a value: more of it is needed. */
class IncompleteError extends Error {}

/** Reads `(value, …)` at a position; returns undefined if the text ends before. Throws if it is not a row. */
export function readTuple(
  text: string,
  at: number,
  hasBackslashes: boolean,
): { values: DumpValue[]; end: number } | undefined {
  const reader = new ValueReader(text, at, hasBackslashes);
  try {
    return { values: reader.list(), end: reader.at };
  } catch (error) {
    if (error instanceof IncompleteError) return undefined;
    throw error;
  }
}

const WORD = /[A-Za-z_][A-Za-z0-9_]*/y;
const NUMBER = /[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|[-+]?\.\d+/y;
const CAST = /\s*::[a-z_ "]+(?:\(\d+\))?(?:\[\])?/iy;
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '0': '\0',
  Z: '\u001a',
};

class ValueReader {
  at: number;
  readonly #text: string;
  readonly #hasBackslashes: boolean;

  constructor(text: string, at: number, hasBackslashes: boolean) {
    this.#text = text;
    this.at = at;
    this.#hasBackslashes = hasBackslashes;
  }

  list(): DumpValue[] {
    const values: DumpValue[] = [];
    this.#expect('(');
    for (;;) {
      values.push(this.#value());
      this.#skipSpace();
      const char = this.#next();
      if (char === ')') return values;
      if (char !== ',') throw new OperatorError('source.row', { at: char });
    }
  }

  #value(): DumpValue {
    this.#skipSpace();
    const char = this.#peek();
    const value = char === "'" ? toText(this.#quoted(this.#hasBackslashes)) : this.#bare();
    CAST.lastIndex = this.at;
    if (this.#text[this.at] === ':' && CAST.test(this.#text)) this.at = CAST.lastIndex;
    return value;
  }

  #bare(): DumpValue {
    if (this.#text.startsWith('0x', this.at)) return this.#hexNumber();
    const number = this.#match(NUMBER);
    if (number !== undefined) return Number(number);
    const word = this.#match(WORD)?.toLowerCase();
    if (word === undefined) throw new OperatorError('source.value', { at: this.#peek() });
    if (word === '_binary') return this.#bytes();
    if (this.#peek() === "'") {
      if (word === 'x') return Buffer.from(this.#quoted(false), 'hex');
      return toText(this.#quoted(word === 'e' || this.#hasBackslashes));
    }
    if (this.#peek() === '(') return call(word, this.list());
    if (word === 'null') return null;
    if (word === 'true' || word === 'false') return Number(word === 'true');
    // MySQL's character set name before a string.
    return this.#value();
  }

  /** MySQL's `_binary 'text'`. */
  #bytes(): Buffer {
    this.#skipSpace();
    if (this.#peek() !== "'") throw new OperatorError('source.value', { at: this.#peek() });
    return Buffer.from(this.#quoted(this.#hasBackslashes), 'latin1');
  }

  #hexNumber(): Buffer {
    const hex = this.#match(/0x[0-9a-f]*/iy) ?? '0x';
    return Buffer.from(hex.slice(2), 'hex');
  }

  #quoted(hasBackslashes: boolean): string {
    let from = (this.at += 1);
    let value = '';
    for (;;) {
      const char = this.#next();
      if (char === '\\' && hasBackslashes) {
        value += this.#text.slice(from, this.at - 1);
        const escaped = this.#next();
        value += ESCAPES[escaped] ?? escaped;
        from = this.at;
      } else if (char === "'") {
        value += this.#text.slice(from, this.at - 1);
        if (this.#peek() !== "'") return value;
        value += "'";
        from = this.at += 1;
      }
    }
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.#text)?.[0];
    if (match === undefined) return undefined;
    this.at += match.length;
    this.#peek();
    return match;
  }

  #expect(expected: string): void {
    this.#skipSpace();
    if (this.#next() !== expected) throw new OperatorError('source.parenthesis');
  }

  #skipSpace(): void {
    while (/\s/.test(this.#peek())) this.at += 1;
  }

  #peek(): string {
    const char = this.#text[this.at];
    if (char === undefined) throw new IncompleteError();
    return char;
  }

  #next(): string {
    const char = this.#peek();
    this.at += 1;
    return char;
  }
}

/**
 * Decodes characters (one per byte) as UTF-8; returns the bytes if they are not: MariaDB does not mark binary
 * columns.
 */
function toText(characters: string): string | Buffer {
  // oxlint-disable-next-line no-control-regex
  if (/^[\0-\u007F]*$/.test(characters)) return characters;
  const bytes = Buffer.from(characters, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : bytes;
}

/** Evaluates the functions that the SQLite shell writes into its dumps. */
function call(name: string, values: readonly DumpValue[]): DumpValue {
  const [first, second, third] = values;
  if (name === 'char') return String.fromCodePoint(...values.map(Number));
  if (name === 'replace') return String(first).replaceAll(String(second), String(third));
  if (name === 'unistr')
    return String(first).replace(
      /\\u([0-9a-f]{4})|\\\+([0-9a-f]{6})|\\\\/gi,
      (sequence, four?: string, six?: string) =>
        sequence === '\\\\' ? '\\' : String.fromCodePoint(Number.parseInt(four ?? six ?? '', 16)),
    );
  return null;
}

/** Parses the values of a COPY line, with PostgreSQL's escapes. */
export function readCopyLine(line: string): DumpValue[] {
  return line.split('\t').map((value) =>
    value === '\\N'
      ? null
      : toText(
          value.replace(/\\(x[0-9a-fA-F]{1,2}|[0-7]{1,3}|.)/g, (_all, escape: string) => {
            if (escape.startsWith('x'))
              return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
            if (/^[0-7]/.test(escape)) return String.fromCharCode(Number.parseInt(escape, 8));
            return (
              ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' } as Record<string, string>)[
                escape
              ] ?? escape
            );
          }),
        ),
  );
}

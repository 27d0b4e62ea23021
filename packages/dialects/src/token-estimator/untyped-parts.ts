import { decodeText } from '../json/parse-json.ts';
import type { ByteRange } from '../json/byte-range.ts';

/**
 * Members of a part that hold a medium or its address. vLLM, which many hosts run, reads them from parts
 * without a type, too. Source: vllm/entrypoints/chat_utils.py, November 2026.
 */
const IMAGE = 'image_url';
const LONG: readonly string[] = ['video_url', 'audio_url', 'input_audio'];
export const UNTYPED_NAMES: readonly string[] = [IMAGE, ...LONG];
/** The type whose parts hold a member of another name. */
const RENAMED = 'input_image';
const KNOWN: ReadonlySet<string> = new Set([...UNTYPED_NAMES, RENAMED]);

/** Counts the parts of a chat that hold a medium but state no type: members beyond the parts of their type. */
export class UntypedParts {
  readonly #named = new Map<string, number>();
  readonly #typed = new Map<string, number>();

  /** Whether a member's name or a part's type concerns such parts. */
  static knows(word: string): boolean {
    return KNOWN.has(word);
  }

  addName(name: string): void {
    add(this.#named, name);
  }

  addType(type: string): void {
    add(this.#typed, type === RENAMED ? IMAGE : type);
  }

  get images(): number {
    return this.#beyond(IMAGE);
  }

  /** Videos and audio, which may have any length. */
  get long(): number {
    return LONG.reduce((sum, name) => sum + this.#beyond(name), 0);
  }

  #beyond(name: string): number {
    return Math.max(0, (this.#named.get(name) ?? 0) - (this.#typed.get(name) ?? 0));
  }
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

const WORDS = new RegExp(String.raw`(?<!\\)"(${[...KNOWN].join('|')})"(\s*:\s*(n?))?`, 'g');

/** Counts such parts in a value that is too large to be scanned completely. */
export function findUntypedParts(bytes: Uint8Array, { start, end }: ByteRange): UntypedParts {
  const parts = new UntypedParts();
  const text = decodeText(bytes.subarray(start, end));
  for (const [, word = '', colon, nullStart] of text.matchAll(WORDS))
    if (colon === undefined) parts.addType(word);
    else if (word !== RENAMED && nullStart === '') parts.addName(word);
  return parts;
}

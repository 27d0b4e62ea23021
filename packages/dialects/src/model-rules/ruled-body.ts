import type { Feature } from '../ir/conversion-table.ts';
import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import { recordOf } from '../json/loose-values.ts';
import { parseJson } from '../json/parse-json.ts';
import type { ByteRange } from '../json/byte-range.ts';
import { applyEdits, changeMembers, type SpliceEdit } from '../json/splice-members.ts';
import { isFilledList, scanTopLevelMembers } from '../json/top-level-members.ts';
import type { JsonObject } from '../json/json-object.ts';

/**
 * A request body that model rules edit: members are found without parsing, parsed only when a rule reads
 * them, and spliced back. Everything else keeps its bytes.
 */
export class RuledBody {
  readonly bytes: Uint8Array;
  readonly #warnings: ConversionWarnings;
  #members: ReadonlyMap<string, ByteRange> | undefined;
  readonly #values = new Map<string, unknown>();
  readonly #changes = new Map<string, string | undefined>();
  readonly #edits: SpliceEdit[] = [];

  constructor(bytes: Uint8Array, warnings: ConversionWarnings) {
    this.bytes = bytes;
    this.#warnings = warnings;
  }

  has(name: string): boolean {
    return this.#changes.has(name)
      ? this.#changes.get(name) !== undefined
      : this.range(name) !== undefined;
  }

  /** Returns the value as it will be sent; undefined if the member is missing. */
  get(name: string): unknown {
    if (this.#values.has(name)) return this.#values.get(name);
    const range = this.range(name);
    const value = range && parseJson(this.bytes.subarray(range.start, range.end));
    this.#values.set(name, value);
    return value;
  }

  /** Returns the value as an object; an empty one for anything else. */
  record(name: string): JsonObject {
    return recordOf(this.get(name));
  }

  /** Returns the value as a number; undefined for anything else. */
  number(name: string): number | undefined {
    const value = this.get(name);
    return typeof value === 'number' ? value : undefined;
  }

  /** Sets a member, or removes it if the value is undefined. */
  set(name: string, value: unknown): void {
    this.#values.set(name, value);
    this.#changes.set(name, value === undefined ? undefined : JSON.stringify(value));
  }

  remove(name: string): void {
    if (this.has(name)) this.set(name, undefined);
  }

  /** Removes a member; warns the client unless it is null or a default. */
  drop(name: string, feature: Feature, ...defaults: readonly unknown[]): void {
    if (!this.has(name)) return;
    const value = this.get(name);
    if (value !== null && !defaults.includes(value)) this.note(feature);
    this.remove(name);
  }

  /** Warns the client of a change. */
  note(feature: Feature, detail?: string): void {
    this.#warnings.note(feature, detail);
  }

  /** Returns the range of a member's value in `bytes`. */
  range(name: string): ByteRange | undefined {
    this.#members ??= scanTopLevelMembers(this.bytes) ?? new Map<string, ByteRange>();
    return this.#members.get(name);
  }

  /** Returns whether a member is a non-empty array, without parsing its elements. */
  hasElements(name: string): boolean {
    if (this.#changes.has(name)) return this.has(name);
    const range = this.range(name);
    return range !== undefined && isFilledList(this.bytes, range);
  }

  /** Edits bytes inside a member that nothing else changes. */
  splice(edit: SpliceEdit): void {
    this.#edits.push(edit);
  }

  /** Returns the bytes to send: the same object if no rule changed anything. */
  finish(): Uint8Array {
    const edits = this.#edits.toSorted((left, right) => left.start - right.start);
    const edited = edits.length === 0 ? this.bytes : applyEdits(this.bytes, edits);
    return changeMembers(edited, this.#changes);
  }
}

import { parseJson } from '../json/parse-json.ts';
import { listTopLevelMembers } from '../json/top-level-members.ts';
import type { TopLevelMember } from '../json/byte-range.ts';
import type { RequestFault } from '../ir/request-fault.ts';
import { refuse } from '../openai-chat/request-members.ts';
import { GUARDED_INSIDE, GUARDED_MEMBERS } from './guarded-members.ts';

/** Longer names are not guarded in any spelling. */
const NAME_LENGTH_MAX = 40;
/** Most unguarded names that are remembered, more than honest clients send. */
const OTHERS_MAX = 500;
const OPEN_BRACE = 0x7b;

/**
 * Normalizes a name as lenient JSON readers do: some fold case (Go also maps U+017F to s and U+212A to k),
 * some accept both camelCase and snake_case. In forms, PHP drops leading spaces and reads the characters
 * `.`, space and an open bracket as underscores.
 */
function foldName(name: string): string {
  return name
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/[\s_.[-]/g, '');
}

/** The guarded names of one kind of object. Names that readers may confuse share a slot. */
export class GuardedNames {
  readonly #exact = new Map<string, number>();
  readonly #folded = new Map<string, number>();
  /** The documented names by slot. */
  readonly #names: string[] = [];
  /** Round in which each slot was last seen, so that nothing is allocated per body. */
  readonly #seen: Uint32Array;
  #round = 0;
  /** Names that were folded before and are not guarded. */
  readonly #others = new Set<string>();

  constructor(names: readonly string[]) {
    for (const name of names) {
      const folded = foldName(name);
      let index = this.#folded.get(folded);
      if (index === undefined) {
        this.#folded.set(folded, (index = this.#names.length));
        this.#names.push(name);
      }
      this.#exact.set(name, index);
    }
    this.#seen = new Uint32Array(this.#names.length);
  }

  /** Returns whether a price depends on a member with exactly this name. */
  has(name: string): boolean {
    return this.#exact.has(name);
  }

  /** Starts a new object. */
  startObject(): void {
    this.#round = (this.#round + 1) >>> 0 || 1;
  }

  /** Adds a name of the object; returns the guarded name that it repeats or could be mistaken for. */
  add(name: string): string | undefined {
    const index = this.#exact.get(name);
    if (index === undefined) {
      if (name.length > NAME_LENGTH_MAX || this.#others.has(name)) return undefined;
      const index = this.#folded.get(foldName(name));
      if (index !== undefined) return this.#names[index];
      if (this.#others.size < OTHERS_MAX) this.#others.add(name);
      return undefined;
    }
    if (this.#seen[index] === this.#round) return this.#names[index];
    this.#seen[index] = this.#round;
    return undefined;
  }
}

const topLevelNames = new GuardedNames(GUARDED_MEMBERS);
const inside = new Map(
  Object.entries(GUARDED_INSIDE).map(([name, members]) => [name, new GuardedNames(members)]),
);

/** Returns whether prices or limits depend on a member of that name. */
export function isGuarded(name: string): boolean {
  return topLevelNames.has(name);
}

/**
 * Refuses a body that could be priced by one value and served by another: JSON readers differ in which of two
 * members with the same name they use, and in whether names are case-sensitive. Members that prices or limits
 * depend on (GUARDED_MEMBERS) must occur once and be spelled as documented. Only a model may be repeated with
 * the same value, as all its occurrences are replaced together.
 */
export function findAmbiguousMember(
  bytes: Uint8Array,
  members: readonly TopLevelMember[],
): RequestFault | undefined {
  topLevelNames.startObject();
  for (const member of members) {
    const { name } = member;
    const duplicate = topLevelNames.add(name);
    if (duplicate !== undefined && !isRepeatedModel(bytes, members, member))
      return refuseName(duplicate);
    const ambiguous = inside.has(name) ? findInside(bytes, member) : undefined;
    if (ambiguous) return ambiguous;
  }
  return undefined;
}

function findInside(
  bytes: Uint8Array,
  { name, start, end }: TopLevelMember,
): RequestFault | undefined {
  const names = inside.get(name);
  if (!names || bytes[start] !== OPEN_BRACE) return undefined;
  names.startObject();
  for (const { name: inner } of listTopLevelMembers(bytes.subarray(start, end)) ?? []) {
    const duplicate = names.add(inner);
    if (duplicate !== undefined) return refuseName(`${name}.${duplicate}`);
  }
  return undefined;
}

function isRepeatedModel(
  bytes: Uint8Array,
  members: readonly TopLevelMember[],
  { name, start, end }: TopLevelMember,
): boolean {
  if (name !== 'model') return false;
  const first = members.find((member) => member.name === name);
  if (!first) return false;
  return (
    parseJson(bytes.subarray(start, end)) === parseJson(bytes.subarray(first.start, first.end))
  );
}

/** Does the same for names without values: of a form's fields, or of a body that is rendered again. */
export function findAmbiguousName(names: Iterable<string>): RequestFault | undefined {
  topLevelNames.startObject();
  for (const name of names) {
    const duplicate = topLevelNames.add(name);
    if (duplicate !== undefined) return refuseName(duplicate);
  }
  return undefined;
}

/**
 * Does the same for an object in which every name counts, such as a server tool: returns the first name that
 * repeats an earlier one, or one of `names`, in another spelling.
 */
export function findAmbiguousSpelling(
  names: GuardedNames,
  members: readonly TopLevelMember[],
): string | undefined {
  const folded = new Set<string>();
  names.startObject();
  for (const { name } of members) {
    const duplicate = names.add(name);
    if (duplicate !== undefined) return duplicate;
    const one = foldName(name.slice(0, NAME_LENGTH_MAX));
    if (folded.has(one)) return name;
    folded.add(one);
  }
  return undefined;
}

/** Bodies for image tasks join the words of such names. */
const priced = GUARDED_MEMBERS.map((name) => (name === 'batch_size' ? 'batchSize' : name));
/**
 * Names of a task's body. Beside prices, these decide whose account, whose result and whose address is used:
 * services of both kinds ignore case.
 */
const taskNames = {
  mj: new GuardedNames([...priced, 'accountFilter', 'notifyHook', 'index']),
  suno: new GuardedNames([...priced, 'continue_clip_id', 'notify_hook', 'mv']),
};

/** Does the same for a task's body, where some names have a spelling of their own. */
export function findAmbiguousTaskName(
  platform: keyof typeof taskNames,
  names: Iterable<string>,
): RequestFault | undefined {
  const guarded = taskNames[platform];
  guarded.startObject();
  for (const name of names) {
    const duplicate = guarded.add(name);
    if (duplicate !== undefined) return refuseName(duplicate);
  }
  return undefined;
}

function refuseName(param: string): RequestFault {
  const message = `The request holds ${param} more than once, or in another spelling than documented.`;
  return refuse(message, param, 'duplicate_parameter');
}

import { isRecord, parseJson } from '../json/parse-json.ts';
import { scanTopLevelMembers } from '../json/top-level-members.ts';

/** A complete response with lazily parsed members. */
export interface ResponseMembers {
  /** False if the body is not a JSON object; it then has no members. */
  readonly isObject: boolean;
  readonly has: (name: string) => boolean;
  readonly get: (name: string) => unknown;
  /** Returns whether a member is a non-empty array or object, without parsing large ones. */
  readonly isNonEmptyContainer: (name: string) => boolean;
}

/** Up to this size, in bytes, parsing everything is cheaper than scanning. */
const PARSED_BYTES_MAX = 8_192;

const NO_OBJECT: ResponseMembers = {
  isObject: false,
  has: () => false,
  get: () => undefined,
  isNonEmptyContainer: () => false,
};

/** Opens a response once, for {@link readUsage}, {@link detectErrorBody} and the estimate. */
export function openResponseMembers(bytes: Uint8Array): ResponseMembers {
  return bytes.length <= PARSED_BYTES_MAX ? openParsed(bytes) : openScanned(bytes);
}

function openParsed(bytes: Uint8Array): ResponseMembers {
  const body = parseJson(bytes);
  if (!isRecord(body)) return NO_OBJECT;
  return {
    isObject: true,
    has: (name) => Object.hasOwn(body, name),
    get: (name) => body[name],
    isNonEmptyContainer: (name) => {
      const value = body[name];
      return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
    },
  };
}

function openScanned(bytes: Uint8Array): ResponseMembers {
  const members = scanTopLevelMembers(bytes);
  if (!members) return NO_OBJECT;
  return {
    isObject: true,
    has: (name) => members.has(name),
    get: (name) => {
      const range = members.get(name);
      return range && parseJson(bytes.subarray(range.start, range.end));
    },
    isNonEmptyContainer: (name) => {
      const range = members.get(name);
      const first = range && bytes[range.start];
      if (!range || (first !== 0x5b && first !== 0x7b)) return false;
      for (let at = range.start + 1; at < range.end - 1; at++)
        if ((bytes[at] ?? 0) > 0x20) return true;
      return false;
    },
  };
}

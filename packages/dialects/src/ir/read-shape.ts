import { describeGiven } from './describe-given.ts';
import { isRecord } from '../json/parse-json.ts';
import type { RequestFault } from './request-fault.ts';
import type { JsonObject } from '../json/json-object.ts';
import { refuse } from '../openai-chat/request-members.ts';

/**
 * Thrown by the readers in this file and caught where a request enters the package ({@link readSafely}): too
 * many places of a request can be wrong to return a result type from each.
 */
export class ShapeError extends Error {
  readonly fault: RequestFault;

  constructor(fault: RequestFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** A value, or why the body is refused. Nesting deeper than the stack is also a fault of the body. */
export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: RequestFault };

/** Runs a reader; converts its ShapeError into a fault. */
export function readSafely<T>(read: () => T): Read<T> {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    if (error instanceof ShapeError) return { ok: false, fault: error.fault };
    if (error instanceof RangeError) {
      const fault = refuse('The request body is nested too deeply.', null, 'nested_too_deeply');
      return { ok: false, fault };
    }
    throw error;
  }
}

export function reject(message: string, path: string, code = 'invalid_value'): never {
  throw new ShapeError(refuse(message, path, code));
}

function rejectType(path: string, expected: string, value: unknown): never {
  if (value === undefined)
    return reject(`The parameter ${path} is required.`, path, 'missing_required_parameter');
  return reject(`${path} must be ${expected}, not ${describeGiven(value)}.`, path, 'invalid_type');
}

export function requireText(value: unknown, path: string): string {
  return typeof value === 'string' ? value : rejectType(path, 'a string', value);
}

export function requireRecord(value: unknown, path: string): JsonObject {
  return isRecord(value) ? value : rejectType(path, 'an object', value);
}

export function requireList(value: unknown, path: string): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : rejectType(path, 'an array', value);
}

/** In all readers below, absent and null values become undefined. */
export function readText(value: unknown, path: string): string | undefined {
  return value === undefined || value === null ? undefined : requireText(value, path);
}

export function readRecord(value: unknown, path: string): JsonObject | undefined {
  return value === undefined || value === null ? undefined : requireRecord(value, path);
}

export function readList(value: unknown, path: string): readonly unknown[] {
  return value === undefined || value === null ? [] : requireList(value, path);
}

export function readNumber(value: unknown, path: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'number' ? value : rejectType(path, 'a number', value);
}

export function readWhole(value: unknown, path: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  return Number.isSafeInteger(value) ? Number(value) : rejectType(path, 'a whole number', value);
}

export function readFlag(value: unknown, path: string): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'boolean' ? value : rejectType(path, 'true or false', value);
}

export function readTexts(value: unknown, path: string): readonly string[] {
  return readList(value, path).map((item, index) => requireText(item, `${path}[${index}]`));
}

/** Lists unknown members that have a value, as paths. */
export function listUnknown(
  body: JsonObject,
  known: ReadonlySet<string>,
  path = '',
): readonly string[] {
  const unknown: string[] = [];
  for (const name of Object.keys(body)) {
    if (known.has(name) || body[name] === null || body[name] === undefined) continue;
    unknown.push(path === '' ? name : `${path}.${name}`);
  }
  return unknown;
}

/** Removes undefined members; used to build rendered bodies. */
export function compact(members: JsonObject): JsonObject {
  const defined: Record<string, unknown> = {};
  for (const name of Object.keys(members)) {
    if (members[name] !== undefined) defined[name] = members[name];
  }
  return defined;
}

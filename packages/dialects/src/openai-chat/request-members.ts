import { describeGiven } from '../ir/describe-given.ts';
import type { RequestFault } from '../ir/request-fault.ts';
import type { JsonObject } from '../json/json-object.ts';

/** A checked value, or why it was refused. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: RequestFault };

const MODEL_LENGTH_MAX = 200;

export function refuse(message: string, param: string | null, code: string): RequestFault {
  return { status: 400, message, type: 'invalid_request_error', param, code };
}

function refused(
  message: string,
  param: string,
  code: string,
): { readonly ok: false; readonly fault: RequestFault } {
  return { ok: false, fault: refuse(message, param, code) };
}

/** Reads the model's name; null or absent means the default, if the kind has one. */
export function readModel(body: JsonObject, defaultModel: string | undefined): Checked<string> {
  const model = body['model'] ?? defaultModel;
  if (model === undefined)
    return refused('The parameter model is required.', 'model', 'missing_required_parameter');
  if (typeof model !== 'string') return wrongType('model', 'a string', model);
  if (model === '') return refused('model must not be empty.', 'model', 'empty_string');
  if (model.length > MODEL_LENGTH_MAX) {
    const message = `model is too long: at most ${MODEL_LENGTH_MAX} characters are allowed.`;
    return refused(message, 'model', 'string_above_max_length');
  }
  return { ok: true, value: model };
}

/** Returns a fault if the member is missing or has none of the listed types. */
export function requireMember(
  body: JsonObject,
  name: string,
  types: readonly ('string' | 'array')[],
): RequestFault | undefined {
  const value = body[name];
  if (value === undefined || value === null) {
    return refuse(`The parameter ${name} is required.`, name, 'missing_required_parameter');
  }
  const type = Array.isArray(value) ? 'array' : typeof value;
  if (types.some((allowed) => allowed === type)) return undefined;
  return wrongType(
    name,
    types.map((allowed) => (allowed === 'array' ? 'an array' : 'a string')).join(' or '),
    value,
  ).fault;
}

/** Reads a boolean; null or absent means false. `param` is the name shown in an error. */
export function readBoolean(body: JsonObject, name: string, param = name): Checked<boolean> {
  const value = body[name];
  if (value === undefined || value === null) return { ok: true, value: false };
  return typeof value === 'boolean'
    ? { ok: true, value }
    : wrongType(param, 'true or false', value);
}

/** Reads a whole number within the range; null or absent means undefined. */
export function readCount(
  body: JsonObject,
  name: string,
  min: number,
  max: number,
): Checked<number | undefined> {
  const value = body[name];
  if (value === undefined || value === null) return { ok: true, value: undefined };
  if (typeof value !== 'number' || !Number.isInteger(value))
    return wrongType(name, 'a whole number', value);
  if (value < min)
    return refused(`${name} must be at least ${min}.`, name, 'integer_below_min_value');
  if (value > max)
    return refused(`${name} must be at most ${max}.`, name, 'integer_above_max_value');
  return { ok: true, value };
}

function wrongType(
  name: string,
  expected: string,
  value: unknown,
): { readonly ok: false; readonly fault: RequestFault } {
  return refused(`${name} must be ${expected}, not ${describeGiven(value)}.`, name, 'invalid_type');
}

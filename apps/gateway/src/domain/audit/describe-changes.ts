import type { AuditChange } from '@tollgate/contract';
import { parseJson } from '../../platform/parse-json.ts';
import { isSecretName, maskSecrets } from './mask-secrets.ts';

type Fields = Readonly<Record<string, unknown>>;

const FIELDS_MAX = 100;
const LENGTH_MAX = 2000;

/**
 * Describes the differences field by field, with secrets masked. Members of JSON objects are compared one by
 * one. Without `before` the object was created, without `after` it was deleted. A `replaced` field counts as
 * changed, whatever it shows.
 */
export function describeChanges(
  before: Fields | undefined,
  after: Fields | undefined,
  replaced: readonly string[] = [],
): AuditChange[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const changes = [...names].flatMap((name) =>
    replaced.includes(name)
      ? show(name, name, ownValue(before, name), ownValue(after, name))
      : compare(name, ownValue(before, name), ownValue(after, name)),
  );
  const more = changes.length - FIELDS_MAX;
  // States how many changes are omitted, so that none can be hidden behind a hundred others.
  return more > 0 ? [...changes.slice(0, FIELDS_MAX), { field: '…', to: `+${more}` }] : changes;
}

/** Reads own members only: a model may be called `constructor`. */
const ownValue = (fields: Fields | undefined, name: string): unknown =>
  fields && Object.hasOwn(fields, name) ? fields[name] : undefined;

function compare(name: string, from: unknown, to: unknown): AuditChange[] {
  if (isSame(from, to)) return [];
  const inner = isSecretName(name) ? undefined : readMembers(from, to);
  if (inner) {
    const members = new Set([...Object.keys(inner.from), ...Object.keys(inner.to)]);
    return [...members].flatMap((member) => {
      const [left, right] = [ownValue(inner.from, member), ownValue(inner.to, member)];
      return isSame(left, right) ? [] : show(`${name}.${member}`, member, left, right);
    });
  }
  return show(name, name, from, to);
}

function show(field: string, name: string, from: unknown, to: unknown): AuditChange[] {
  const [left, right] = [toText(maskSecrets(from, name)), toText(maskSecrets(to, name))];
  if (left === undefined && right === undefined) return [];
  return [
    {
      field,
      ...(left === undefined ? {} : { from: left }),
      ...(right === undefined ? {} : { to: right }),
    },
  ];
}

/** Returns both sides as objects, if at least one is an object and the other is one or empty. */
function readMembers(from: unknown, to: unknown) {
  const [left, right] = [toObject(from), toObject(to)];
  if (!left && !right) return undefined;
  if ((!left && !isNothing(from)) || (!right && !isNothing(to))) return undefined;
  return { from: left ?? {}, to: right ?? {} };
}

function toObject(value: unknown): Record<string, unknown> | undefined {
  const read = typeof value === 'string' && value.startsWith('{') ? parseJson(value) : value;
  return typeof read === 'object' && read !== null && !Array.isArray(read)
    ? (read as Record<string, unknown>)
    : undefined;
}

const isNothing = (value: unknown) => value === undefined || value === null || value === '';
const isSame = (left: unknown, right: unknown) =>
  left === right ||
  (isNothing(left) && isNothing(right)) ||
  JSON.stringify(left) === JSON.stringify(right);

function toText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LENGTH_MAX ? `${text.slice(0, LENGTH_MAX)}…` : text;
}

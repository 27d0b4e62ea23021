import { type ErrorCode, isShallow } from '@tollgate/contract';
import { AppError } from '../platform/app-error.ts';
import { isObject } from '../platform/lenient-json.ts';
import { parseJson } from '../platform/parse-json.ts';
import type { Call } from './context.ts';

/**
 * Refuses members under the names that they have at other gateways of this family: a program that was written
 * for one of them would believe that what it made is limited, or sent as it says. `paths` are dotted names of
 * the body; values that mean nothing, also as JSON in a text, are accepted.
 */
export function refuseForeignMembers(
  { request }: Pick<Call<unknown>, 'request'>,
  paths: readonly string[],
  code: ErrorCode,
): void {
  for (const path of paths)
    if (!isEmpty(valueAt(request.body, path))) throw new AppError(code, { field: path });
}

function valueAt(body: unknown, path: string): unknown {
  let value = body;
  for (const name of path.split('.'))
    value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

const NOTHING: ReadonlySet<unknown> = new Set([undefined, null, '', false, 0, -1]);

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return isEmptyText(value.trim());
  if (typeof value !== 'object' || value === null) return NOTHING.has(value);
  // A limit that is turned off may keep its list.
  if ((value as { enabled?: unknown }).enabled === false) return true;
  return Object.values(value).every(isEmpty);
}

/** Other gateways keep objects as JSON in a text. */
function isEmptyText(text: string): boolean {
  if (text === '' || text === 'null') return true;
  const value = /^[[{]/.test(text) ? parseJson(text) : undefined;
  return value !== undefined && isShallow(value) && isEmpty(value);
}

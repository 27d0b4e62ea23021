import { parseJson } from '../json/parse-json.ts';
import type { TopLevelMember } from '../json/top-level-members.ts';
import type { RequestFault } from './client-request.ts';
import { refuse } from './request-members.ts';

/**
 * A body that names its model twice, or once more in another case, would be priced by one name and
 * may be served by the other, as JSON readers differ in which one they take: the first, or the
 * last as here. So both must say the same.
 */
export function findAmbiguousModel(
  model: unknown,
  bytes: Uint8Array,
  members: readonly TopLevelMember[],
): RequestFault | undefined {
  const named = members.filter(({ name }) => name.length === 5 && name.toLowerCase() === 'model');
  if (named.length === 0 || (named.length === 1 && named[0]?.name === 'model')) return undefined;
  const agree = named.every(
    ({ name, start, end }) => name === 'model' && parseJson(bytes.subarray(start, end)) === model,
  );
  return agree
    ? undefined
    : refuse('The request body names its model more than once.', 'model', 'duplicate_parameter');
}

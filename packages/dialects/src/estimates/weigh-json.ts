import { weighText } from './weigh-text.ts';
import { isDataUrl, MEDIA_TOKENS } from './media-tokens.ts';

/** A number, true, false or null, with its separator. */
const SCALAR_WEIGHT = 150;
/** Quotes, colon and comma around a member; models often see schemas in a terser form. */
const MEMBER_WEIGHT = 150;

/**
 * Hundredths of tokens of a JSON value written out (tool schemas, response formats, unknown
 * content parts). Works without recursion, as the nesting is the caller's choice.
 */
export function weighJson(root: unknown): number {
  const pending: unknown[] = [root];
  let weight = 0;
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === 'string') {
      weight += isDataUrl(value) ? MEDIA_TOKENS.other * 100 : weighText(value);
    } else if (typeof value === 'object' && value !== null) {
      if (Array.isArray(value)) {
        for (const item of value) pending.push(item);
        continue;
      }
      for (const [name, member] of Object.entries(value)) {
        weight += weighText(name) + MEMBER_WEIGHT;
        pending.push(member);
      }
    } else {
      weight += SCALAR_WEIGHT;
    }
  }
  return weight;
}

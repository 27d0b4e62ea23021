import type { TopLevelMember } from '../json/top-level-members.ts';
import { weighJson } from './weigh-json.ts';
import { weighUtf8, type WorkMeter } from './weigh-utf8.ts';

/** Members that a model reads, and whether they may hold media or only text. */
export type PromptMembers = ReadonlyMap<string, 'media' | 'text'>;

/** What surrounds the prompt in any format. */
const PROMPT_WEIGHT = 200;
/** Reservations must rather be a little high than low. */
const ESTIMATE_MARGIN = 1.1;
/** Beyond this nothing more is looked at: somebody repeats members without end. */
const WORK_MAX = 2_000_000;
/** Hundredths of tokens of a byte that is not looked at. */
const UNSEEN_WEIGHT = 30;

/**
 * Tokens that a prompt is likely to have, rather a little more than less. Looks at a bounded number
 * of bytes, whatever the body; `meter` tells how many.
 */
export function estimatePromptTokens(
  promptMembers: PromptMembers,
  bytes: Uint8Array,
  members: readonly TopLevelMember[],
  meter: WorkMeter = { bytes: 0 },
): number {
  let weight = PROMPT_WEIGHT;
  for (const member of members) {
    const holds = promptMembers.get(member.name);
    if (holds === undefined) continue;
    if (meter.bytes > WORK_MAX) weight += (member.end - member.start) * UNSEEN_WEIGHT;
    else if (holds === 'media') weight += weighJson(bytes, member, meter);
    else weight += weighUtf8(bytes, member.start, member.end, meter);
  }
  return tokensOfWeight(weight);
}

/** Whole tokens to reserve for a weight in hundredths. */
export function tokensOfWeight(weight: number): number {
  return Math.ceil((weight * ESTIMATE_MARGIN) / 100);
}

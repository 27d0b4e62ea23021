import type { Part, ToolResultPart } from '../ir/parts.ts';
import type { Turn } from '../ir/request.ts';

/** The turns of a response and those that follow it until the next one. */
interface Exchange {
  readonly turns: Turn[];
  /** Calls without a result so far. */
  readonly open: Set<string>;
  /** Results that came after a later response. */
  readonly late: ToolResultPart[];
}

/**
 * Moves each result that comes after a later response to the one with its call: OpenAI's responses accept it
 * anywhere behind its call, all others directly behind it. Returns the same list if there are none.
 */
export function moveLateResults(turns: readonly Turn[]): readonly Turn[] {
  const exchanges: Exchange[] = [];
  /** The last exchange with a call of that id. */
  const called = new Map<string, Exchange>();
  let current: Exchange = { turns: [], open: new Set(), late: [] };
  let hasReplies = true;
  let hasLate = false;
  for (const turn of turns) {
    if (turn.role === 'assistant') {
      if (hasReplies) exchanges.push((current = { turns: [], open: new Set(), late: [] }));
      hasReplies = false;
      for (const part of turn.parts)
        if (part.type === 'tool-call') {
          current.open.add(part.id);
          called.set(part.id, current);
        }
      current.turns.push(turn);
      continue;
    }
    hasReplies = true;
    if (exchanges.length === 0) exchanges.push(current);
    const parts = turn.parts.filter((part: Part) => {
      if (part.type !== 'tool-result' || current.open.delete(part.callId)) return true;
      const owner = called.get(part.callId);
      if (!owner || owner === current || !owner.open.delete(part.callId)) return true;
      owner.late.push(part);
      return false;
    });
    if (parts.length < turn.parts.length) hasLate = true;
    if (parts.length > 0 || turn.parts.length === 0)
      current.turns.push(parts.length < turn.parts.length ? { ...turn, parts } : turn);
  }
  if (!hasLate) return turns;
  return exchanges.flatMap(({ turns: own, late }) =>
    late.length === 0 ? own : [...own, { role: 'user' as const, parts: late }],
  );
}

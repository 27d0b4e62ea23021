import type { Answer, Conversation } from './conversation.ts';

/** How many conversations the browser keeps for a user, and how many characters for all of them. */
export const KEPT_MAX = 40;
export const CHARACTERS_MAX = 2_000_000;

const nameFor = (userId: number) => `playground_${userId}`;

/** The conversations that this browser keeps for a user, the latest first. Broken text counts as none. */
export function readConversations(userId: number): Conversation[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(nameFor(userId)) ?? '[]');
    return Array.isArray(list) ? list.filter(isConversation) : [];
  } catch {
    return [];
  }
}

/**
 * Keeps conversations within the bounds: without pictures, the latest first, the oldest dropped. A
 * browser without room keeps fewer; one that refuses keeps what it had.
 */
export function keepConversations(userId: number, list: readonly Conversation[]): void {
  const latest = list
    .filter(({ turns }) => turns.length > 0)
    .toSorted((left, right) => right.changedAt - left.changedAt)
    .slice(0, KEPT_MAX)
    .map(toKept);
  let texts = latest.map((conversation) => JSON.stringify(conversation));
  while (texts.reduce((sum, text) => sum + text.length, 0) > CHARACTERS_MAX) texts.pop();
  for (;;) {
    try {
      return localStorage.setItem(nameFor(userId), `[${texts.join(',')}]`);
    } catch {
      if (texts.length === 0) return;
      texts = texts.slice(0, Math.floor(texts.length / 2));
    }
  }
}

function toKept(conversation: Conversation): Conversation {
  return {
    ...conversation,
    turns: conversation.turns.map((turn) => ({
      ...turn,
      pictures: [],
      lostPictures: (turn.lostPictures ?? 0) + turn.pictures.length,
      sides: turn.sides.map((answers) => answers.map(ended)),
    })),
  };
}

/** What still streams when the page goes away has stopped when it comes back. */
function ended(answer: Answer): Answer {
  return answer.state === 'streaming' ? { ...answer, state: 'stopped' } : answer;
}

function isConversation(value: unknown): value is Conversation {
  const found = value as Partial<Conversation> | null;
  return (
    typeof found?.id === 'string' && Array.isArray(found.turns) && Array.isArray(found.parameters)
  );
}

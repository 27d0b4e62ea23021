import type { Completion, Conversation } from './conversation.ts';

/** Maximum number of stored conversations per user, and of their characters in total. */
export const CONVERSATIONS_MAX = 40;
export const CHARACTERS_MAX = 2_000_000;

const nameFor = (userId: number) => `playground_${userId}`;

/** Returns a user's conversations stored in this browser, latest first; none if the data is invalid. */
export function readConversations(userId: number): Conversation[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(nameFor(userId)) ?? '[]');
    return Array.isArray(list) ? list.filter(isConversation) : [];
  } catch {
    return [];
  }
}

/**
 * Stores conversations within the limits: without images, latest first, the oldest dropped. One that is too
 * long by itself is not stored, so that it does not cost all others. Stores fewer if the browser's quota is
 * exceeded; if it refuses altogether, the stored ones remain.
 */
export function storeConversations(userId: number, list: readonly Conversation[]): void {
  const latest = list
    .filter(({ turns }) => turns.length > 0)
    .toSorted((left, right) => right.changedAt - left.changedAt)
    .slice(0, CONVERSATIONS_MAX)
    .map(toStored);
  let texts = latest
    .map((conversation) => JSON.stringify(conversation))
    .filter(({ length }) => length <= CHARACTERS_MAX);
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

function toStored(conversation: Conversation): Conversation {
  return {
    ...conversation,
    turns: conversation.turns.map((turn) => ({
      ...turn,
      pictures: [],
      lostPictures: (turn.lostPictures ?? 0) + turn.pictures.length,
      sides: turn.sides.map((completions) => completions.map(ended)),
    })),
  };
}

/** An answer that was streaming when the page closed is stored as stopped. */
function ended(completion: Completion): Completion {
  return completion.state === 'streaming' ? { ...completion, state: 'stopped' } : completion;
}

function isConversation(value: unknown): value is Conversation {
  const conversation = value as Partial<Conversation> | null;
  return (
    typeof conversation?.id === 'string' &&
    Array.isArray(conversation.turns) &&
    Array.isArray(conversation.parameters)
  );
}

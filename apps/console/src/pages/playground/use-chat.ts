import { useEffect, useSyncExternalStore } from 'react';
import { calls } from 'virtual:calls';
import { useReadAgain } from '../../api/read-again.ts';
import { ChatSession, type ChatState } from './chat-session.ts';
import { useKept } from './use-kept.ts';

/** The state of the chat and its actions. */
export type Chat = ChatState &
  Pick<
    ChatSession,
    'open' | 'openNew' | 'rename' | 'remove' | 'change' | 'send' | 'again' | 'giveResults' | 'stop'
  >;

/** Returns a user's chat; streaming answers are stopped when leaving the page. */
export function useChat(userId: number): Chat {
  const readAgain = useReadAgain();
  const session = useKept(
    `chat ${userId}`,
    () => new ChatSession(userId, () => void readAgain([calls.getSelf])),
  );
  const state = useSyncExternalStore(session.subscribe, session.getState);
  useEffect(() => session.stopAll, [session]);
  const { open, openNew, rename, remove, change, send, again, giveResults, stop } = session;
  return { ...state, open, openNew, rename, remove, change, send, again, giveResults, stop };
}

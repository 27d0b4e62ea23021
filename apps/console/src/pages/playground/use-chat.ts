import { useEffect, useSyncExternalStore } from 'react';
import { calls } from 'virtual:calls';
import { useRefetch } from '../../api/refetch.ts';
import { ChatSession, type ChatState } from './chat-session.ts';
import { useSessionState } from './use-session-state.ts';

/** The state of the chat and its actions. */
export type Chat = ChatState &
  Pick<
    ChatSession,
    'open' | 'openNew' | 'rename' | 'remove' | 'change' | 'send' | 'again' | 'giveResults' | 'stop'
  >;

/** Returns a user's chat; streaming answers are stopped when leaving or reloading the page. */
export function useChat(userId: number): Chat {
  const refetch = useRefetch();
  const session = useSessionState(
    `chat ${userId}`,
    () => new ChatSession(userId, () => void refetch([calls.getSelf])),
  );
  const state = useSyncExternalStore(session.subscribe, session.getState);
  useEffect(() => {
    window.addEventListener('beforeunload', session.expectBreak);
    return () => {
      window.removeEventListener('beforeunload', session.expectBreak);
      session.stopAll();
    };
  }, [session]);
  const { open, openNew, rename, remove, change, send, again, giveResults, stop } = session;
  return { ...state, open, openNew, rename, remove, change, send, again, giveResults, stop };
}

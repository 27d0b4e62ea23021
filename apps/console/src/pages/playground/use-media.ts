import { useSyncExternalStore } from 'react';
import { calls } from 'virtual:calls';
import { useRefetch } from '../../api/refetch.ts';
import { MediaSession, type MediaState } from './media-session.ts';
import { useSessionState } from './use-session-state.ts';

/** A user's images, speech and transcripts, and the actions on them. */
export type Media = Pick<MediaSession, 'run' | 'again' | 'stop'> & { results: MediaState };

export function useMedia(userId: number): Media {
  const refetch = useRefetch();
  const session = useSessionState(
    `media ${userId}`,
    () => new MediaSession(() => void refetch([calls.getSelf])),
  );
  const results = useSyncExternalStore(session.subscribe, session.getState);
  const { run, again, stop } = session;
  return { results, run, again, stop };
}

import { useSyncExternalStore } from 'react';
import { calls } from 'virtual:calls';
import { useReadAgain } from '../../api/read-again.ts';
import { MediaSession, type MediaState } from './media-session.ts';
import { useKept } from './use-kept.ts';

/** A user's images, speech and transcripts, and the actions on them. */
export type Media = Pick<MediaSession, 'run' | 'again' | 'stop'> & { results: MediaState };

export function useMedia(userId: number): Media {
  const readAgain = useReadAgain();
  const session = useKept(
    `media ${userId}`,
    () => new MediaSession(() => void readAgain([calls.getSelf])),
  );
  const results = useSyncExternalStore(session.subscribe, session.getState);
  const { run, again, stop } = session;
  return { results, run, again, stop };
}

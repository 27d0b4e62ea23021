import { useEffect } from 'react';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../api/use-endpoint.ts';
import { useLocalStorage } from '../ui/hooks/use-local-storage.ts';
import { showAnnouncement } from './show-announcement.tsx';

const REREAD_MS = 10 * 60_000;

/** Shows the site's notice to those who have not seen it yet, and a new one while the page is open. */
export function Announcement() {
  const { data: text = '' } = useEndpoint(calls.getNotice, {}, { refetchIntervalMs: REREAD_MS });
  const [seen, setSeen] = useLocalStorage('notice-seen', '');
  const isNew = text.trim() !== '' && text !== seen;
  useEffect(() => {
    if (isNew) return showAnnouncement(text, () => setSeen(text));
    return undefined;
  }, [isNew, text, setSeen]);
  return null;
}

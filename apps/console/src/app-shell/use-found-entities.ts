import { useDebouncedValue } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import type { Viewer } from '../session/access.ts';
import { useEndpoint } from '../api/use-endpoint.ts';
import { pages } from '../pages/index.ts';
import { looksLikeRequestId } from './looks-like-request-id.ts';

export interface FoundEntity {
  id: string;
  label: string;
  /** The page to open, with what its address holds. */
  to: string;
  params?: Record<string, string>;
  search?: Record<string, string>;
}

const WAIT_MS = 250;
const LENGTH_MIN = 2;
const FOUND_MAX = 5;

/** Own keys, and for administrators channels and users, that match what is typed; and the log of a request. */
export function useFoundEntities(typed: string, viewer: Viewer): FoundEntity[] {
  const { t } = useTranslation();
  const [keyword] = useDebouncedValue(typed.trim(), WAIT_MS);
  const wanted = keyword.length >= LENGTH_MIN && viewer !== 'visitor';
  const query = { keyword, page_size: FOUND_MAX };
  const tokens = useEndpoint(calls.searchTokens, { query }, { enabled: wanted });
  const channels = useEndpoint(
    calls.searchChannels,
    { query },
    { enabled: wanted && viewer === 'admin' },
  );
  const users = useEndpoint(
    calls.searchUsers,
    { query },
    { enabled: wanted && viewer === 'admin' },
  );
  if (!wanted) return [];
  return [
    ...(tokens.data?.items ?? []).map(({ id, name }) => ({
      id: `token-${id}`,
      label: t('shell.search.token', { name }),
      to: pages.apiKeys.path,
      search: { keyword: name },
    })),
    ...(viewer === 'admin' ? (channels.data?.items ?? []) : []).map(({ id, name }) => ({
      id: `channel-${id}`,
      label: t('shell.search.channel', { id, name }),
      to: pages.channelEdit.path,
      params: { id: String(id) },
    })),
    ...(viewer === 'admin' ? (users.data?.items ?? []) : []).map(({ id, username: name }) => ({
      id: `user-${id}`,
      label: t('shell.search.user', { id, name }),
      to: pages.user.path,
      search: { keyword: name },
    })),
    ...(looksLikeRequestId(keyword)
      ? [
          {
            id: 'request',
            label: t('shell.search.request', { id: keyword }),
            to: pages.log.path,
            search: { request_id: keyword },
          },
        ]
      : []),
  ];
}

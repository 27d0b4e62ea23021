import { useDebouncedValue } from '@mantine/hooks';
import type { TFunction } from 'i18next';
import { useTranslation } from '../texts.tsx';
import { calls } from 'virtual:calls';
import { decideAccess, type Viewer } from '../session/access.ts';
import { useEndpoint } from '../api/use-endpoint.ts';
import { pages } from '../pages/index.ts';
import type { FoundEntity } from './found-entity.ts';
import { looksLikeRequestId } from './looks-like-request-id.ts';
import { useFoundIds } from './use-found-ids.ts';

/** As `open-order.ts` of the gateway makes them. */
const ORDER_NUMBER = /^T\d{10}[0-9a-f]{20}$/;
const WAIT_MS = 250;
const LENGTH_MIN = 2;
const FOUND_MAX = 5;

/** What is meant by an id, and own keys, for administrators also channels, users and codes, that match what is typed. */
export function useFoundEntities(typed: string, viewer: Viewer): FoundEntity[] {
  const { t } = useTranslation();
  const [keyword] = useDebouncedValue(typed.trim(), WAIT_MS);
  const wanted = (keyword.length >= LENGTH_MIN || /^\d$/.test(keyword)) && viewer !== 'visitor';
  const admin = decideAccess('admin', viewer) === 'open';
  const query = { keyword, page_size: FOUND_MAX };
  const tokens = useEndpoint(calls.searchTokens, { query }, { enabled: wanted });
  const channels = useEndpoint(calls.searchChannels, { query }, { enabled: wanted && admin });
  const users = useEndpoint(calls.searchUsers, { query }, { enabled: wanted && admin });
  const codes = useEndpoint(calls.searchRedemptions, { query }, { enabled: wanted && admin });
  const teams = useEndpoint(calls.listTeams, { query }, { enabled: wanted && admin });
  const models = useEndpoint(calls.listOwnModels, {}, { enabled: wanted });
  const byId = useFoundIds(wanted ? keyword : '', admin, t);
  if (!wanted) return [];
  return [
    ...byId,
    ...namedEntities(typed.trim(), admin, t).filter(
      // What an id is taken for by its form alone gives way to what it was found to be.
      ({ id }) => byId.every((known) => known.id !== id && id !== 'request'),
    ),
    ...(tokens.data?.items ?? []).map(({ id, name }) => ({
      id: `token-${id}`,
      label: t('shell.search.token', { name }),
      to: pages.apiKeys.path,
      search: { keyword: name },
    })),
    ...(admin ? (channels.data?.items ?? []) : []).map(({ id, name }) => ({
      id: `channel-${id}`,
      label: t('shell.search.channel', { id, name }),
      to: pages.channelEdit.path,
      params: { id: String(id) },
    })),
    ...(admin ? (users.data?.items ?? []) : []).map(({ id, username: name }) => ({
      id: `user-${id}`,
      label: t('shell.search.user', { id, name }),
      to: pages.user.path,
      search: { user: String(id) },
    })),
    ...(admin ? (codes.data?.items ?? []) : []).map(({ id, name }) => ({
      id: `redemption-${id}`,
      label: t('shell.search.redemption', { id, name }),
      to: pages.redemption.path,
      search: { keyword },
    })),
    ...(admin ? (teams.data?.items ?? []) : []).map(({ id, name }) => ({
      id: `team-${id}`,
      label: t('shell.search.team', { id, name }),
      to: pages.teams.path,
      search: { keyword: String(id) },
    })),
    ...(models.data ?? [])
      .filter((name) => name.toLowerCase().includes(keyword.toLowerCase()))
      .slice(0, FOUND_MAX)
      .map((name) => ({
        id: `model-${name}`,
        label: t('shell.search.model', { name }),
        to: pages.pricingModel.path,
        params: { id: name },
      })),
  ];
}

/** What an id names by its form alone: there at once, whatever the debounced look-ups say. */
function namedEntities(exact: string, admin: boolean, t: TFunction): FoundEntity[] {
  return [
    ...(ORDER_NUMBER.test(exact)
      ? [
          {
            id: 'order',
            label: t('shell.search.order', { id: exact }),
            to: admin ? pages.order.path : pages.wallet.path,
            search: admin ? { keyword: exact } : {},
          },
        ]
      : []),
    ...(looksLikeRequestId(exact)
      ? [
          {
            id: 'request',
            label: t('shell.search.request', { id: exact }),
            to: pages.log.path,
            search: { request_id: exact },
          },
        ]
      : []),
  ];
}

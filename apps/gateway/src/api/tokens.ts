import { endpoints } from '@tollgate/contract';
import type { Domain } from '../domain/domain.ts';
import {
  createApiKey,
  deleteApiKey,
  editApiKey,
  presentApiKey,
  readOwnApiKey,
  searchOwnApiKeys,
  setApiKeyStatus,
} from '../domain/accounts/api-key-administration.ts';
import { AppError } from '../platform/app-error.ts';
import { callerOf, implement } from './context.ts';

type FoundPage = Awaited<ReturnType<typeof searchOwnApiKeys>>;

const presentPage = (
  domain: Pick<Domain, 'clock' | 'keyring'>,
  { items, page, pageSize, total, statuses }: FoundPage,
) => ({
  items: items.map((row) => presentApiKey(domain, row)),
  page,
  size: pageSize,
  page_size: pageSize,
  total,
  statuses,
});

const paging = (query: {
  p: number;
  size?: number | undefined;
  page_size?: number | undefined;
}) => ({
  page: query.p,
  pageSize: query.size ?? query.page_size ?? 10,
});

export const tokenRoutes = [
  implement(endpoints.listTokens, async (call) =>
    presentPage(
      call.domain,
      await searchOwnApiKeys(call.domain, callerOf(call).user, {}, paging(call.query)),
    ),
  ),
  implement(endpoints.searchTokens, async (call) => {
    const { keyword, token, status } = call.query;
    return presentPage(
      call.domain,
      await searchOwnApiKeys(
        call.domain,
        callerOf(call).user,
        { keyword, key: token, status },
        paging(call.query),
      ),
    );
  }),
  implement(endpoints.getToken, async (call) =>
    presentApiKey(
      call.domain,
      await readOwnApiKey(call.domain, callerOf(call).user, call.params.id),
    ),
  ),
  implement(endpoints.createToken, async (call) =>
    presentApiKey(call.domain, await createApiKey(call.domain, callerOf(call).user, call.body)),
  ),
  implement(endpoints.updateToken, async (call) => {
    const { user } = callerOf(call);
    const { id, status } = call.body;
    if (!call.query.status_only)
      return presentApiKey(call.domain, await editApiKey(call.domain, user, call.body));
    if (status === undefined) throw new AppError('invalid_parameter', { field: 'status' });
    return presentApiKey(call.domain, await setApiKeyStatus(call.domain, user, id, status));
  }),
  implement(endpoints.deleteToken, async (call) => {
    await deleteApiKey(call.domain, callerOf(call).user, call.params.id);
    return null;
  }),
];

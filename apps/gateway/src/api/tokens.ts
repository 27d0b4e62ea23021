import { endpoints } from '@tollgate/contract';
import type { Domain } from '../domain/domain.ts';
import {
  createToken,
  deleteToken,
  editToken,
  presentToken,
  readOwnToken,
  searchOwnTokens,
  setTokenStatus,
} from '../domain/accounts/token-administration.ts';
import { AppError } from '../platform/app-error.ts';
import { callerOf, implement } from './context.ts';

type FoundPage = Awaited<ReturnType<typeof searchOwnTokens>>;

const presentPage = (domain: Domain, { items, page, pageSize, total }: FoundPage) => ({
  items: items.map((row) => presentToken(domain, row)),
  page,
  size: pageSize,
  page_size: pageSize,
  total,
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
      await searchOwnTokens(call.domain, callerOf(call).user, {}, paging(call.query)),
    ),
  ),
  implement(endpoints.searchTokens, async (call) => {
    const { keyword, token } = call.query;
    return presentPage(
      call.domain,
      await searchOwnTokens(
        call.domain,
        callerOf(call).user,
        { keyword, key: token },
        paging(call.query),
      ),
    );
  }),
  implement(endpoints.getToken, async (call) =>
    presentToken(call.domain, await readOwnToken(call.domain, callerOf(call).user, call.params.id)),
  ),
  implement(endpoints.createToken, async (call) =>
    presentToken(call.domain, await createToken(call.domain, callerOf(call).user, call.body)),
  ),
  implement(endpoints.updateToken, async (call) => {
    const { user } = callerOf(call);
    const { id, status } = call.body;
    if (!call.query.status_only)
      return presentToken(call.domain, await editToken(call.domain, user, call.body));
    if (status === undefined) throw new AppError('invalid_parameter', { field: 'status' });
    return presentToken(call.domain, await setTokenStatus(call.domain, user, id, status));
  }),
  implement(endpoints.deleteToken, async (call) => {
    await deleteToken(call.domain, callerOf(call).user, call.params.id);
    return null;
  }),
];

import { endpoints } from '@tollgate/contract';
import {
  createApiKey,
  deleteApiKey,
  editApiKey,
  presentApiKey,
  readKeyMakers,
  readOwnApiKey,
  searchOwnApiKeys,
  setApiKeyStatus,
} from '../domain/accounts/api-key-administration.ts';
import { readKeyPeriods } from '../domain/accounts/read-key-periods.ts';
import { readKeyWeeks } from '../domain/accounts/read-key-weeks.ts';
import { AppError } from '../platform/app-error.ts';
import { type Call, implement } from './context.ts';
import { keyOwnerOf } from './readers.ts';
import { refuseForeignMembers } from './refuse-foreign-members.ts';

type FoundPage = Awaited<ReturnType<typeof searchOwnApiKeys>>;

async function presentPage(
  { domain, acting }: Pick<Call<unknown>, 'domain' | 'acting'>,
  { items, page, pageSize, total, statuses }: FoundPage,
) {
  const periods = await readKeyPeriods(domain, items);
  const makers = acting ? await readKeyMakers(domain, items) : undefined;
  return {
    items: items.map((row) => ({
      ...presentApiKey(domain, row),
      ...(periods.has(row.id) && { periods: periods.get(row.id) }),
      ...(makers && { created_by_name: makers.get(row.created_by) ?? '' }),
    })),
    page,
    size: pageSize,
    page_size: pageSize,
    total,
    statuses,
  };
}

/** How one-api and one-hub name the models and addresses of a key. */
const FOREIGN_LIMITS = ['models', 'subnet', 'setting.limits'];

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
      call,
      await searchOwnApiKeys(call.domain, keyOwnerOf(call), {}, paging(call.query)),
    ),
  ),
  implement(endpoints.searchTokens, async (call) => {
    const { keyword, token, status, sort } = call.query;
    const keys = await searchOwnApiKeys(
      call.domain,
      keyOwnerOf(call),
      { keyword, key: token, status, sort },
      paging(call.query),
    );
    const weeks = await readKeyWeeks(call.domain, keys.items);
    const presented = await presentPage(call, keys);
    return {
      ...presented,
      items: presented.items.map((item) => ({ ...item, week: weeks.get(item.id) })),
    };
  }),
  implement(endpoints.getToken, async (call) =>
    presentApiKey(call.domain, await readOwnApiKey(call.domain, keyOwnerOf(call), call.params.id)),
  ),
  implement(endpoints.createToken, async (call) => {
    refuseForeignMembers(call, FOREIGN_LIMITS, 'token_limit_foreign');
    return presentApiKey(call.domain, await createApiKey(call.domain, keyOwnerOf(call), call.body));
  }),
  implement(endpoints.updateToken, async (call) => {
    refuseForeignMembers(call, FOREIGN_LIMITS, 'token_limit_foreign');
    const owner = keyOwnerOf(call);
    const { id, status } = call.body;
    if (!call.query.status_only)
      return presentApiKey(call.domain, await editApiKey(call.domain, owner, call.body));
    if (status === undefined) throw new AppError('invalid_parameter', { field: 'status' });
    return presentApiKey(call.domain, await setApiKeyStatus(call.domain, owner, id, status));
  }),
  implement(endpoints.deleteToken, async (call) => {
    await deleteApiKey(call.domain, keyOwnerOf(call), call.params.id);
    return null;
  }),
];

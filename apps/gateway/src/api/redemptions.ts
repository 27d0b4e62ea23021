import { endpoints } from '@tollgate/contract';
import { usernamesOf } from '../domain/accounts/usernames-of.ts';
import type { Domain } from '../domain/domain.ts';
import { manageRedemptions } from '../domain/redemptions/manage-redemptions.ts';
import { redeemCode } from '../domain/redemptions/redeem-code.ts';
import {
  clearUsedRedemptions,
  createRedemptions,
  deleteRedemption,
  editRedemption,
  presentRedemption,
  readRedemption,
  searchRedemptions,
  setRedemptionStatus,
  sumFoundRedemptions,
} from '../domain/redemptions/redemption-administration.ts';
import { callerOf, implement } from './context.ts';
import { refuseForeignMembers } from './refuse-foreign-members.ts';

type FoundPage = Awaited<ReturnType<typeof searchRedemptions>>;

const presentPage = (
  domain: Pick<Domain, 'keyring'>,
  { items, page, pageSize, total }: FoundPage,
) => ({
  items: items.map((row) => presentRedemption(domain, row)),
  page,
  page_size: pageSize,
  total,
});

export const redemptionRoutes = [
  implement(endpoints.listRedemptions, async ({ domain, query }) =>
    presentPage(
      domain,
      await searchRedemptions(domain, {}, { page: query.p, pageSize: query.page_size }),
    ),
  ),
  implement(endpoints.searchRedemptions, async ({ domain, query }) => {
    const found = presentPage(
      domain,
      await searchRedemptions(domain, query, { page: query.p, pageSize: query.page_size }),
    );
    const nameOf = await usernamesOf(
      domain,
      found.items.flatMap(({ user_id: creatorId, used_user_id: redeemerId }) => [
        creatorId,
        redeemerId,
      ]),
    );
    const items = found.items.map((code) => ({
      ...code,
      creator: nameOf(code.user_id),
      redeemer: nameOf(code.used_user_id),
    }));
    return { ...found, items, totals: await sumFoundRedemptions(domain, query) };
  }),
  implement(endpoints.getRedemption, async ({ domain, params }) =>
    presentRedemption(domain, await readRedemption(domain, params.id)),
  ),
  implement(endpoints.createRedemptions, (call) => {
    refuseForeignMembers(call, ['expired_time'], 'redemption_expiry_foreign');
    return createRedemptions(call.domain, callerOf(call).user, call.body);
  }),
  implement(endpoints.updateRedemption, async (call) => {
    refuseForeignMembers(call, ['expired_time'], 'redemption_expiry_foreign');
    const { user } = callerOf(call);
    const { id, status } = call.body;
    const row = call.query.status_only
      ? await setRedemptionStatus(call.domain, user, { id, status })
      : await editRedemption(call.domain, user, call.body);
    return presentRedemption(call.domain, row);
  }),
  implement(endpoints.deleteRedemption, async (call) => {
    await deleteRedemption(call.domain, callerOf(call).user, call.params.id);
    return null;
  }),
  implement(endpoints.manageRedemptions, (call) =>
    manageRedemptions(call.domain, callerOf(call).user, call.body, call.language),
  ),
  implement(endpoints.deleteUsedRedemptions, (call) =>
    clearUsedRedemptions(call.domain, callerOf(call).user),
  ),
  implement(endpoints.redeemCode, (call) => {
    const { user } = callerOf(call);
    const attempt = () => redeemCode(call.domain, user, call.body.key);
    return call.limits.guess({ address: call.address, userId: user.id }, attempt);
  }),
];

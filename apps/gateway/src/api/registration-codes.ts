import { endpoints } from '@tollgate/contract';
import {
  createOwnRegistrationCode,
  createRegistrationCodes,
  presentRegistrationCode,
  readRegistrationCodeUsers,
  searchRegistrationCodes,
  switchRegistrationCode,
} from '../domain/accounts/registration-codes.ts';
import { usernamesOf } from '../domain/accounts/usernames-of.ts';
import { callerOf, implement, requireSession } from './context.ts';

const OWN_SHOWN_MAX = 100;

export const registrationCodeRoutes = [
  implement(endpoints.searchRegistrationCodes, async ({ domain, query }) => {
    const { keyword, state, p: page, page_size: pageSize } = query;
    const codes = await searchRegistrationCodes(domain, { keyword, state }, { page, pageSize });
    const nameOf = await usernamesOf(
      domain,
      codes.items.map(({ creator_id: id }) => id),
    );
    return {
      items: codes.items.map((row) => ({
        ...presentRegistrationCode(domain, row),
        creator: nameOf(row.creator_id),
      })),
      page: codes.page,
      page_size: codes.pageSize,
      total: codes.total,
    };
  }),
  implement(endpoints.createRegistrationCodes, (call) =>
    createRegistrationCodes(call.domain, callerOf(call).user.id, call.body),
  ),
  implement(endpoints.updateRegistrationCode, async ({ domain, body }) => {
    await switchRegistrationCode(domain, body);
    return null;
  }),
  implement(endpoints.listRegistrationCodeUsers, ({ domain, params }) =>
    readRegistrationCodeUsers(domain, params.id),
  ),
  implement(endpoints.listOwnRegistrationCodes, async (call) => {
    const { domain } = call;
    const creatorId = callerOf(call).user.id;
    const page = { page: 1, pageSize: OWN_SHOWN_MAX };
    const { items, total } = await searchRegistrationCodes(domain, { creatorId }, page);
    const remaining = Math.max(0, domain.options.get('RegistrationCodesPerUser') - total);
    return { items: items.map((row) => presentRegistrationCode(domain, row)), left: remaining };
  }),
  implement(endpoints.createOwnRegistrationCode, (call) => {
    requireSession(callerOf(call));
    return createOwnRegistrationCode(call.domain, callerOf(call).user.id);
  }),
];

import { endpoints } from '@tollgate/contract';
import { readAgentTerms, saveAgentTerms, searchAgents } from '../domain/agents/agent-terms.ts';
import { exportStatementCsv } from '../domain/agents/export-statement-csv.ts';
import {
  listMonths,
  listOwnInvitees,
  readInvitation,
  readOwnAgent,
  saveInvitation,
} from '../domain/agents/own-agent.ts';
import {
  cancelPayout,
  countPayoutStates,
  decidePayout,
  requestPayout,
  searchPayouts,
} from '../domain/agents/payouts.ts';
import { buyCodes, listOwnCodes, voidCode } from '../domain/agents/sold-codes.ts';
import { mustBeConfirmed } from '../domain/second-factors/confirm-session.ts';
import { callerOf, implement, Streamed } from './context.ts';

interface Found<Row> {
  items: Row[];
  page: number;
  pageSize: number;
  total: number;
}

const presentPage = <Row>({ items, page, pageSize, total }: Found<Row>) => ({
  items,
  page,
  page_size: pageSize,
  total,
});
const pageIn = ({ p, page_size }: { p: number; page_size: number }) => ({
  page: p,
  pageSize: page_size,
});

const ownRoutes = [
  implement(endpoints.getInvitation, ({ domain, params }) => readInvitation(domain, params.code)),
  implement(endpoints.getOwnAgent, (call) => readOwnAgent(call.domain, callerOf(call).user.id)),
  implement(endpoints.updateInvitation, (call) =>
    saveInvitation(call.domain, callerOf(call).user.id, call.body),
  ),
  implement(endpoints.listInvitees, async (call) =>
    presentPage(await listOwnInvitees(call.domain, callerOf(call).user.id, pageIn(call.query))),
  ),
  implement(endpoints.listEarningsMonths, (call) =>
    listMonths(call.domain, callerOf(call).user.id),
  ),
  implement(endpoints.exportStatement, async (call) => {
    const { month } = call.params;
    const options = { month, language: call.language };
    return new Streamed(await exportStatementCsv(call.domain, callerOf(call).user.id, options), {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="tollgate-statement-${month}.csv"`,
    });
  }),
  implement(endpoints.listOwnPayouts, async (call) => {
    const filter = { userId: callerOf(call).user.id };
    return presentPage(await searchPayouts(call.domain, filter, pageIn(call.query)));
  }),
  implement(endpoints.requestPayout, (call) => {
    mustBeConfirmed(call.domain, callerOf(call));
    return requestPayout(call.domain, callerOf(call).user, call.body);
  }),
  implement(endpoints.cancelPayout, (call) =>
    cancelPayout(call.domain, callerOf(call).user, call.params.id),
  ),
  implement(endpoints.listOwnCodes, async (call) =>
    presentPage(await listOwnCodes(call.domain, callerOf(call).user.id, pageIn(call.query))),
  ),
  implement(endpoints.buyCodes, (call) => buyCodes(call.domain, callerOf(call).user.id, call.body)),
  implement(endpoints.voidCode, async (call) => ({
    returned: await voidCode(call.domain, callerOf(call).user.id, call.params.id),
  })),
];

export const agentRoutes = [
  ...ownRoutes,
  implement(endpoints.getAgentTerms, ({ domain, params }) => readAgentTerms(domain, params.id)),
  implement(endpoints.saveAgentTerms, (call) =>
    saveAgentTerms(call.domain, callerOf(call).user, { userId: call.params.id, terms: call.body }),
  ),
  implement(endpoints.listAgents, async ({ domain, query }) =>
    presentPage(await searchAgents(domain, query.keyword, pageIn(query))),
  ),
  implement(endpoints.listPayouts, async ({ domain, query }) => {
    const filter = { state: query.state === '' ? undefined : query.state };
    const found = await searchPayouts(domain, filter, pageIn(query));
    return { ...presentPage(found), counts: await countPayoutStates(domain) };
  }),
  implement(endpoints.settlePayout, (call) =>
    decidePayout(call.domain, callerOf(call).user, {
      id: call.params.id,
      state: 'paid',
      note: call.body.note,
    }),
  ),
  implement(endpoints.refusePayout, (call) =>
    decidePayout(call.domain, callerOf(call).user, {
      id: call.params.id,
      state: 'refused',
      note: call.body.note,
    }),
  ),
];

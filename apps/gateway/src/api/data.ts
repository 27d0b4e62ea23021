import { endpoints } from '@tollgate/contract';
import { readUsage } from '../domain/usage/read-usage.ts';
import { callerOf, implement } from './context.ts';

export const dataRoutes = [
  implement(endpoints.getUsage, async ({ domain, query }) => readUsage(domain, query, undefined)),
  implement(endpoints.getOwnUsage, async (call) =>
    readUsage(call.domain, call.query, callerOf(call).user.id),
  ),
];

import { endpoints } from '@tollgate/contract';
import { compareTraffic } from '../domain/traffic/compare-traffic.ts';
import {
  createTrafficRule,
  editTrafficRule,
  presentTrafficRule,
  readTrafficRules,
  removeTrafficRule,
} from '../domain/traffic/traffic-administration.ts';
import { callerOf, implement } from './context.ts';

export const trafficRoutes = [
  implement(endpoints.listTrafficRules, ({ domain }) => readTrafficRules(domain)),
  implement(endpoints.createTrafficRule, async (call) =>
    presentTrafficRule(
      call.domain,
      await createTrafficRule(call.domain, callerOf(call).user, call.body),
    ),
  ),
  implement(endpoints.updateTrafficRule, async (call) =>
    presentTrafficRule(
      call.domain,
      await editTrafficRule(call.domain, callerOf(call).user, call.body),
    ),
  ),
  implement(endpoints.deleteTrafficRule, async (call) => {
    await removeTrafficRule(call.domain, callerOf(call).user, call.params.id);
    return null;
  }),
  implement(endpoints.getTrafficComparison, ({ domain, params, query }) =>
    compareTraffic(domain, params.id, query.hours),
  ),
];

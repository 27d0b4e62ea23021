import { endpoints } from '@tollgate/contract';
import { readConfiguration } from '../domain/configuration/read-configuration.ts';
import { applyConfiguration } from '../domain/configuration/apply-configuration.ts';
import { mustBeConfirmed } from '../domain/second-factors/confirm-session.ts';
import { callerOf, implement } from './context.ts';

export const configurationRoutes = [
  implement(endpoints.readConfiguration, ({ domain }) => readConfiguration(domain)),
  implement(endpoints.planConfiguration, (call) => {
    const { domain, body, language } = call;
    return applyConfiguration(domain, body, { actor: callerOf(call).user, language });
  }),
  implement(endpoints.applyConfiguration, (call) => {
    const { domain, body, language } = call;
    mustBeConfirmed(domain, callerOf(call));
    const { plan, ...configuration } = body;
    return applyConfiguration(domain, configuration, {
      actor: callerOf(call).user,
      language,
      plan,
    });
  }),
];

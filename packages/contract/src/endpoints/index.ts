import type { AnyEndpoint } from '../endpoint.ts';
import { accountEndpoints } from './account.ts';
import { auditEndpoints } from './audit.ts';
import { agentEndpoints } from './agents.ts';
import { balanceChangeEndpoints } from './balance-changes.ts';
import { channelKeyEndpoints } from './channel-keys.ts';
import { channelModelEndpoints } from './channel-models.ts';
import { channelHistoryEndpoints } from './channel-history.ts';
import { channelEndpoints } from './channels.ts';
import { channelTagEndpoints } from './channel-tags.ts';
import { configurationEndpoints } from './configuration.ts';
import { usageEndpoints } from './usage.ts';
import { importEndpoints } from './imports.ts';
import { logEndpoints } from './logs.ts';
import { notificationEndpoints } from './notifications.ts';
import { loginProviderEndpoints } from './login-providers.ts';
import { orderEndpoints } from './orders.ts';
import { optionEndpoints } from './options.ts';
import { payloadEndpoints } from './payloads.ts';
import { paymentEndpoints } from './payments.ts';
import { registrationEndpoints } from './registration.ts';
import { priceEndpoints } from './prices.ts';
import { pricingEndpoints } from './pricing.ts';
import { redemptionEndpoints } from './redemptions.ts';
import { registrationCodeEndpoints } from './registration-codes.ts';
import { scopedTokenEndpoints } from './scoped-tokens.ts';
import { secondFactorEndpoints } from './second-factors.ts';
import { managedUserEndpoints } from './managed-users.ts';
import { ownDataEndpoints } from './own-data.ts';
import { signInEndpoints } from './sign-ins.ts';
import { sessionEndpoints } from './sessions.ts';
import { statusEndpoints } from './status.ts';
import { systemEndpoints } from './system.ts';
import { taskEndpoints } from './tasks.ts';
import { teamEndpoints } from './teams.ts';
import { tokenEndpoints } from './tokens.ts';
import { trafficEndpoints } from './traffic.ts';
import { usageReportEndpoints } from './usage-reports.ts';
import { userEndpoints } from './users.ts';
import { viewEndpoints } from './views.ts';

/**
 * Every endpoint of the console API by name. The server, the console and the API reference derive from it.
 */
export const endpoints = {
  ...statusEndpoints,
  ...accountEndpoints,
  ...registrationEndpoints,
  ...registrationCodeEndpoints,
  ...loginProviderEndpoints,
  ...secondFactorEndpoints,
  ...sessionEndpoints,
  ...scopedTokenEndpoints,
  ...signInEndpoints,
  ...ownDataEndpoints,
  ...managedUserEndpoints,
  ...balanceChangeEndpoints,
  ...userEndpoints,
  ...viewEndpoints,
  ...payloadEndpoints,
  ...tokenEndpoints,
  ...channelEndpoints,
  ...channelKeyEndpoints,
  ...channelHistoryEndpoints,
  ...channelModelEndpoints,
  ...channelTagEndpoints,
  ...redemptionEndpoints,
  ...trafficEndpoints,
  ...pricingEndpoints,
  ...priceEndpoints,
  ...optionEndpoints,
  ...configurationEndpoints,
  ...logEndpoints,
  ...auditEndpoints,
  ...notificationEndpoints,
  ...taskEndpoints,
  ...usageEndpoints,
  ...usageReportEndpoints,
  ...systemEndpoints,
  ...importEndpoints,
  ...paymentEndpoints,
  ...orderEndpoints,
  ...agentEndpoints,
  ...teamEndpoints,
};

export type EndpointName = keyof typeof endpoints;

/** All endpoints as a list, for code that iterates over them. */
export const allEndpoints: ReadonlyArray<{ name: EndpointName; endpoint: AnyEndpoint }> = (
  Object.keys(endpoints) as EndpointName[]
).map((name) => ({
  name,
  endpoint: endpoints[name] as AnyEndpoint,
}));

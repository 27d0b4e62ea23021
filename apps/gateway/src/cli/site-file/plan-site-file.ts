import type { ConfigurationPlan, WantedConfiguration } from '@tollgate/contract';
import type { RemoteCall } from '../remote/remote-command.ts';

/** Thousands of channels may be compared and written in one transaction. */
const TIMEOUT_MS = 120_000;

/** Returns what applying a configuration file would change. */
export function planSite(
  { client }: RemoteCall,
  configuration: WantedConfiguration,
): Promise<ConfigurationPlan> {
  return client.call('planConfiguration', { body: configuration }, { timeoutMs: TIMEOUT_MS });
}

/** Applies a plan, or refuses if it is outdated. */
export function applySite(
  { client }: RemoteCall,
  configuration: WantedConfiguration,
  plan: string,
): Promise<ConfigurationPlan> {
  const body = { ...configuration, plan };
  return client.call('applyConfiguration', { body }, { timeoutMs: TIMEOUT_MS });
}

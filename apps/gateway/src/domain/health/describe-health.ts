import type { HealthPart } from '@tollgate/contract';
import { texts } from '@tollgate/i18n';
import type { Health } from './read-health.ts';

const { reasons } = texts.en.system.health;
const SIGNS: Record<HealthPart['state'], string> = { ok: '[+]', impaired: '[~]', failed: '[-]' };

/**
 * Returns the body of `/readyz`, for people and logs: `ready`, or why not, and a line for each part that is
 * impaired or failed; with `verbose` for every part. Contains no addresses.
 */
export function describeHealth(
  { ready, parts, draining }: Health & { draining: boolean },
  verbose: boolean,
): string {
  const head = draining ? 'not ready: draining' : ready ? 'ready' : 'not ready';
  const lines = parts
    .filter(({ state }) => verbose || state !== 'ok')
    .map(({ name, state, reason }) => {
      return `${SIGNS[state]} ${name} ${state}${reason ? `: ${reasons[reason]}` : ''}`;
    });
  return `${[head, ...lines].join('\n')}\n`;
}

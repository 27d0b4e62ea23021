import type { Config } from '../../platform/config.ts';
import { decodePercent } from '../../platform/decode-percent.ts';

/** Variables without secrets or personal data; of all other texts a bundle only shows that they are set. */
const OPEN_TEXTS: ReadonlySet<string> = new Set<keyof Config>([
  'HOST',
  'DATA_DIR',
  'BACKUP_DIR',
  'LOG_ARCHIVE_DIR',
  'LOG_LEVEL',
  'LOG_FORMAT',
  'DURABILITY',
  'TRUSTED_PROXIES',
]);
const SECRET_NAME = /KEY|PASS|TOKEN|SECRET|HEADERS/;

/**
 * Returns the environment as the gateway read it: numbers, switches and open texts as they are, others as
 * `set`.
 */
export function describeVariables(config: Config): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(config)
      .toSorted(([left], [right]) => left.localeCompare(right))
      .map(([name, value]) => [name, isOpen(name, value) ? value : 'set']),
  );
}

function isOpen(name: string, value: unknown): boolean {
  if (OPEN_TEXTS.has(name)) return true;
  return typeof value === 'number' || typeof value === 'boolean' || isRate(value);
}

const isRate = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.values(value).every(Number.isFinite);

/** Returns the secrets in the environment: whole values, and the passwords in URLs. */
export function secretsOfVariables(config: Config): string[] {
  return Object.entries(config).flatMap(([name, value]) => {
    if (typeof value !== 'string') return [];
    const password = URL.parse(value)?.password ?? '';
    return [
      ...(SECRET_NAME.test(name) ? [value] : []),
      ...(password === '' ? [] : [value, password, decodePercent(password)]),
    ];
  });
}

import type { Texts } from '@tollgate/i18n';
import type { ParseArgsOptionsConfig } from 'node:util';

interface CommandOption {
  type: 'string' | 'boolean';
  /** The placeholder for its value in the usage line. */
  value?: string;
}

/** Every option of every command: one name, one meaning, described in `cli.options`. */
export const commandOptions = {
  server: { type: 'string', value: 'URL' },
  'token-file': { type: 'string', value: 'FILE' },
  json: { type: 'boolean' },
  limit: { type: 'string', value: 'N' },
  search: { type: 'string', value: 'TEXT' },
  status: { type: 'string', value: 'WORD' },
  group: { type: 'string', value: 'NAME' },
  tag: { type: 'string', value: 'NAME' },
  model: { type: 'string', value: 'NAME' },
  yes: { type: 'boolean' },
  all: { type: 'boolean' },
  reveal: { type: 'boolean' },
  usd: { type: 'string', value: 'AMOUNT' },
  quota: { type: 'string', value: 'N' },
  reason: { type: 'string', value: 'TEXT' },
  'idempotency-key': { type: 'string', value: 'KEY' },
  name: { type: 'string', value: 'TEXT' },
  count: { type: 'string', value: 'N' },
  expires: { type: 'string', value: 'TIME' },
  user: { type: 'string', value: 'USER' },
  key: { type: 'string', value: 'NAME' },
  channel: { type: 'string', value: 'ID' },
  type: { type: 'string', value: 'WORD' },
  since: { type: 'string', value: 'TIME' },
  provider: { type: 'string', value: 'NAME' },
  models: { type: 'string', value: 'NAMES' },
  'base-url': { type: 'string', value: 'URL' },
  'key-file': { type: 'string', value: 'FILE' },
  priority: { type: 'string', value: 'N' },
  weight: { type: 'string', value: 'N' },
  'password-file': { type: 'string', value: 'FILE' },
  'dry-run': { type: 'boolean' },
  from: { type: 'string', value: 'NAME' },
  as: { type: 'string', value: 'NAME' },
  merge: { type: 'boolean' },
  refresh: { type: 'boolean' },
  logs: { type: 'boolean' },
  'logs-from': { type: 'string', value: 'DATABASE' },
  options: { type: 'string', value: 'FILE' },
  resume: { type: 'boolean' },
  'beside-calls': { type: 'boolean' },
  'passphrase-file': { type: 'string', value: 'FILE' },
  keep: { type: 'string', value: 'N' },
  'include-master-key': { type: 'boolean' },
  out: { type: 'string', value: 'FILE' },
  'detailed-exitcode': { type: 'boolean' },
  plan: { type: 'string', value: 'ID' },
  'accept-lost-key': { type: 'boolean' },
  force: { type: 'boolean' },
  log: { type: 'string', value: 'FILE' },
} satisfies Readonly<Record<keyof Texts['cli']['options'], CommandOption>>;

export type OptionName = keyof typeof commandOptions;

/** Options of every command that calls a running gateway. */
export const commonOptions = ['server', 'token-file', 'json'] as const;

/** Returns the options with these names, in the format of `parseArgs`. */
export function parseable(names: readonly OptionName[]): ParseArgsOptionsConfig {
  return Object.fromEntries(names.map((name) => [name, { type: commandOptions[name].type }]));
}

/** `--limit N` */
export function writtenOption(name: OptionName): string {
  const option: CommandOption = commandOptions[name];
  return option.value === undefined ? `--${name}` : `--${name} ${option.value}`;
}

import type { Texts } from '@tollgate/i18n';
import type { Command, CommandGroup } from './command.ts';

export type CommandName = Exclude<keyof Texts['cli']['commands'], 'start'>;

/**
 * All commands except `start`: one file each, loaded when it is run. Their descriptions in `tollgate help`
 * are in `cli.commands`.
 */
export const commandTable: Readonly<Record<CommandName, () => Promise<Command | CommandGroup>>> = {
  import: async () => (await import('./commands/import.ts')).importDatabase,
  backup: async () => (await import('./commands/backup.ts')).backup,
  export: async () => (await import('./commands/export.ts')).exportConfiguration,
  plan: async () => (await import('./commands/plan.ts')).planConfiguration,
  apply: async () => (await import('./commands/apply.ts')).applyConfiguration,
  codes: async () => (await import('./commands/codes.ts')).codes,
  keys: async () => (await import('./commands/keys.ts')).keys,
  logs: async () => (await import('./commands/logs.ts')).logs,
  status: async () => (await import('./commands/status.ts')).status,
  users: async () => (await import('./commands/users.ts')).users,
  channels: async () => (await import('./commands/channels.ts')).channels,
  compact: async () => (await import('./commands/compact.ts')).compact,
  migrate: async () => (await import('./commands/migrate.ts')).migrate,
  recover: async () => (await import('./commands/recover.ts')).recover,
  restore: async () => (await import('./commands/restore.ts')).restore,
  'rotate-key': async () => (await import('./commands/rotate-key.ts')).rotateKey,
  'support-bundle': async () => (await import('./commands/support-bundle.ts')).supportBundle,
  verify: async () => (await import('./commands/verify.ts')).verify,
};

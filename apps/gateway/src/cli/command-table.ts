import type { Command } from './command.ts';

/** A command by name: what it is for, and its file, which is loaded when it is run. */
interface CommandEntry {
  summary: string;
  load: () => Promise<Command>;
}

/** All commands besides `start`, as `tollgate help` lists them. */
export const commandTable: Readonly<Record<string, CommandEntry>> = {
  import: {
    summary: 'import a one-api, new-api or one-hub database',
    load: async () => (await import('./commands/import.ts')).importDatabase,
  },
  backup: {
    summary: 'write a backup while the gateway runs',
    load: async () => (await import('./commands/backup.ts')).backup,
  },
  migrate: {
    summary: 'update the schema, or list pending migrations',
    load: async () => (await import('./commands/migrate.ts')).migrate,
  },
  recover: {
    summary: 'let a locked-out super admin back in',
    load: async () => (await import('./commands/recover.ts')).recover,
  },
  restore: {
    summary: 'restore a backup into an empty folder and database',
    load: async () => (await import('./commands/restore.ts')).restore,
  },
  'rotate-key': {
    summary: 'seal every key and secret with a new master key',
    load: async () => (await import('./commands/rotate-key.ts')).rotateKey,
  },
  'support-bundle': {
    summary: 'write a file for whoever helps you, without secrets',
    load: async () => (await import('./commands/support-bundle.ts')).supportBundle,
  },
  verify: {
    summary: 'check the integrity of the database or a backup',
    load: async () => (await import('./commands/verify.ts')).verify,
  },
};

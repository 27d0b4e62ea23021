import type { Command } from './command.ts';

/** A command by name: what it is for, and its file, which is loaded when it is run. */
interface CommandEntry {
  summary: string;
  load: () => Promise<Command>;
}

/** All commands besides `start`, as `tollgate help` lists them. */
export const commandTable: Readonly<Record<string, CommandEntry>> = {
  import: {
    summary: 'bring a shop over from one-api, new-api or one-hub',
    load: async () => (await import('./commands/import.ts')).importDatabase,
  },
  backup: {
    summary: 'write a backup while the gateway runs',
    load: async () => (await import('./commands/backup.ts')).backup,
  },
  migrate: {
    summary: 'bring the schema up to date, or list what that would do',
    load: async () => (await import('./commands/migrate.ts')).migrate,
  },
  recover: {
    summary: 'let a locked-out super admin back in',
    load: async () => (await import('./commands/recover.ts')).recover,
  },
  restore: {
    summary: 'put a backup into an empty folder and database',
    load: async () => (await import('./commands/restore.ts')).restore,
  },
  verify: {
    summary: 'look whether the database, or a backup, is whole',
    load: async () => (await import('./commands/verify.ts')).verify,
  },
};

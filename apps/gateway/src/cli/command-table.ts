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
  recover: {
    summary: 'let a locked-out super admin back in',
    load: async () => (await import('./commands/recover.ts')).recover,
  },
};

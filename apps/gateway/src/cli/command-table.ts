import type { Command } from './command.ts';

/** A command by name: what it is for, and its file, which is loaded when it is run. */
interface CommandEntry {
  summary: string;
  load: () => Promise<Command>;
}

/** All commands besides `start`, as `tollgate help` lists them. */
export const commandTable: Readonly<Record<string, CommandEntry>> = {
  recover: {
    summary: 'let a locked-out super admin back in',
    load: async () => (await import('./commands/recover.ts')).recover,
  },
};

import { readShellBlocks } from '../manual/read-manual.ts';

/** Commands of the manual that run until they are stopped. */
const SERVERS = ['npm start', 'npx tollgate'];

export interface Steps {
  /** Commands to run before the gateway starts. */
  before: string;
  /** The command that starts it; empty if there is none. */
  server: string;
  /** Commands to run while it is running. */
  after: string;
}

/**
 * Returns the shell blocks under a heading of a page, in order; '' is the part before the first heading.
 * Throws if there are none.
 */
export function blocksUnder(text: string, heading: string): string[] {
  const section = text
    .split(/^## /m)
    .find((part, index) => (index === 0 ? heading === '' : part.startsWith(`${heading}\n`)));
  const blocks = readShellBlocks([{ path: '', text: section ?? '' }]).map(({ code }) => code);
  if (blocks.length === 0) throw new Error(`The manual has no commands under “${heading}”`);
  return blocks;
}

/** Splits commands, in the order a newcomer types them, at the one that starts the gateway. */
export function splitAtServerCommand(code: string): Steps {
  const lines = code.trimEnd().split('\n');
  const at = lines.findIndex((line) => SERVERS.includes(line));
  if (at < 0) return { before: code, server: '', after: '' };
  const join = (part: string[]) => part.map((line) => `${line}\n`).join('');
  return {
    before: join(lines.slice(0, at)),
    server: lines[at] ?? '',
    after: join(lines.slice(at + 1)),
  };
}

import { readShellBlocks } from '../manual/read-manual.ts';

/** Commands of the manual that go on until they are stopped. */
const SERVERS = ['npm start', 'npx tollgate'];

export interface Steps {
  /** What is typed before the gateway starts. */
  before: string;
  /** What starts it; empty where nothing does. */
  server: string;
  /** What is typed beside it. */
  after: string;
}

/** The shell blocks under a heading of a page, in order; the first part of a page has the heading ''. Throws for none. */
export function blocksUnder(text: string, heading: string): string[] {
  const section = text
    .split(/^## /m)
    .find((part, index) => (index === 0 ? heading === '' : part.startsWith(`${heading}\n`)));
  const blocks = readShellBlocks([{ path: '', text: section ?? '' }]).map(({ code }) => code);
  if (blocks.length === 0) throw new Error(`The manual has no commands under “${heading}”`);
  return blocks;
}

/** Commands in the order in which a newcomer types them, parted at the one that starts the gateway. */
export function partAtServer(code: string): Steps {
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

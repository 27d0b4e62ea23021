/** A longer open block is split at a line end, so that the work stays linear in the length of the text. */
const OPEN_MAX = 4000;
/** Opens or closes code. What follows an opening row of backticks contains none: else it is code in a line. */
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)$/;

export interface MarkdownBlocks {
  /** Blocks that will no longer change. */
  readonly closed: readonly string[];
  /** The block that may still grow. */
  readonly open: string;
  /** The code fence that `open` is within, with its language; empty outside code. */
  readonly fence: string;
  /** Number of characters read so far. */
  readonly length: number;
}

export const NO_BLOCKS: MarkdownBlocks = { closed: [], open: '', fence: '', length: 0 };

/**
 * Splits growing Markdown into blocks: at blank lines outside code, and within code if a block gets too long.
 * Takes the whole text, but only reads what is new since `before`.
 */
export function cutMarkdown(before: MarkdownBlocks, text: string): MarkdownBlocks {
  if (text.length < before.length) return cutMarkdown(NO_BLOCKS, text);
  const end = text.lastIndexOf('\n') + 1;
  if (end <= before.length) {
    const added = text.slice(before.length);
    return added === '' ? before : { ...before, open: before.open + added, length: text.length };
  }
  return cutLines(before, text, end);
}

function cutLines(before: MarkdownBlocks, text: string, end: number): MarkdownBlocks {
  const closed = [...before.closed];
  let { fence } = before;
  // The last line was incomplete, so it is read again as a whole.
  const lineStart = before.open.lastIndexOf('\n') + 1;
  let block = before.open.slice(0, lineStart);
  const fresh = before.open.slice(lineStart) + text.slice(before.length, end);
  const close = () => {
    if (block.trim() !== '') closed.push(block);
    block = '';
  };
  for (const line of fresh.slice(0, -1).split('\n')) {
    const [, marks = '', info = ''] = FENCE.exec(line) ?? [];
    block += `${line}\n`;
    if (fence !== '') {
      if (closes(fence, marks, info)) {
        fence = '';
        close();
      } else if (block.length > OPEN_MAX) {
        const [, again = '```'] = FENCE.exec(fence) ?? [];
        closed.push(`${block}${again}\n`);
        block = `${fence}\n`;
      }
    } else if (marks !== '') fence = line.trim();
    else if (line.trim() === '' || block.length > OPEN_MAX) close();
  }
  return { closed, open: block + text.slice(end), fence, length: text.length };
}

/** A fence is closed by at least as many of the same marks, without a language. */
const closes = (fence: string, marks: string, info: string) =>
  info.trim() === '' && marks !== '' && marks.startsWith(FENCE.exec(fence)?.[1] ?? marks);

import { expect, test } from 'vitest';
import { cutMarkdown, type MarkdownBlocks, NO_BLOCKS } from './markdown-blocks.ts';

/** Feeds a text in chunks of a given size; counts the characters that a view would have to parse. */
function stream(text: string, size: number): { blocks: MarkdownBlocks; parsed: number } {
  let blocks = NO_BLOCKS;
  let parsed = 0;
  for (let end = size; end < text.length + size; end += size) {
    const known = blocks.closed.length;
    blocks = cutMarkdown(blocks, text.slice(0, end));
    parsed += blocks.open.length;
    for (const block of blocks.closed.slice(known)) parsed += block.length;
  }
  return { blocks, parsed };
}

const whole = ({ closed, open }: MarkdownBlocks) => closed.join('') + open;

test.each([1, 3, 7, 1000])(
  'a text that arrives in chunks of %i is split at its blank lines, but never within code',
  (size) => {
    const text = 'One\ntwo\n\n```js\na\n\nb\n```\n\n- x\n- y\n\nend';
    const { blocks } = stream(text, size);
    expect(blocks.closed).toEqual(['One\ntwo\n\n', '```js\na\n\nb\n```\n', '- x\n- y\n\n']);
    expect(blocks.open).toBe('end');
  },
);

test.each([
  ['a shorter fence of the same marks', '````md', '```', '````'],
  ['a fence of the other marks', '```', '~~~', '```'],
  ['a fence with a language', '```', '```js', '```'],
  ['a shorter fence of tildes', '~~~~', '~~~', '~~~~~'],
])('%s inside code does not close it', (_what, begin, inner, end) => {
  const code = `${begin}\n${inner}\n\nx\n\n${end}\n`;
  const { blocks } = stream(`${code}\nafter`, 5);
  expect(blocks.closed).toEqual([code]);
  expect(blocks.open).toBe('after');
});

test('code can be indented and closed by more marks than it was opened with', () => {
  const { blocks } = stream('  ```js\na\n\nb\n   `````  \nafter', 3);
  expect(blocks.closed).toEqual(['  ```js\na\n\nb\n   `````  \n']);
  expect(blocks.fence).toBe('');
});

test('inline code of three backticks at the start of a line opens no code block', () => {
  const { blocks } = stream('```x``` is code\n\nafter', 4);
  expect(blocks.closed).toEqual(['```x``` is code\n\n']);
});

test('long code is split at line ends into blocks that are code each, without loss', () => {
  const lines = Array.from({ length: 800 }, (_, at) => `line ${at}`);
  const { blocks } = stream(`\`\`\`py\n${lines.join('\n')}\n\`\`\`\n`, 50);
  expect(blocks.closed.length).toBeGreaterThan(1);
  for (const block of blocks.closed) expect(block).toMatch(/^```py\n[^`]*```\n$/);
  expect(whole(blocks).replaceAll(/```(py)?\n/g, '')).toBe(`${lines.join('\n')}\n`);
});

test.each([
  ['paragraphs', 'Some words of a model.\n\n'],
  ['code without an end', '```\nx = 1\n'],
  ['one endless list', '- item of a list\n'],
])('a stream of %s takes time proportional to its length', (_what, fragment) => {
  const [first = '', rest = fragment] = fragment.startsWith('```') ? ['```\n', 'x = 1\n'] : [];
  const parsedCharacters = (count: number) => stream(first + rest.repeat(count), 20).parsed;
  expect(parsedCharacters(8000) / parsedCharacters(4000)).toBeLessThan(2.5);
});

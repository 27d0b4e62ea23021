import { memo, useMemo, useState } from 'react';
import { cutMarkdown, NO_BLOCKS } from './markdown-blocks.ts';
import { renderModelMarkdown } from './model-markdown.ts';

/**
 * A model's output. While it grows, complete blocks are not rendered again; at the end the whole text is
 * rendered once. Use `ModelText`.
 */
export function ModelTextView({ text, growing }: { text: string; growing: boolean }) {
  const [known, keep] = useState(NO_BLOCKS);
  if (!growing) return <MarkdownBlock text={text} />;
  const blocks = cutMarkdown(known, text);
  if (blocks !== known) keep(blocks);
  const { closed, open } = blocks;
  return (
    <>
      {closed.map((block, index) => (
        // Blocks are only ever added.
        // oxlint-disable-next-line react/no-array-index-key
        <MarkdownBlock key={index} text={block} />
      ))}
      <MarkdownBlock text={open} />
    </>
  );
}

const MarkdownBlock = memo(function MarkdownBlock({ text }: { text: string }) {
  const html = useMemo(() => renderModelMarkdown(text), [text]);
  return (
    <div
      className="rich-text model-text"
      // oxlint-disable-next-line react/no-danger
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
});

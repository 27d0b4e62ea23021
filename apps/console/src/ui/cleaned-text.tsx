import { useMemo } from 'react';
import { cleanHtml } from './clean-html.ts';

/** A text of the site, cleaned; fetched apart with all that cleans it. Use `RichText`. */
export function CleanedText({ text }: { text: string }) {
  const html = useMemo(() => cleanHtml(text), [text]);
  return (
    <div
      className="rich-text"
      // oxlint-disable-next-line react/no-danger
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

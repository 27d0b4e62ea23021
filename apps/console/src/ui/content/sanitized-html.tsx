import { useMemo } from 'react';
import { sanitizeHtml } from './sanitize-html.ts';

/** A text of the site, cleaned; fetched apart with all that cleans it. Use `RichText`. */
export function SanitizedHtml({ text }: { text: string }) {
  const html = useMemo(() => sanitizeHtml(text), [text]);
  return (
    <div
      className="rich-text"
      // oxlint-disable-next-line react/no-danger
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

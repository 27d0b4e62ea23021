import { useMemo } from 'react';
import { sanitizeHtml } from './sanitize-html.ts';

/** A sanitized text of the site; loaded on demand with the sanitizer. Use `RichText`. */
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

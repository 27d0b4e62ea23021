import { useMemo } from 'react';
import { highlightCode } from './highlight-code.ts';

/** Highlighted code; loaded on demand with the highlighter. Use `CodeBlock`. */
export function HighlightedCode({ code, language }: { code: string; language: string }) {
  const html = useMemo(() => highlightCode(code, language), [code, language]);
  if (html === undefined) return <code>{code}</code>;
  // oxlint-disable-next-line react/no-danger
  return <code dangerouslySetInnerHTML={{ __html: html }} />;
}

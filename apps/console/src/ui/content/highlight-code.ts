import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import ini from 'highlight.js/lib/languages/ini';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';

const LANGUAGES = { bash, ini, javascript, json, python, typescript, xml };
for (const [name, language] of Object.entries(LANGUAGES))
  highlighter.registerLanguage(name, language);

/** Longer code is not highlighted, which would block the page. */
const LENGTH_MAX = 50_000;

/**
 * Returns code as escaped HTML with spans for highlighting; undefined for an unknown language. Loaded on
 * demand by `CodeBlock`.
 */
export function highlightCode(code: string, language: string): string | undefined {
  if (code.length > LENGTH_MAX || !highlighter.getLanguage(language)) return undefined;
  return highlighter.highlight(code, { language, ignoreIllegals: true }).value;
}

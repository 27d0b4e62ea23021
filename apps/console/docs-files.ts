import { callerErrorCodes, relayErrors, wireCodeOf } from '@tollgate/contract';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { readTexts } from './page-words.ts';
import { docSections } from './src/pages/docs/doc-pages.ts';
import { errorAdvice } from './src/pages/docs/error-advice.ts';
import { KINDS } from './src/pages/docs/models-of-kinds.ts';

const LANGUAGES = ['zh', 'en'] as const;
type Language = (typeof LANGUAGES)[number];

/**
 * Writes the docs for callers to `.vite/docs.json`: the gateway serves them as Markdown and lists them in
 * llms.txt.
 */
export function docsFiles(): Plugin {
  return {
    name: 'tollgate:docs-files',
    apply: 'build',
    generateBundle() {
      const sections = docSections.map(({ id, slugs }) => ({
        title: byLanguage((language) => read(language, 'docs').sections[id]),
        pages: slugs.map((slug) => ({ slug, text: byLanguage((at) => readPage(slug, at)) })),
      }));
      const kinds: Record<string, { pattern: string; usual: string }> = {};
      for (const [kind, { pattern, usual }] of Object.entries(KINDS))
        kinds[kind] = { pattern: pattern.source, usual };
      const source = JSON.stringify({ sections, kinds });
      this.emitFile({ type: 'asset', fileName: '.vite/docs.json', source });
    },
  };
}

const byLanguage = <Value>(make: (language: Language) => Value) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, make(language)]));

interface DocsTexts {
  sections: Record<string, string>;
  errors: Record<'status' | 'code' | 'happened' | 'advice', string>;
  advice: Record<string, string>;
}

const read = (language: Language, area: string) =>
  readTexts(language, area) as unknown as DocsTexts;

/**
 * Returns a page without the syntax that only the console understands: heading ids, tab names, placeholders.
 */
function readPage(slug: string, language: Language): string {
  const path = new URL(`../../docs/site/${slug}.${language}.md`, import.meta.url);
  return readFileSync(path, 'utf8')
    .replaceAll(/ \{#[a-z-]+\}$/gm, '')
    .replaceAll(/^(```\w+) .+$/gm, '$1')
    .replace('<!-- errors -->', () => listErrors(language))
    .replaceAll(/\n*<!-- [a-z-]+ -->\n*/g, '\n')
    .replaceAll(/\]\(([a-z-]+)\)/g, `](/docs/$1.${language}.md)`)
    .replaceAll('](/', ']({{site}}/');
}

/** Lists every error that a caller can get, like the console's error page. */
function listErrors(language: Language): string {
  const { errors, advice } = read(language, 'docs');
  const messages = readTexts(language, 'errors') as Record<string, string>;
  const rows = callerErrorCodes
    .map((code) => ({ code, status: relayErrors[code].status, wire: wireCodeOf(code) }))
    .toSorted((left, right) => left.status - right.status || left.wire.localeCompare(right.wire))
    .map(({ code, status, wire }) => {
      const message = (messages[code] ?? '').replaceAll(/\{\{\w+\}\}/g, '…');
      return `| ${status} | \`${wire}\` | ${message} | ${advice[errorAdvice[code]] ?? ''} |`;
    });
  const head = `| ${errors.status} | ${errors.code} | ${errors.happened} | ${errors.advice} |`;
  return [head, '|---|---|---|---|', ...rows].join('\n');
}

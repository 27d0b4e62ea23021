import { Marked, type Token, type Tokens } from 'marked';
import type { CodeLanguage } from '../../ui/format/code-samples.ts';

export interface DocCode {
  name: string;
  language: CodeLanguage;
  /** With `{{site}}`, `{{key}}` and `{{model}}` left open. */
  code: string;
}

/** A part of a page: text, code in tabs, or a place that the page fills. */
export type DocBlock =
  | { kind: 'html'; html: string }
  | { kind: 'code'; samples: readonly DocCode[] }
  | { kind: 'errors' }
  | { kind: 'api' };

export interface DocHeading {
  id: string;
  text: string;
}

/** A part of a page between two headings, as the search finds it. */
export interface DocPart extends DocHeading {
  /** Its words without code. */
  words: string;
}

export interface Doc {
  title: string;
  blocks: readonly DocBlock[];
  headings: readonly DocHeading[];
  parts: readonly DocPart[];
}

const HEADING = /^(.*?)\s*\{#([a-z-]+)\}$/;
const PLACE = /^<!-- (errors|api) -->\s*$/;

const marked = new Marked({
  gfm: true,
  renderer: {
    heading({ text, depth, tokens }) {
      const [, , id] = HEADING.exec(text) ?? [];
      const html = this.parser.parseInline(tokens).replace(/\s*\{#[a-z-]+\}$/, '');
      return id ? `<h${depth} id="${id}">${html}</h${depth}>` : `<h${depth}>${html}</h${depth}>`;
    },
    table(token) {
      const cells = (row: Tokens.TableCell[], tag: string) =>
        row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('');
      const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('');
      return `<div class="table-scroll" tabindex="0" role="group"><table><thead><tr>${cells(token.header, 'th')}</tr></thead><tbody>${rows}</tbody></table></div>`;
    },
  },
});

/**
 * Reads a page of the docs: Markdown with ids at its headings (`## Title {#id}`), where code blocks
 * that follow each other are tabs (```` ```bash curl ````) and `<!-- errors -->` marks a place.
 */
export function parseDoc(text: string): Doc {
  const tokens = marked.lexer(text);
  const [first] = tokens;
  const title = first?.type === 'heading' ? (first as Tokens.Heading).text : '';
  const headings = tokens.flatMap((token) => {
    if (token.type !== 'heading' || token.depth !== 2) return [];
    const [, words = '', id = ''] = HEADING.exec((token as Tokens.Heading).text) ?? [];
    return [{ id, text: words }];
  });
  const rest = tokens.slice(1);
  return { title, blocks: toBlocks(rest), headings, parts: toParts(title, rest) };
}

function toBlocks(tokens: readonly Token[]): DocBlock[] {
  const blocks: DocBlock[] = [];
  let open: Token[] = [];
  const close = () => {
    if (open.some(({ type }) => type !== 'space'))
      blocks.push({ kind: 'html', html: marked.parser(open) });
    open = [];
  };
  for (const token of tokens) {
    const [, place] = token.type === 'html' ? (PLACE.exec(token.raw.trim()) ?? []) : [];
    const last = blocks.at(-1);
    if (token.type === 'code') {
      const sample = toCode(token as Tokens.Code);
      const follows = open.every(({ type }) => type === 'space') && last?.kind === 'code';
      // Blocks that follow each other are tabs, but not two of the same name.
      if (follows && !last.samples.some(({ name }) => name === sample.name)) {
        blocks[blocks.length - 1] = { kind: 'code', samples: [...last.samples, sample] };
        open = [];
        continue;
      }
      close();
      blocks.push({ kind: 'code', samples: [sample] });
    } else if (place === 'errors' || place === 'api') {
      close();
      blocks.push({ kind: place });
    } else open.push(token);
  }
  close();
  return blocks;
}

function toCode({ lang = '', text }: Tokens.Code): DocCode {
  const [language = 'text', ...name] = lang.split(' ');
  return { name: name.join(' ') || language, language: language as CodeLanguage, code: text };
}

function toParts(title: string, tokens: readonly Token[]): DocPart[] {
  const parts: DocPart[] = [{ id: '', text: title, words: '' }];
  for (const token of tokens) {
    const [, text = '', id] =
      token.type === 'heading' ? (HEADING.exec((token as Tokens.Heading).text) ?? []) : [];
    if (id !== undefined) parts.push({ id, text, words: '' });
    else if (token.type !== 'code' && token.type !== 'html') {
      const part = parts.at(-1);
      if (part) part.words += ` ${token.raw.replaceAll(/[`*|#]|\]\([^)]*\)|-{3,}/g, ' ')}`;
    }
  }
  return parts;
}

/** Fills in what the reader chose. */
export function fillDoc(
  text: string,
  values: Readonly<Record<'site' | 'key' | 'model', string>>,
): string {
  return text.replaceAll(
    /\{\{(site|key|model)\}\}/g,
    (_open, name: 'site' | 'key' | 'model') => values[name],
  );
}

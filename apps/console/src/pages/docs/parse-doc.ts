import { Marked, type Token, type Tokens } from 'marked';
import type { CodeLanguage } from '../../ui/format/code-samples.ts';

export interface DocCode {
  name: string;
  language: CodeLanguage;
  /** With placeholders such as `{{site}}`, `{{key}}` and `{{model}}`. */
  code: string;
}

/** A block of a page: text, code in tabs, or a component. */
export type DocBlock =
  | { kind: 'html'; html: string }
  | { kind: 'code'; samples: readonly DocCode[] }
  | { kind: 'errors' }
  | { kind: 'api' }
  | { kind: 'last-call' };

export interface DocHeading {
  id: string;
  text: string;
}

/** A section of a page between two headings, as indexed for the search. */
export interface DocPart extends DocHeading {
  /** Its text, and the names in its code. */
  words: string;
}

export interface Doc {
  title: string;
  blocks: readonly DocBlock[];
  headings: readonly DocHeading[];
  parts: readonly DocPart[];
}

/** URL and size of screenshots, by the language and name that pages refer to. */
export type DocImages = Readonly<Record<string, { url: string; width: number; height: number }>>;

const HEADING = /^(.*?)\s*\{#([a-z-]+)\}$/;
/** A link from a manual page to another one, or to a docs page for callers. */
const PAGE_LINK = /^(?:\.\.\/\.\.\/site\/)?([a-z-]+)(?:\.(?:en|zh))?\.md(#.*)?$/;
/** A screenshot of the manual, by language and name. */
const SCREENSHOT = /\/images\/manual\/(.+)$/;
const PLACE = /^<!-- (errors|api|last-call) -->\s*$/;
/** Names in code that users may search for: variables, members, commands. */
const NAMES = /[A-Za-z_][\w.-]{2,}/g;

const markedWith = (screenshots: DocImages) =>
  new Marked({
    gfm: true,
    renderer: {
      heading({ text, depth, tokens }) {
        const { id } = readHeading(text);
        const html = this.parser.parseInline(tokens).replace(/\s*\{#[a-z-]+\}$/, '');
        return `<h${depth} id="${id}">${html}</h${depth}>`;
      },
      link({ href, tokens }) {
        const [, page, hash = ''] = PAGE_LINK.exec(href) ?? [];
        const html = this.parser.parseInline(tokens);
        if (page !== undefined) return `<a href="/docs/${page}${hash}">${html}</a>`;
        // Other files exist in the repository only.
        return href.startsWith('.') ? html : false;
      },
      // Other images, such as the README's, are for readers who are not in the console.
      image({ href, text }) {
        const screenshot = screenshots[SCREENSHOT.exec(href)?.[1] ?? ''];
        if (!screenshot) return '';
        const { url, width, height } = screenshot;
        return `<img src="${url}" alt="${escapeAttribute(text)}" width="${width}" height="${height}" loading="lazy" decoding="async">`;
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
 * Parses a page of the docs: Markdown with heading ids (`## Title {#id}`), where consecutive code blocks are
 * tabs (```` ```bash curl ````) and `<!-- errors -->` inserts a component. Screenshots that are not given are
 * left out.
 */
export function parseDoc(text: string, screenshots: DocImages = {}): Doc {
  const marked = markedWith(screenshots);
  const tokens = marked.lexer(text);
  const [first] = tokens;
  const title = first?.type === 'heading' ? (first as Tokens.Heading).text : '';
  const headings = tokens.flatMap((token) => {
    if (token.type !== 'heading' || token.depth !== 2) return [];
    return [readHeading((token as Tokens.Heading).text)];
  });
  const rest = tokens.slice(1);
  return {
    title,
    blocks: toBlocks(rest, (part) => marked.parser(part)),
    headings,
    parts: toParts(title, rest),
  };
}

/** Returns a heading with its explicit id, or else the one that repository sites would generate. */
function readHeading(heading: string): DocHeading {
  const [, text = heading, written] = HEADING.exec(heading) ?? [];
  const plain = text.replaceAll('`', '');
  const id = plain
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
  return { id: written ?? id, text: plain };
}

function toBlocks(tokens: readonly Token[], render: (part: Token[]) => string): DocBlock[] {
  const blocks: DocBlock[] = [];
  let open: Token[] = [];
  const close = () => {
    if (open.some(({ type }) => type !== 'space'))
      blocks.push({ kind: 'html', html: render(open) });
    open = [];
  };
  for (const token of tokens) {
    const [, place] = token.type === 'html' ? (PLACE.exec(token.raw.trim()) ?? []) : [];
    const last = blocks.at(-1);
    if (token.type === 'code') {
      const sample = toCode(token as Tokens.Code);
      const follows = open.every(({ type }) => type === 'space') && last?.kind === 'code';
      // Consecutive code blocks are tabs, unless they have the same name.
      if (follows && !last.samples.some(({ name }) => name === sample.name)) {
        blocks[blocks.length - 1] = { kind: 'code', samples: [...last.samples, sample] };
        open = [];
        continue;
      }
      close();
      blocks.push({ kind: 'code', samples: [sample] });
    } else if (place !== undefined) {
      close();
      blocks.push({ kind: place as Exclude<DocBlock['kind'], 'html' | 'code'> });
    } else open.push(token);
  }
  close();
  return blocks;
}

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

function toCode({ lang = '', text }: Tokens.Code): DocCode {
  const [written = 'text', ...words] = lang.split(' ');
  const isCommand = written === 'sh';
  const language = isCommand ? 'bash' : written;
  // The words after `sh` tell a test how to run the block.
  const name = isCommand ? [] : words;
  return { name: name.join(' ') || language, language: language as CodeLanguage, code: text };
}

function toParts(title: string, tokens: readonly Token[]): DocPart[] {
  const parts: DocPart[] = [{ id: '', text: title, words: '' }];
  for (const token of tokens) {
    if (token.type === 'heading')
      parts.push({ ...readHeading((token as Tokens.Heading).text), words: '' });
    else if (token.type !== 'html') {
      const part = parts.at(-1);
      const words =
        token.type === 'code'
          ? [...new Set(token.raw.match(NAMES))].join(' ')
          : token.raw.replaceAll(/[`*|#]|\]\([^)]*\)|-{3,}/g, ' ');
      if (part) part.words += ` ${words}`;
    }
  }
  return parts;
}

const PLACES =
  /\{\{(site|socket|key|model|image|speech|transcription|realtime|embedding|rerank)\}\}/g;

type ModelKind = 'image' | 'speech' | 'transcription' | 'realtime' | 'embedding' | 'rerank';

/** Values of a page's placeholders: site, key, selected model, and a model of each other kind. */
export type DocValues = Readonly<Record<'site' | 'key' | 'model' | ModelKind, string>>;

/** Fills in the placeholders. */
export function fillDoc(text: string, values: DocValues): string {
  const socket = values.site.replace(/^http/, 'ws');
  return text.replaceAll(PLACES, (_open, name: keyof DocValues | 'socket') =>
    name === 'socket' ? socket : values[name],
  );
}

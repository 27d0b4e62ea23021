import { existsSync, readFileSync } from 'node:fs';

/** What a page needs besides the entry script, as recorded by the console's build. */
interface PageFiles {
  scripts: readonly string[];
  styles: readonly string[];
  /** The file with its texts in that language. */
  zh: string;
  en: string;
  /** The console API calls that it makes first. */
  calls?: readonly string[];
  words?: Record<'zh' | 'en', Words>;
  frame?: string;
}

/** The texts of a page's early paint. */
interface Words {
  /** `{{name}}` is replaced by the site's name. */
  title?: string;
  note?: string;
  /** Next to login and registration: what the site promises. */
  aside?: { title: string; note: string };
}

/** Facts about this site for a document. */
export interface SiteFacts {
  /** Public: any visitor may read them. */
  facts: unknown;
  name: string;
  /** Whether the home page is a custom one. */
  ownHome: boolean;
}

interface AddressedPage {
  pattern: RegExp;
  tags: string;
  styles: string;
  /** What is shown until the scripts have loaded. */
  boot: string;
  frame: string | undefined;
}

const BOOT = '<div id="boot"></div>';
const NAME = '{{name}}';
/** The call that the console's frame makes on every page. */
const FRAME_CALL = '/api/user/self';

/**
 * The console's document, extended by what the page at an address will request: its files, so that a browser
 * fetches all at once, and the public facts of the site, which save a call. Texts and first calls are only
 * named: the document's script knows the language and the user, and requests the right ones.
 */
export class ConsoleDocument {
  readonly #head: string;
  /** From the end of the head to the element with the early paint. */
  readonly #body: string;
  readonly #tail: string;
  /** Empty if the document has no place for the early paint. */
  readonly #empty: string;
  readonly #pages: readonly AddressedPage[];

  constructor(page: string, dist: string) {
    const head = page.indexOf('</head>');
    const end = head === -1 ? page.length : head;
    this.#head = page.slice(0, end);
    const start = page.indexOf(BOOT, end);
    const until = start === -1 ? page.length : start;
    this.#body = page.slice(end, until);
    this.#tail = page.slice(until + BOOT.length);
    this.#empty = start === -1 ? '' : BOOT;
    const path = `${dist}/.vite/pages.json`;
    const pages = existsSync(path)
      ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, PageFiles>)
      : {};
    this.#pages = Object.entries(pages).map(([address, files]) => ({
      pattern: new RegExp(`^${address.replace(/\$\w+/g, '[^/]+')}/?$`),
      tags: writeTags(files),
      styles: files.styles
        .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`)
        .join(''),
      boot: writeBoot(files),
      frame: files.frame,
    }));
  }

  /** Returns the document for an address (without a query). */
  write(path: string, { facts, name, ownHome }: SiteFacts): string {
    const page = this.#pages.find(({ pattern }) => pattern.test(path));
    const { tags = '', styles = '', frame } = page ?? {};
    const isOther = frame === 'home' && ownHome;
    const template = page === undefined || isOther || this.#empty === '' ? this.#empty : page.boot;
    const boot = template.replaceAll(NAME, () => escapeHtml(name));
    const data = `<script type="application/json" id="site-status">${escapeJson(facts)}</script>`;
    // Styles follow the early paint, so that a browser paints it without waiting for them.
    return [this.#head, tags, data, this.#body, boot, styles, this.#tail].join('');
  }
}

function writeTags({ scripts, zh, en, calls = [], frame }: PageFiles): string {
  const firstCalls = frame === 'console' ? [FRAME_CALL, ...calls] : calls;
  // Visitors make these calls too.
  const open = frame === 'home' || frame === 'open' ? ' data-open="true"' : '';
  return [
    `<meta name="text-files" content="/${zh} /${en}">`,
    firstCalls.length === 0
      ? ''
      : `<meta name="first-calls"${open} content="${escapeHtml(firstCalls.join(' '))}">`,
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('');
}

/** Writes the title in both languages, as the server does not know the browser's; one is shown. */
function writeBoot({ words, frame = 'none' }: PageFiles): string {
  if (!words || frame === 'none') return BOOT;
  const texts = (['zh', 'en'] as const).map((language) => {
    const { title, note, aside } = words[language];
    const lang = language === 'zh' ? 'zh-CN' : 'en';
    const asideElement =
      aside && `<aside>${element('p', aside.title)}${element('p', aside.note)}</aside>`;
    return `<div lang="${lang}">${element('h1', title)}${element('p', note)}${asideElement ?? ''}</div>`;
  });
  return `<div id="boot" data-frame="${frame}">${texts.join('')}</div>`;
}

const element = (name: 'h1' | 'p', text: string | undefined) =>
  text === undefined ? '' : `<${name}>${escapeHtml(text)}</${name}>`;

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Escapes JSON so that it cannot end a script element early, whatever administrators entered. */
function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}

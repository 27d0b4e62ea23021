import { existsSync, readFileSync } from 'node:fs';

/** What a page waits for beside the entry, as the build of the console noted it. */
interface PageFiles {
  scripts: readonly string[];
  styles: readonly string[];
  zh: readonly string[];
  en: readonly string[];
  words?: Record<'zh' | 'en', Words>;
  frame?: string;
}

/** What stands on top of a page. */
interface Words {
  title: string;
  note?: string;
}

interface AddressedPage {
  pattern: RegExp;
  tags: string;
  /** What is shown until the scripts are there. */
  boot: string;
}

const BOOT = '<div id="boot">';

/**
 * The document of the console with what the page at an address will ask for: its files, so that a
 * browser fetches all at once, and the public facts of the site, which save a call. Files with texts are
 * only named: the script of the document knows the language and takes the right ones.
 */
export class ConsoleDocument {
  readonly #head: string;
  /** From the end of the head up to the inside of the element that is shown first. */
  readonly #body: string;
  readonly #tail: string;
  readonly #pages: readonly AddressedPage[];

  constructor(page: string, dist: string) {
    const head = page.indexOf('</head>');
    const end = head === -1 ? page.length : head;
    this.#head = page.slice(0, end);
    const start = page.indexOf(BOOT, end);
    const inside = start === -1 ? page.length : start + BOOT.length;
    this.#body = page.slice(end, inside);
    this.#tail = page.slice(inside);
    const path = `${dist}/.vite/pages.json`;
    const pages = existsSync(path)
      ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, PageFiles>)
      : {};
    this.#pages = Object.entries(pages).map(([address, files]) => ({
      pattern: new RegExp(`^${address.replace(/\$\w+/g, '[^/]+')}/?$`),
      tags: writeTags(files),
      boot: writeBoot(files),
    }));
  }

  /** The document for an address (without a query), with facts that any visitor may read. */
  write(path: string, facts: unknown): string {
    const { tags = '', boot = '' } = this.#pages.find(({ pattern }) => pattern.test(path)) ?? {};
    const data = `<script type="application/json" id="site-status">${escapeJson(facts)}</script>`;
    return [this.#head, tags, data, this.#body, boot, this.#tail].join('');
  }
}

function writeTags({ scripts, styles, zh, en }: PageFiles): string {
  return [
    `<meta name="text-files" content="${[zh, en].map((files) => files.map((file) => `/${file}`).join(' ')).join('|')}">`,
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('');
}

/** The title in both languages, as the server does not know which a browser keeps; one is shown. */
function writeBoot({ words, frame }: PageFiles): string {
  if (!words || frame !== 'console') return '';
  const texts = (['zh', 'en'] as const).map((language) => {
    const { title, note } = words[language];
    const lang = language === 'zh' ? 'zh-CN' : 'en';
    return `<div lang="${lang}"><h1>${escapeHtml(title)}</h1>${note ? `<p>${escapeHtml(note)}</p>` : ''}</div>`;
  });
  return texts.join('');
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** JSON that ends no script element early, whatever administrators typed. */
function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}

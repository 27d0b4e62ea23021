import { existsSync, readFileSync } from 'node:fs';

/** What a page waits for beside the entry, as the build of the console noted it. */
interface PageFiles {
  scripts: readonly string[];
  styles: readonly string[];
  /** The file with its texts in a language. */
  zh: string;
  en: string;
  /** Calls of the console API that it begins with. */
  calls?: readonly string[];
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
  styles: string;
  /** What is shown until the scripts are there. */
  boot: string;
}

const BOOT = '<div id="boot">';
const BOOT_END = '</div>';
/** What the frame of the console asks for on every page. */
const FRAME_CALL = '/api/user/self';

/**
 * The document of the console with what the page at an address will ask for: its files, so that a
 * browser fetches all at once, and the public facts of the site, which save a call. Texts and first calls are
 * only named: the script of the document knows the language and the user, and asks for the right ones.
 */
export class ConsoleDocument {
  readonly #head: string;
  /** From the end of the head up to the inside of the element that is shown first. */
  readonly #body: string;
  readonly #close: string;
  readonly #tail: string;
  readonly #pages: readonly AddressedPage[];

  constructor(page: string, dist: string) {
    const head = page.indexOf('</head>');
    const end = head === -1 ? page.length : head;
    this.#head = page.slice(0, end);
    const start = page.indexOf(BOOT, end);
    const inside = start === -1 ? page.length : start + BOOT.length;
    this.#body = page.slice(end, inside);
    const after = page.startsWith(BOOT_END, inside) ? inside + BOOT_END.length : inside;
    this.#close = page.slice(inside, after);
    this.#tail = page.slice(after);
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
    }));
  }

  /** The document for an address (without a query), with facts that any visitor may read. */
  write(path: string, facts: unknown): string {
    const found = this.#pages.find(({ pattern }) => pattern.test(path));
    const { tags = '', styles = '', boot = '' } = found ?? {};
    const data = `<script type="application/json" id="site-status">${escapeJson(facts)}</script>`;
    // Styles after what is shown first, which a browser then paints without waiting for them.
    return [this.#head, tags, data, this.#body, boot, this.#close, styles, this.#tail].join('');
  }
}

function writeTags({ scripts, zh, en, calls = [], frame }: PageFiles): string {
  const asked = frame === 'console' ? [FRAME_CALL, ...calls] : calls;
  return [
    `<meta name="text-files" content="/${zh} /${en}">`,
    asked.length === 0 ? '' : `<meta name="first-calls" content="${escapeHtml(asked.join(' '))}">`,
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

import { existsSync, readFileSync } from 'node:fs';

/** What a page waits for beside the entry, as the build of the console noted it. */
interface PageFiles {
  scripts: readonly string[];
  styles: readonly string[];
  zh: readonly string[];
  en: readonly string[];
}

interface AddressedFiles {
  pattern: RegExp;
  tags: string;
}

/**
 * The document of the console with what the page at an address will ask for: its files, so that a
 * browser fetches all at once, and the public facts of the site, which save a call. Files with texts are
 * only named: the script of the document knows the language and takes the right ones.
 */
export class ConsoleDocument {
  readonly #head: string;
  readonly #tail: string;
  readonly #pages: readonly AddressedFiles[];

  constructor(page: string, dist: string) {
    const head = page.indexOf('</head>');
    const end = head === -1 ? page.length : head;
    this.#head = page.slice(0, end);
    this.#tail = page.slice(end);
    const path = `${dist}/.vite/pages.json`;
    const pages = existsSync(path)
      ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, PageFiles>)
      : {};
    this.#pages = Object.entries(pages).map(([address, files]) => ({
      pattern: new RegExp(`^${address.replace(/\$\w+/g, '[^/]+')}/?$`),
      tags: writeTags(files),
    }));
  }

  /** The document for an address (without a query), with facts that any visitor may read. */
  write(path: string, facts: unknown): string {
    const tags = this.#pages.find(({ pattern }) => pattern.test(path))?.tags ?? '';
    return `${this.#head}${tags}<script type="application/json" id="site-status">${escapeJson(facts)}</script>${this.#tail}`;
  }
}

function writeTags({ scripts, styles, zh, en }: PageFiles): string {
  return [
    `<meta name="text-files" content="${[zh, en].map((files) => files.map((file) => `/${file}`).join(' ')).join('|')}">`,
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('');
}

/** JSON that ends no script element early, whatever administrators typed. */
function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}

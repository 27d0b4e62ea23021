import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import { type BootFrame, type PageWords, readPageWords } from './page-words.ts';
import { readPageTexts } from './page-texts.ts';

/** The files that a page needs in addition to the entry chunk: URLs, by where they are needed. */
interface PageFiles {
  scripts: string[];
  styles: string[];
  /** The file with all texts of the page in one language. */
  zh: string;
  en: string;
  /** URLs of the calls that the page starts with whenever it is opened without a query. */
  calls: string[];
  /** The texts that the page shows first, and the frame around them. */
  words: PageWords;
  frame: BootFrame;
}
type Chunks = readonly Rolldown.OutputChunk[];

const PAGES = ['use-pages', 'operate-pages', 'paths'].map((name) => `src/pages/${name}.ts`);
const AREAS = '../../packages/i18n/src/load-area.ts';
const PROVIDER_TEXTS = 'payment-providers';

/**
 * Lists in `.vite/pages.json` the files that the page at each path needs. The gateway names them in the
 * document, so that a browser requests all at once instead of discovering them one after another.
 */
export function pageFiles(): Plugin {
  return {
    name: 'tollgate:page-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const font = Object.keys(bundle).find((file) => /inter-latin-wght.*woff2$/.test(file));
        return font ? speedUp(html, font) : html;
      },
    },
    generateBundle: {
      // After Vite removed chunks that only held styles.
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        refuseCircles(chunks);
        const addTexts = (name: string, texts: object) =>
          this.getFileName(this.emitFile({ type: 'asset', name, source: JSON.stringify(texts) }));
        const listed = listPageFiles(
          chunks,
          PAGES.map(readSource).join('\n'),
          readSource(AREAS),
          addTexts,
        );
        const source = JSON.stringify(listed);
        this.emitFile({ type: 'asset', fileName: '.vite/pages.json', source });
      },
    },
  };
}

const ROOT = '<div id="root">';

/**
 * Moves the style sheet behind the content that the document shows before its scripts run: a browser paints
 * that at once, and the scripts still wait for the styles. Preloads the font of nearly all texts.
 */
function speedUp(html: string, font: string): string {
  const sheet = /\n\s*<link rel="stylesheet"[^>]*>/.exec(html)?.[0] ?? '';
  const preload = `<link rel="preload" fetchpriority="low" as="font" type="font/woff2" crossorigin href="/${font}">`;
  return html
    .replace(sheet, '')
    .replace('</head>', `  ${preload}\n  </head>`)
    .replace(ROOT, `${sheet.trim()}\n    ${ROOT}`);
}

const readSource = (path: string) =>
  readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8');

/** Returns the files of each path in the table of pages. Throws for a page whose code is not in the build. */
function listPageFiles(
  chunks: Chunks,
  pages: string,
  areas: string,
  addTexts: (name: string, texts: object) => string,
): Record<string, PageFiles> {
  const frame = chunks.filter(({ isEntry }) => isEntry);
  const first = closureOf(chunks, frame);
  const entries = [...pages.matchAll(/^ {4}path: ([^,]+),\n((?: {4}.*\n)*?) {4}file: '([^']+)'/gm)];
  return Object.fromEntries(
    entries.map(([, address = '', members = '', file = '']) => {
      const path = readText(pages, address);
      const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/pages/${file}`));
      if (!chunk) throw new Error(`The page at ${path} has no file in the build: ${file}`);
      const all = closureOf(chunks, [chunk]);
      const names = [...(/texts: \[([^\]]*)\]/.exec(members)?.[1] ?? '').matchAll(/'(\w+)'/g)];
      const files = names.map(([, area = '']) => [area, filesOfArea(areas, area)] as const);
      const texts = (language: 'zh' | 'en') =>
        addTexts(`texts-${language}.json`, readPageTexts(language, files));
      const calls = /firstCalls: \[([^\]]*)\]/.exec(members)?.[1] ?? '';
      const title = /title: '(\w+)'/.exec(members)?.[1] ?? '';
      const frame = frameOf(path, members);
      const styles = [...all]
        .filter((one) => !first.has(one))
        .flatMap((one) => [...(one.viteMetadata?.importedCss ?? [])]);
      return [
        path,
        {
          scripts: filesOf(all, first),
          styles: [...new Set(styles)],
          zh: texts('zh'),
          en: texts('en'),
          calls: [...calls.matchAll(/'([^']+)'/g)].map(([, call = '']) => call),
          words: readPageWords(title, files[0]?.[1][0], frame),
          frame,
        },
      ];
    }),
  );
}

const OPEN_PAGES: Readonly<Record<string, BootFrame>> = { '/': 'home', '/pricing': 'open' };

function frameOf(path: string, members: string): BootFrame {
  if (members.includes("frame: 'door'")) return 'door';
  if (/access: '(user|admin)'/.test(members) && !members.includes('frame: ')) return 'console';
  return OPEN_PAGES[path] ?? 'none';
}

/** Resolves a string literal of the source, or the constant that it names. */
function readText(source: string, value: string): string {
  const text = value.startsWith("'")
    ? value
    : new RegExp(`const ${value} = ('[^']*');`).exec(source)?.[1];
  if (!text) throw new Error(`The address ${value} is not to be found.`);
  return text.slice(1, -1);
}

/** Returns the names of an area's catalogs, as given in the loaders. */
function filesOfArea(source: string, area: string): string[] {
  const block = new RegExp(`^ {2}${area}: \\{\\n[\\s\\S]*?^ {2}\\},`, 'm').exec(source)?.[0];
  const own = /'\.\/zh\/([^']+)\.json'/.exec(block ?? '')?.[1];
  if (!block || !own) throw new Error(`The texts of ${area} are not where they should be.`);
  return block.includes('withProviders') ? [own, PROVIDER_TEXTS] : [own];
}

/**
 * Fails the build if files import each other in a cycle: they would run in an order that no module expects.
 */
function refuseCircles(chunks: Chunks): void {
  for (const chunk of chunks) {
    const others = chunks.filter(({ fileName }) => chunk.imports.includes(fileName));
    if (closureOf(chunks, others).has(chunk))
      throw new Error(`${chunk.fileName} imports itself through other files of the build.`);
  }
}

function filesOf(found: ReadonlySet<Rolldown.OutputChunk>, first: ReadonlySet<unknown>): string[] {
  return [...found].filter((chunk) => !first.has(chunk)).map(({ fileName }) => fileName);
}

/** Returns the chunks and everything that they import statically. */
function closureOf(chunks: Chunks, roots: Chunks): Set<Rolldown.OutputChunk> {
  const found = new Set<Rolldown.OutputChunk>();
  const queue = [...roots];
  for (let chunk = queue.pop(); chunk; chunk = queue.pop()) {
    if (found.has(chunk)) continue;
    found.add(chunk);
    const { imports } = chunk;
    queue.push(...chunks.filter(({ fileName }) => imports.includes(fileName)));
  }
  return found;
}

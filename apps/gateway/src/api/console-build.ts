import { readdirSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { ConsoleDocument } from './console-document.ts';
import { hashInlineScripts } from './content-policy.ts';

/** What the gateway knows of the console's build. */
interface ReadBuild {
  document: ConsoleDocument;
  /** Of the document's inline scripts. */
  hashes: readonly string[];
  /** The files to serve, as paths from `/`. */
  files: ReadonlySet<string>;
}

/**
 * The console's build in a folder. An upgrade may replace it while the gateway runs: what was read before
 * would then name scripts that no longer exist, so it is read again once its files have changed.
 */
export class ConsoleBuild {
  readonly #dist: string;
  #build: ReadBuild;
  #mark: string | undefined;
  #reading: Promise<void> | undefined;

  private constructor(dist: string) {
    this.#dist = dist;
    this.#build = { ...readPage(NOT_BUILT, dist), files: new Set() };
  }

  static async open(dist: string): Promise<ConsoleBuild> {
    const build = new ConsoleBuild(dist);
    await build.refresh();
    return build;
  }

  /** The build as last read. */
  get current(): ReadBuild {
    return this.#build;
  }

  /** Reads the build again if it was replaced. While it is being replaced, the previous one stays. */
  refresh(): Promise<void> {
    this.#reading ??= this.#refresh().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async #refresh(): Promise<void> {
    const mark = await markOf(this.#dist);
    if (mark === undefined || mark === this.#mark) return;
    const page = readFileSync(`${this.#dist}/index.html`, 'utf8');
    this.#build = { ...readPage(page, this.#dist), files: listFiles(this.#dist) };
    this.#mark = mark;
  }
}

/** Returns what differs between two builds; undefined if there is none. */
async function markOf(dist: string): Promise<string | undefined> {
  const [page, pages] = await Promise.all(
    ['index.html', '.vite/pages.json'].map((name) =>
      stat(`${dist}/${name}`).catch(() => undefined),
    ),
  );
  return page && [page, pages].map((file) => [file?.ino, file?.size, file?.mtimeMs].join()).join();
}

const readPage = (page: string, dist: string) => ({
  document: new ConsoleDocument(page, dist),
  hashes: hashInlineScripts(page),
});

/**
 * Lists the files to serve, as paths from `/`. One route looks them up: a route a file, for GET and HEAD, took
 * a sixth of a start's work, and asking the file system about each file a tenth. Compressed copies have no
 * address of their own, nor do hidden files.
 */
function listFiles(dist: string): ReadonlySet<string> {
  const files = new Set<string>();
  const addAll = (folder: string) => {
    for (const entry of readdirSync(`${dist}${folder}`, { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue;
      const path = `${folder}${entry.name}`;
      if (entry.isDirectory()) addAll(`${path}/`);
      else if (entry.isFile() && !/\.(br|gz)$/.test(entry.name)) files.add(path);
    }
  };
  addAll('/');
  return files;
}

const NOT_BUILT =
  '<!doctype html><html lang="en"><title>Tollgate</title><p>The console is not built. Run <code>npm run build</code>.</p></html>';

/**
 * Headers of a response. Most are never read, so they stay one text until somebody asks; only what
 * the client itself needs was parsed while the head was checked.
 */
export class ResponseHeaders {
  readonly contentType: string | undefined;
  /** How the body is compressed; undefined where the upstream does not say so. */
  readonly contentCoding: string | undefined;
  readonly #lines: string;
  #all: Map<string, string> | undefined;

  /** Lines must be well-formed: `name: value`, ended by CR LF. */
  constructor(lines: string, contentType: string | undefined, contentCoding?: string) {
    this.#lines = lines;
    this.contentType = contentType;
    this.contentCoding = contentCoding;
  }

  /** The same under another content type. */
  withContentType(contentType: string): ResponseHeaders {
    return new ResponseHeaders(this.#lines, contentType, this.contentCoding);
  }

  /** All of them by their lower-case names; several of one name are joined by a comma. */
  all(): ReadonlyMap<string, string> {
    this.#all ??= readAll(this.#lines);
    return this.#all;
  }
}

function readAll(lines: string): Map<string, string> {
  const all = new Map<string, string>();
  if (lines === '') return all;
  for (const line of lines.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    const known = all.get(name);
    all.set(name, known === undefined ? value : `${known}, ${value}`);
  }
  return all;
}

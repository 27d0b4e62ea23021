/**
 * Headers of a response. Most are never read, so they are kept as text until requested; only those that the
 * client itself needs were parsed when the head was validated.
 */
export class ResponseHeaders {
  readonly contentType: string | undefined;
  /** Content encoding of the body; undefined if not stated. */
  readonly contentCoding: string | undefined;
  readonly #lines: string;
  #all: Map<string, string> | undefined;

  /** Lines must be well-formed: `name: value`, terminated by CR LF. */
  constructor(lines: string, contentType: string | undefined, contentCoding?: string) {
    this.#lines = lines;
    this.contentType = contentType;
    this.contentCoding = contentCoding;
  }

  /** Returns the same headers with another content type. */
  withContentType(contentType: string): ResponseHeaders {
    return new ResponseHeaders(this.#lines, contentType, this.contentCoding);
  }

  /** Returns all headers by lower-case name; values of repeated ones are joined by a comma. */
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
    const existing = all.get(name);
    all.set(name, existing === undefined ? value : `${existing}, ${value}`);
  }
  return all;
}

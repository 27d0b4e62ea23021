/** Longest headers of a part, in bytes. */
export const HEADER_BYTES_MAX = 8192;
const NAME_LENGTH_MAX = 200;
/** One parameter: a token or a quoted string, in which a backslash may escape a quote. */
const PARAMETER = /\s*;\s*([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/gy;
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f]/;

const KNOWN_PARAMETERS = new Set(['name', 'filename', 'filename*']);

/** The encodings that leave the content as it is; some readers decode any other. */
const PLAIN_ENCODINGS = new Set(['7bit', '8bit', 'binary']);

/** Types whose content some readers take apart, too. */
const NESTED_TYPE = /^(?:multipart|message)\b/i;
/** A word in another encoding (RFC 2047), which readers for mail and some in Java decode. */
const ENCODED_WORD = /=\?/;

/** What a part's headers state. */
export interface PartHeaders {
  readonly name: string;
  readonly filename: string | undefined;
}

/**
 * Parses the headers of a part, without the blank line that ends them; a string result describes the fault.
 * Refuses everything that readers interpret differently: folded lines, a repeated disposition or name, names
 * with escapes or in other encodings, parameters in several pieces (RFC 2231), encoded content, parts within
 * parts.
 */
export function readPartHeaders(text: string): PartHeaders | string {
  let disposition: string | undefined;
  for (const line of text.split('\r\n')) {
    if (CONTROL.test(line)) return 'the headers of a part hold control characters';
    const colon = line.indexOf(':');
    if (colon < 1 || /\s/.test(line.slice(0, colon))) return 'a header of a part is malformed';
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (name === 'content-transfer-encoding' && !PLAIN_ENCODINGS.has(value.toLowerCase()))
      return 'the content of a part is encoded';
    if (name === 'content-type' && NESTED_TYPE.test(value)) return 'a part contains other parts';
    if (name !== 'content-disposition') continue;
    if (disposition !== undefined) return 'a part has two dispositions';
    disposition = value;
  }
  return disposition === undefined ? 'a part has no disposition' : readDisposition(disposition);
}

function readDisposition(text: string): PartHeaders | string {
  const kind = /^form-data(?=\s|;|$)/i.exec(text)?.[0];
  if (kind === undefined) return 'a part is no form-data';
  const parameters = new Map<string, string>();
  PARAMETER.lastIndex = kind.length;
  let read = kind.length;
  for (let match = PARAMETER.exec(text); match; match = PARAMETER.exec(text)) {
    const [, name = '', quoted, plain = ''] = match;
    const key = name.toLowerCase();
    if (parameters.has(key)) return 'a part is named twice';
    // A piece of a parameter, or its value in another encoding: readers that join and decode them use these.
    if (key.includes('*') && key !== 'filename*') return 'a part is named twice';
    // Readers that search for `name=` find it inside another parameter, too.
    const isForeign = !KNOWN_PARAMETERS.has(key) && quoted?.includes('=') === true;
    if (isForeign || (key !== 'filename' && quoted?.includes('\\')))
      return 'the disposition of a part is malformed';
    parameters.set(key, quoted === undefined ? plain : quoted.replace(/\\(["\\])/g, '$1'));
    read = PARAMETER.lastIndex;
  }
  if (text.slice(read).trim() !== '') return 'the disposition of a part is malformed';
  const name = parameters.get('name');
  if (name === undefined || name === '') return 'a part has no name';
  if (ENCODED_WORD.test(name)) return 'the disposition of a part is malformed';
  if (name.length > NAME_LENGTH_MAX) return 'the name of a part is too long';
  return { name, filename: parameters.get('filename') ?? parameters.get('filename*') };
}

/** A mail as its reader sees it. */
export interface ReceivedMail {
  /** From the envelope, like its recipient. */
  from: string;
  to: string[];
  /** Names in lowercase, values unfolded and decoded. */
  headers: Record<string, string>;
  subject: string;
  text: string;
  html: string;
  raw: string;
}

/** Parses mails written by programs: one part, or alternatives of text and HTML. */
export function readMail(raw: string, envelope: { from: string; to: string[] }): ReceivedMail {
  const parts = readParts(raw);
  const headers = readHeaders(splitHead(raw).head);
  const find = (type: string) => parts.find((part) => part.type.startsWith(type))?.text ?? '';
  return {
    ...envelope,
    headers,
    subject: headers.subject ?? '',
    text: find('text/plain'),
    html: find('text/html'),
    raw,
  };
}

function splitHead(raw: string): { head: string; body: string } {
  const end = raw.indexOf('\r\n\r\n');
  return end === -1
    ? { head: raw, body: '' }
    : { head: raw.slice(0, end), body: raw.slice(end + 4) };
}

function readHeaders(head: string): Record<string, string> {
  const unfolded = head.replace(/\r\n[ \t]+/g, ' ');
  return Object.fromEntries(
    unfolded.split('\r\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())];
    }),
  );
}

/** Decodes RFC 2047 words. */
function decodeWords(value: string): string {
  return value
    .replace(/(\?=)\s+(=\?)/g, '$1$2')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : decodeQuoted(text.replaceAll('_', ' ')),
    );
}

function decodeQuoted(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function readParts(raw: string): { type: string; text: string }[] {
  const { head, body } = splitHead(raw);
  const headers = readHeaders(head);
  const type = headers['content-type'] ?? 'text/plain';
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1];
  if (type.startsWith('multipart/') && boundary !== undefined)
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .flatMap((part) => readParts(part.replace(/^\r\n/, '')));
  return [{ type, text: decodeBody(body, headers['content-transfer-encoding'] ?? '') }];
}

function decodeBody(body: string, encoding: string): string {
  const text = body.replace(/\r\n$/, '');
  const bytes =
    encoding === 'base64'
      ? Buffer.from(text, 'base64').toString('utf8')
      : encoding === 'quoted-printable'
        ? decodeQuoted(text)
        : text;
  return bytes.replaceAll('\r\n', '\n');
}

import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import { ByteFinder } from '../multipart/find-bytes.ts';

/** Start of every file reference; inside a string its first quote would be escaped. */
const MARK = new ByteFinder(encodeText('"file_id'));
/** `"file_id": "x"` and `"file_ids": ["x", "y"]`, with the value at the end. */
const NAMED = /(?<!\\)"file_id(?:"\s*:\s*("[^"\\]{0,200}")|s"\s*:\s*(\[[^\][\\]{0,65536}\]))/g;
const ID = /"([^"\\]{1,200})"/g;

/** Returns the distinct ids of files that a JSON body references. Ids written with escapes are not ours. */
export function fileIdsIn(body: Uint8Array): string[] {
  if (!MARK.isIn(body)) return [];
  const ids = new Set<string>();
  for (const [, one, several] of decodeText(body).matchAll(NAMED))
    for (const [, id = ''] of (one ?? several ?? '').matchAll(ID)) ids.add(id);
  return [...ids];
}

const URI_MARK = new ByteFinder(encodeText('ileid:'));
const ESCAPE_MARK = new ByteFinder(encodeText('\\u00'));
const ESCAPE = /\\u00([2-7][\da-f])/gi;
const URI = /fileid:\\?\/\\?\/([\w.-]{1,200})/gi;

/** Returns the ids of files that texts name as `fileid://…`, Alibaba's way, however it is escaped. */
export function fileIdsInTexts(body: Uint8Array): string[] {
  if (!URI_MARK.isIn(body) && !ESCAPE_MARK.isIn(body)) return [];
  const text = decodeText(body).replace(ESCAPE, (_escape, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return [...new Set(Array.from(text.matchAll(URI), ([, id = '']) => id))];
}

/** Replaces these ids wherever the body references a file. */
export function replaceIds(body: Uint8Array, ids: ReadonlyMap<string, string>): Uint8Array {
  const renamed = decodeText(body).replace(NAMED, (reference: string) =>
    reference.replace(ID, (quoted: string, id: string) => {
      const other = ids.get(id);
      return other === undefined ? quoted : `"${other}"`;
    }),
  );
  return encodeText(renamed);
}

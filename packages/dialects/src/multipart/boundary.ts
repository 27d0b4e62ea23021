const TYPE = /^\s*multipart\/form-data\s*;/i;
const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"\\]{1,70})"|([^\s;"]{1,70}))\s*(?=;|$)/gi;
/** The characters that a boundary may have (RFC 2046), without the blank. */
const ALLOWED = /^[\w'()+,./:=?-]{1,70}$/;

/** The boundary that a content type names; undefined where it is no form, or names none or two. */
export function readBoundary(contentType: string): string | undefined {
  if (!TYPE.test(contentType)) return undefined;
  const [match, ...more] = contentType.matchAll(BOUNDARY);
  const boundary = match?.[1] ?? match?.[2] ?? '';
  return more.length === 0 && ALLOWED.test(boundary) ? boundary : undefined;
}

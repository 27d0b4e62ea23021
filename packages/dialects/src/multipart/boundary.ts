const TYPE = /^\s*multipart\/form-data\s*;/i;
const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"\\]{1,70})"|([^\s;"]{1,70}))\s*(?=;|$)/gi;
/** The characters that a boundary may contain (RFC 2046), except the space. */
const ALLOWED = /^[\w'()+,./:=?-]{1,70}$/;

/** Returns the boundary in a content type; undefined if it is not a form, or names none or two. */
export function readBoundary(contentType: string): string | undefined {
  if (!TYPE.test(contentType)) return undefined;
  const [match, ...more] = contentType.matchAll(BOUNDARY);
  const boundary = match?.[1] ?? match?.[2] ?? '';
  return more.length === 0 && ALLOWED.test(boundary) ? boundary : undefined;
}

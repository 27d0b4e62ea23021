import { encodeText } from '../json/encode-text.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';

/**
 * Adds the missing role to every content: Gemini's own API defaults to user, Vertex refuses contents without
 * a role. Returns the same bytes if none is missing.
 */
export function fillRoles(body: Uint8Array): Uint8Array {
  const request = parseJson(body);
  const contents = isRecord(request) ? request['contents'] : undefined;
  if (!isRecord(request) || !Array.isArray(contents)) return body;
  const lacksRole = (content: unknown) => isRecord(content) && content['role'] === undefined;
  if (!contents.some(lacksRole)) return body;
  const filled = contents.map((content: unknown) =>
    isRecord(content) && lacksRole(content) ? { role: 'user', ...content } : content,
  );
  return encodeText(JSON.stringify({ ...request, contents: filled }));
}

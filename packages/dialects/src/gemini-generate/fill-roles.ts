import { encodeText } from '../json/encode-text.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';

/**
 * The body with a role on every content: Gemini's own API takes those without for the user's,
 * Vertex refuses them. The same bytes where none lacks.
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

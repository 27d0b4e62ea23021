import type { Part, ToolResultPart } from './parts.ts';

/**
 * Returns the parts that the result of a tool can have in every dialect; others (audio, video) are noted as
 * unknown, once under the path of the content.
 */
export function contentOfResult(
  parts: readonly Part[],
  path: string,
  unknown: string[],
): ToolResultPart['content'] {
  const content = parts.filter(
    (part) => part.type === 'text' || part.type === 'image' || part.type === 'file',
  );
  if (content.length < parts.length) unknown.push(path);
  return content;
}

import type { ConversionWarnings } from './conversion-warnings.ts';
import type { ToolResultPart } from './parts.ts';

/** Returns the text of a tool result, for upstreams whose results hold only text. */
export function textOfResult({ content }: ToolResultPart, warnings: ConversionWarnings): string {
  const texts = content.map((item) => {
    if (item.type === 'text') return item.text;
    warnings.note('tool_result_media');
    return '';
  });
  return texts.filter((text) => text !== '').join('\n');
}

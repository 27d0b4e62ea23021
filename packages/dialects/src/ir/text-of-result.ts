import type { LossReport } from './losses.ts';
import type { ToolResultPart } from './parts.ts';

/** The text of a tool's result, for upstreams whose results hold nothing else. */
export function textOfResult({ content }: ToolResultPart, losses: LossReport): string {
  const texts = content.map((item) => {
    if (item.type === 'text') return item.text;
    losses.note('tool_result_media');
    return '';
  });
  return texts.filter((text) => text !== '').join('\n');
}

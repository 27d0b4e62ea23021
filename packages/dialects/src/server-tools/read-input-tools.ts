import { listElements } from '../json/list-elements.ts';
import { decodeText, parseJson } from '../json/parse-json.ts';
import type { ByteRange } from '../json/byte-range.ts';
import { listTopLevelMembers } from '../json/top-level-members.ts';
import type { RequestedTool } from './billable-features.ts';
import { readTools } from './read-tools.ts';

/** Items with tools that the model may call from then on; a search may find tools of the provider, too. */
const ADDING = ['additional_tools', 'tool_search_output'];

/** Reads tools that an item in the middle of a responses input adds. */
export function readInputTools(bytes: Uint8Array, range: ByteRange): readonly RequestedTool[] {
  const input = decodeText(bytes.subarray(range.start, range.end));
  // Such an item's type must occur, plain or with escapes.
  if (!ADDING.some((type) => input.includes(type)) && !input.includes('\\u00')) return [];
  return listElements(bytes, range).flatMap((item, index) => {
    const itemBytes = bytes.subarray(item.start, item.end);
    const members = listTopLevelMembers(itemBytes) ?? [];
    const isAdding = members.some(
      ({ name, start, end }) =>
        name.toLowerCase() === 'type' &&
        ADDING.includes(parseJson(itemBytes.subarray(start, end)) as string),
    );
    if (!isAdding) return [];
    return members
      .filter(({ name }) => name.toLowerCase() === 'tools')
      .flatMap((tools) => readTools('openai-responses', itemBytes, tools, `input[${index}].tools`));
  });
}

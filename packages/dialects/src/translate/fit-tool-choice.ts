import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import type { ChatRequest } from '../ir/request.ts';

/**
 * Limits a choice among tools, some of which run at the client's own provider: only the remaining ones can be
 * forced.
 */
export function fitToolChoice(request: ChatRequest, warnings: ConversionWarnings): ChatRequest {
  const { toolChoice, tools } = request;
  if (toolChoice?.kind !== 'named') return request;
  if (request.search?.forced) {
    const { toolChoice: _search, ...rest } = request;
    return rest;
  }
  const available = toolChoice.names.filter((name) => tools.some((tool) => tool.name === name));
  if (available.length === toolChoice.names.length) return request;
  warnings.note('tool_choice');
  const { toolChoice: _choice, ...rest } = request;
  return available.length === 0
    ? rest
    : { ...rest, toolChoice: { kind: 'named', names: available } };
}

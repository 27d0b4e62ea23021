import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import type { UpstreamFormat } from '../ir/dialect.ts';
import type { ChatRequest } from '../ir/request.ts';
import { isOpenAiModel } from '../model-rules/openai-models.ts';

/**
 * Limits a choice among tools, some of which run at the client's own provider: only the remaining ones can be
 * forced. An upstream that can't be told which of several tools may be used is offered only those.
 */
export function fitToolChoice(
  request: ChatRequest,
  to: UpstreamFormat,
  warnings: ConversionWarnings,
): ChatRequest {
  const { toolChoice: choice, tools, ...rest } = request;
  if (!choice || !('names' in choice)) return request;
  if (request.search?.forced) return { ...rest, tools };
  const offered = tools.filter(({ name }) => choice.names.includes(name));
  const names = choice.names.filter((name) => offered.some((tool) => tool.name === name));
  if (names.length < choice.names.length) warnings.note('tool_choice');
  const isRequired = choice.kind === 'named';
  if (names.length === 0) return { ...rest, tools: isRequired ? tools : offered };
  if (namesTools(request, to, isRequired, names.length))
    return { ...rest, tools, toolChoice: { kind: choice.kind, names } };
  return { ...rest, tools: offered, toolChoice: { kind: isRequired ? 'required' : 'auto' } };
}

/** Returns whether a choice can name so many tools. */
function namesTools(
  { model }: ChatRequest,
  to: UpstreamFormat,
  isRequired: boolean,
  count: number,
): boolean {
  if (to === 'openai-responses' || (to === 'openai-chat' && isOpenAiModel(model))) return true;
  return isRequired && (count === 1 || to === 'gemini-generate');
}

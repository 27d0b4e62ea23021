import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import type { UpstreamFormat } from '../ir/dialect.ts';
import type { ImagePart, Part } from '../ir/parts.ts';
import type { ChatRequest, Turn } from '../ir/request.ts';

const LABEL = '[image of the answer above]';

/**
 * Moves images that the assistant made to the user's next turn, behind tool results, so that the model can
 * see and change them: only Gemini accepts them in its own turns.
 */
export function moveOwnImages(
  request: ChatRequest,
  to: UpstreamFormat,
  warnings: ConversionWarnings,
): ChatRequest {
  if (to === 'gemini-generate' || !request.turns.some(hasImages)) return request;
  const turns: Turn[] = [];
  let images: readonly ImagePart[] = [];
  for (const turn of request.turns) {
    if (turn.role === 'user' && images.length > 0) {
      turns.push(withImages(turn, images));
      images = [];
    } else if (hasImages(turn)) {
      images = [...images, ...turn.parts.filter((part) => part.type === 'image')];
      turns.push({ ...turn, parts: turn.parts.filter((part) => part.type !== 'image') });
    } else turns.push(turn);
  }
  if (images.length > 0) turns.push(withImages({ role: 'user', parts: [] }, images));
  warnings.note('assistant_image');
  return { ...request, turns };
}

function hasImages({ role, parts }: Turn): boolean {
  return role === 'assistant' && parts.some(({ type }) => type === 'image');
}

function withImages(turn: Turn, images: readonly ImagePart[]): Turn {
  const isResult = (part: Part) => part.type === 'tool-result';
  const shown = images.flatMap((image): Part[] => [{ type: 'text', text: LABEL }, image]);
  const others = turn.parts.filter((part) => !isResult(part));
  return { ...turn, parts: [...turn.parts.filter(isResult), ...shown, ...others] };
}

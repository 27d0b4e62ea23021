import type { LossReport } from '../ir/losses.ts';
import type { ChatRequest } from '../ir/request.ts';
import type { IsForeignSignature } from './clean-history.ts';

/** The request without thoughts whose signature the upstream is known not to read. */
export function dropForeignThoughts(
  request: ChatRequest,
  isForeign: IsForeignSignature | undefined,
  losses: LossReport,
): ChatRequest {
  if (!isForeign) return request;
  const turns = request.turns.map((turn) => {
    const parts = turn.parts.filter(
      (part) => part.type !== 'thinking' || !part.signature || !isForeign(part.signature.value),
    );
    if (parts.length === turn.parts.length) return turn;
    losses.note('thinking');
    return { ...turn, parts };
  });
  return { ...request, turns };
}

/** Every signature of reasoning in a history, as the client sent it or as its maker wrote it. */
export function listSignatures(request: ChatRequest): readonly string[] {
  return request.turns.flatMap(({ parts }) =>
    parts.flatMap((part) =>
      part.type === 'thinking' && part.signature && part.signature.value !== ''
        ? [part.signature.value]
        : [],
    ),
  );
}

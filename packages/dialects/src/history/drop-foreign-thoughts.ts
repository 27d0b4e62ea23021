import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import type { Part, Signature } from '../ir/parts.ts';
import type { ChatRequest } from '../ir/request.ts';
import type { IsForeignSignature } from './clean-body.ts';

/** Removes thoughts, and signatures of calls and texts, that the upstream is known to be unable to read. */
export function dropForeignThoughts(
  request: ChatRequest,
  isForeign: IsForeignSignature | undefined,
  warnings: ConversionWarnings,
): ChatRequest {
  if (!isForeign) return request;
  const turns = request.turns.map((turn) => {
    if (!turn.parts.some((part) => isSigned(part) && isForeign(part.signature.value))) return turn;
    warnings.note('thinking');
    return { ...turn, parts: turn.parts.flatMap((part) => withoutForeign(part, isForeign)) };
  });
  return { ...request, turns };
}

type SignedPart = Extract<Part, { signature?: Signature }> & { signature: Signature };

function isSigned(part: Part): part is SignedPart {
  return 'signature' in part && part.signature !== undefined;
}

function withoutForeign(part: Part, isForeign: IsForeignSignature): Part[] {
  if (!isSigned(part) || !isForeign(part.signature.value)) return [part];
  if (part.type === 'thinking') return [];
  const { signature: _signature, ...rest } = part;
  return [rest];
}

/** Returns every reasoning signature in a history, without our seal. */
export function listSignatures(request: ChatRequest): readonly string[] {
  return request.turns.flatMap(({ parts }) =>
    parts.flatMap((part) =>
      isSigned(part) && part.signature.value !== '' ? [part.signature.value] : [],
    ),
  );
}

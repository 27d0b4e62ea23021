import type { ChatResponse, TokenLogprob } from '../ir/response.ts';
import type { ResponsePart, Part } from '../ir/parts.ts';
import type { StreamedPart, StreamEvent } from '../ir/stream-event.ts';

/** Converts a whole response to stream events, for clients that stream from upstreams that don't. */
export function eventsOfResponse(response: ChatResponse): readonly StreamEvent[] {
  const events: StreamEvent[] = [{ type: 'start', id: response.id, model: response.model }];
  let index = 0;
  // Log probabilities cover all text; they come with the first.
  const firstText = response.parts.find(({ type }) => type === 'text');
  for (const part of response.parts) {
    const added = eventsOfPart(part, index, part === firstText ? response.logprobs : undefined);
    if (added.length > 0) index++;
    events.push(...added);
  }
  if (response.usage) events.push({ type: 'usage', usage: response.usage });
  events.push({ type: 'finish', stop: response.stop, serviceTier: response.serviceTier });
  return events;
}

function eventsOfPart(
  part: ResponsePart,
  index: number,
  logprobs?: readonly TokenLogprob[],
): readonly StreamEvent[] {
  switch (part.type) {
    case 'text':
    case 'refusal':
    case 'thinking':
      return [
        { type: 'part-start', index, part: { kind: part.type } },
        ...(part.text === ''
          ? []
          : [
              {
                type: 'delta' as const,
                index,
                text: part.text,
                ...(logprobs ? { logprobs } : {}),
              },
            ]),
        ...attachmentEventsOf(part, index),
        { type: 'part-end', index },
      ];
    case 'tool-call': {
      const { id, name, args, custom, signature } = part;
      const open: StreamedPart = { kind: 'tool-call', id, name, custom, signature };
      return [
        { type: 'part-start', index, part: open },
        ...(args === '' ? [] : [{ type: 'delta' as const, index, text: args }]),
        { type: 'part-end', index },
      ];
    }
    case 'image':
    case 'audio':
    case 'web-search':
      return [{ type: 'part', index, part }];
    case 'file':
    case 'video':
    case 'tool-result':
      return [];
  }
}

/** Returns what accompanies a part: citations and signatures. */
function attachmentEventsOf(part: Part, index: number): readonly StreamEvent[] {
  const citations = part.type === 'text' ? (part.citations ?? []) : [];
  const signature = part.type === 'text' || part.type === 'thinking' ? part.signature : undefined;
  return [
    ...citations.map((citation) => ({ type: 'citation' as const, index, citation })),
    ...(signature ? [{ type: 'signature' as const, index, signature }] : []),
  ];
}

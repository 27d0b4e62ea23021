import type { RequestFault } from '../ir/request-fault.ts';
import { skipSpace } from '../json/scan-value.ts';
import { readObject } from '../json/top-level-members.ts';
import { refuse } from '../openai-chat/request-members.ts';
import { GuardedNames } from './find-ambiguous-member.ts';

const OF_SESSION: readonly string[] = [
  'type',
  'object',
  'model',
  'max_output_tokens',
  'max_response_output_tokens',
  'instructions',
  'prompt',
  'tools',
  'modalities',
  'output_modalities',
  'audio',
  'input_audio_format',
  'input_audio_transcription',
  'turn_detection',
];
const TRANSCRIPTION: Guarded = guard(['model', 'prompt']);
const DETECTION: Guarded = guard(['type', 'create_response', 'silence_duration_ms']);
const FORMAT: Guarded = guard(['type', 'rate']);
const INPUT: Guarded = guard(['format', 'transcription', 'turn_detection'], {
  format: FORMAT,
  transcription: TRANSCRIPTION,
  turn_detection: DETECTION,
});
const IN_SESSION: Readonly<Record<string, Guarded>> = {
  audio: guard(['input', 'output'], { input: INPUT }),
  input_audio_transcription: TRANSCRIPTION,
  turn_detection: DETECTION,
};
const EVENT: Guarded = guard(['type', 'event_id', 'session', 'response', 'item', 'audio'], {
  session: guard(OF_SESSION, IN_SESSION),
  response: guard([...OF_SESSION, 'conversation', 'input'], IN_SESSION),
});

/** Names that affect a realtime session's price, including those in nested objects. */
interface Guarded {
  readonly names: GuardedNames;
  readonly inside: ReadonlyMap<string, Guarded>;
}

function guard(names: readonly string[], inside: Readonly<Record<string, Guarded>> = {}): Guarded {
  return { names: new GuardedNames(names), inside: new Map(Object.entries(inside)) };
}

/** Does the same as findAmbiguousMember for a realtime event and its nested objects. */
export function findAmbiguousEvent(bytes: Uint8Array): RequestFault | undefined {
  return findIn(bytes, EVENT, skipSpace(bytes, 0, bytes.length));
}

function findIn(
  bytes: Uint8Array,
  { names, inside }: Guarded,
  start: number,
): RequestFault | undefined {
  const { members = [] } = readObject(bytes, start, bytes.length) ?? {};
  names.startObject();
  for (const { name } of members) {
    const duplicate = names.add(name);
    if (duplicate === undefined) continue;
    const message = `The event holds ${duplicate} more than once, or in another spelling than documented.`;
    return refuse(message, duplicate, 'duplicate_parameter');
  }
  for (const { name, start: at } of members) {
    const inner = inside.get(name);
    const ambiguous = inner && findIn(bytes, inner, at);
    if (ambiguous) return ambiguous;
  }
  return undefined;
}

import { decodeText, isRecord, parseJsonText } from '../json/parse-json.ts';
import { applyEdits, insertionEdit, removeMember, replaceMember, type SpliceEdit } from '../json/splice-members.ts';
import { scanTopLevelMembers } from '../json/top-level-members.ts';
import type { ByteRange } from '../json/scan-value.ts';
import type { ClientRequest } from './client-request.ts';

export interface UpstreamBodyOptions {
  /** The name under which the upstream knows the model. */
  readonly upstreamModel: string;
  /** Ask a stream for its usage chunk even if the client did not. */
  readonly injectUsage: boolean;
  /** For upstreams that refuse stream_options altogether; wins over `injectUsage`. */
  readonly removeStreamOptions?: boolean;
}

/**
 * The body to send upstream: the client's own bytes when nothing must change, else a copy with
 * only the changed values spliced in.
 */
export function buildUpstreamBody(request: ClientRequest, options: UpstreamBodyOptions): Uint8Array {
  const removes = options.removeStreamOptions === true && request.hasStreamOptions;
  const injects = options.injectUsage && !options.removeStreamOptions && request.stream && !request.includeUsage;
  const renames = options.upstreamModel !== request.model;
  if (!removes && !injects && !renames) return request.bytes;

  const bytes = removes ? removeMember(request.bytes, 'stream_options') : request.bytes;
  if (!injects && !renames) return bytes;
  const members = scanTopLevelMembers(bytes) ?? new Map<string, ByteRange>();
  const edits: SpliceEdit[] = [];
  if (renames) edits.push(setMember(bytes, members, 'model', JSON.stringify(options.upstreamModel)));
  if (injects) {
    edits.push(setMember(bytes, members, 'stream_options', withUsage(bytes, members.get('stream_options'))));
  }
  return applyEdits(bytes, edits.toSorted((left, right) => left.start - right.start));
}

function setMember(
  bytes: Uint8Array,
  members: ReadonlyMap<string, ByteRange>,
  name: string,
  jsonText: string,
): SpliceEdit {
  const range = members.get(name);
  return range ? { start: range.start, end: range.end, text: jsonText } : insertionEdit(bytes, name, jsonText);
}

/** The client's stream options with include_usage switched on. */
function withUsage(bytes: Uint8Array, range: ByteRange | undefined): string {
  if (!range) return '{"include_usage":true}';
  const given = bytes.subarray(range.start, range.end);
  if (!isRecord(parseJsonText(decodeText(given)))) return '{"include_usage":true}';
  return decodeText(replaceMember(given, 'include_usage', 'true'));
}

import { decodeText, isRecord, parseJson } from '../json/parse-json.ts';
import {
  applyEdits,
  insertionEdit,
  removeMember,
  replaceMember,
  type SpliceEdit,
} from '../json/splice-members.ts';
import { listTopLevelMembers, scanTopLevelMembers } from '../json/top-level-members.ts';
import type { ClientRequest } from '../ir/client-request.ts';

const WITH_USAGE = '{"include_usage":true}';

export interface UpstreamBodyOptions {
  /** The model's name at the upstream. */
  readonly upstreamModel: string;
  /** Request the usage chunk of a stream even if the client did not. */
  readonly injectUsage: boolean;
  /** For upstreams that refuse stream_options altogether; wins over `injectUsage`. */
  readonly removeStreamOptions?: boolean | undefined;
}

/**
 * Builds the body to send upstream: the client's own bytes if nothing must change, else a copy with only the
 * changed values spliced in.
 */
export function buildUpstreamBody(
  request: ClientRequest,
  options: UpstreamBodyOptions,
): Uint8Array {
  const removes = options.removeStreamOptions === true && request.hasStreamOptions;
  const injects =
    options.injectUsage && !options.removeStreamOptions && request.stream && !request.includeUsage;
  const renames = options.upstreamModel !== request.model;
  if (!removes && !injects && !renames) return request.bytes;

  const bytes = removes ? removeMember(request.bytes, 'stream_options') : request.bytes;
  const edits: SpliceEdit[] = [];
  if (renames) edits.push(...renameEdits(bytes, JSON.stringify(options.upstreamModel)));
  if (injects) edits.push(injectEdit(bytes, request.hasStreamOptions));
  return applyEdits(
    bytes,
    edits.toSorted((left, right) => left.start - right.start),
  );
}

/** Replaces the name in every duplicate, as upstreams differ in which one they read. */
function renameEdits(bytes: Uint8Array, text: string): SpliceEdit[] {
  const named = listTopLevelMembers(bytes)?.filter((member) => member.name === 'model') ?? [];
  if (named.length === 0) return [insertionEdit(bytes, 'model', text)];
  return named.map(({ start, end }) => ({ start, end, text }));
}

/** Enables include_usage and keeps the client's other stream options. */
function injectEdit(bytes: Uint8Array, hasStreamOptions: boolean): SpliceEdit {
  const range = hasStreamOptions ? scanTopLevelMembers(bytes)?.get('stream_options') : undefined;
  if (!range) return insertionEdit(bytes, 'stream_options', WITH_USAGE);
  const options = bytes.subarray(range.start, range.end);
  const text = isRecord(parseJson(options))
    ? decodeText(replaceMember(options, 'include_usage', 'true'))
    : WITH_USAGE;
  return { start: range.start, end: range.end, text };
}

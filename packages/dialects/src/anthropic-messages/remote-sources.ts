import { encodeText } from '../json/encode-text.ts';
import { decodeText, isRecord, parseJson } from '../json/parse-json.ts';
import type { RemoteSources } from '../providers/upstream-transport.ts';
import type { FetchedMedia } from '../ir/fetched-media.ts';

/** Matches a URL source with any whitespace that a client may write. */
const URL_SOURCE = /"type"\s*:\s*"url"/;

/** Images and documents that a messages body references by URL. */
export const messagesSources: RemoteSources = { list: listSources, inline: inlineSources };

function listSources(body: Uint8Array): readonly string[] {
  if (!URL_SOURCE.test(decodeText(body))) return [];
  const urls = new Set<string>();
  visitSources(parseJson(body), (url) => {
    urls.add(url);
    return undefined;
  });
  return [...urls];
}

/** Returns the body with fetched content in place of its URLs. */
function inlineSources(body: Uint8Array, fetched: ReadonlyMap<string, FetchedMedia>): Uint8Array {
  const visited = visitSources(parseJson(body), (url) => fetched.get(url));
  return encodeText(JSON.stringify(visited));
}

type Visit = (url: string) => FetchedMedia | undefined;

/** Visits messages, their blocks, and the blocks inside tool results. */
function visitSources(value: unknown, visit: Visit): unknown {
  if (!isRecord(value)) return value;
  const { messages } = value;
  if (!Array.isArray(messages)) return value;
  return { ...value, messages: messages.map((message) => visitContent(message, visit)) };
}

function visitContent(holder: unknown, visit: Visit): unknown {
  if (!isRecord(holder) || !Array.isArray(holder['content'])) return holder;
  const content = holder['content'].map((block: unknown) => visitBlock(block, visit));
  return { ...holder, content };
}

function visitBlock(block: unknown, visit: Visit): unknown {
  if (!isRecord(block)) return block;
  const { source } = block;
  if (!isRecord(source) || source['type'] !== 'url' || typeof source['url'] !== 'string')
    return visitContent(block, visit);
  const media = visit(source['url']);
  if (!media) return block;
  const { mediaType, data } = media;
  return { ...block, source: { type: 'base64', media_type: mediaType, data } };
}

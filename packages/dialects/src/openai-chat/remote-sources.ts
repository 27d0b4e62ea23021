import { encodeText } from '../json/encode-text.ts';
import { decodeText, isRecord, parseJson } from '../json/parse-json.ts';
import type { RemoteSources } from '../providers/upstream-transport.ts';
import type { FetchedMedia } from '../ir/fetched-media.ts';

const REMOTE = /"image_url"/;
const ADDRESS = /^https?:/i;

/** Images that a chat references by URL, for upstreams of OpenAI's dialect that fetch none. */
export const chatSources: RemoteSources = {
  list(body) {
    if (!REMOTE.test(decodeText(body))) return [];
    const urls = new Set<string>();
    visitImages(parseJson(body), (url) => {
      urls.add(url);
      return undefined;
    });
    return [...urls];
  },
  inline: (body, fetched) =>
    encodeText(JSON.stringify(visitImages(parseJson(body), (url) => fetched.get(url)))),
};

type Visit = (url: string) => FetchedMedia | undefined;

function visitImages(value: unknown, visit: Visit): unknown {
  if (!isRecord(value) || !Array.isArray(value['messages'])) return value;
  return { ...value, messages: value['messages'].map((message) => visitMessage(message, visit)) };
}

function visitMessage(message: unknown, visit: Visit): unknown {
  if (!isRecord(message) || !Array.isArray(message['content'])) return message;
  return { ...message, content: message['content'].map((part) => visitPart(part, visit)) };
}

function visitPart(part: unknown, visit: Visit): unknown {
  if (!isRecord(part) || !isRecord(part['image_url'])) return part;
  const { image_url: image } = part;
  const { url } = image;
  const media = typeof url === 'string' && ADDRESS.test(url) ? visit(url) : undefined;
  if (!media) return part;
  const inlined = `data:${media.mediaType};base64,${media.data}`;
  return { ...part, image_url: { ...image, url: inlined } };
}

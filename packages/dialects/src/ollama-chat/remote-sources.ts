import { encodeText } from '../json/encode-text.ts';
import { recordOf, recordsOf } from '../json/loose-values.ts';
import { parseJson } from '../json/parse-json.ts';
import type { RemoteSources } from '../providers/upstream-transport.ts';

const isAddress = (image: unknown): image is string =>
  typeof image === 'string' && /^https?:/i.test(image);
const imagesOf = ({ images }: Readonly<Record<string, unknown>>): readonly unknown[] =>
  Array.isArray(images) ? (images as unknown[]) : [];

/** Images given by URL where Ollama requires bytes. */
export const ollamaSources: RemoteSources = {
  list(body) {
    const messages = recordsOf(recordOf(parseJson(body)).messages);
    return [...new Set(messages.flatMap((message) => imagesOf(message).filter(isAddress)))];
  },
  inline(body, fetched) {
    const request = recordOf(parseJson(body));
    const messages = recordsOf(request.messages).map((message) => {
      const images = imagesOf(message);
      if (images.length === 0) return message;
      const bytes = (image: unknown) => (isAddress(image) && fetched.get(image)?.data) || image;
      return { ...message, images: images.map(bytes) };
    });
    return encodeText(JSON.stringify({ ...request, messages }));
  },
};

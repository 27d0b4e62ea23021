import { isHttpUrl } from '../../ui/format/is-http-url.ts';

/** One output of a task. URLs are http(s); others are left out. */
export interface Output {
  title: string;
  text: string;
  links: { kind: 'audio' | 'video' | 'picture'; address: string }[];
}

const KINDS = { audio: 'audio_url', video: 'video_url', picture: 'image_url' } as const;

/** Parses an upstream's outputs: clips, a text, or nothing if unknown. */
export function listOutputs(data: unknown): Output[] {
  return (Array.isArray(data) ? data : [data])
    .map(toOutput)
    .filter(({ title, text, links }) => title !== '' || text !== '' || links.length > 0);
}

function toOutput(value: unknown): Output {
  const fields = recordOf(value);
  const { prompt } = recordOf(fields['metadata']);
  const kinds = Object.keys(KINDS) as (keyof typeof KINDS)[];
  return {
    title: textOf(fields['title']),
    text: textOf(fields['text']) || textOf(prompt),
    links: kinds
      .map((kind) => ({ kind, address: textOf(fields[KINDS[kind]]) }))
      .filter(({ address }) => isHttpUrl(address)),
  };
}

const recordOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

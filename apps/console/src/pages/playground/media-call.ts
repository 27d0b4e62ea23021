import { callPlayground, PlaygroundError } from './call-playground.ts';
import type { Failure } from './conversation.ts';

export type MediaKind = 'pictures' | 'speech' | 'transcription';

/** What a call for a picture, speech or a transcript asks for. */
export interface MediaInput {
  kind: MediaKind;
  model: string;
  /** A prompt or the text to speak; for a transcript its names and terms, or empty. */
  input: string;
  /** A size or a voice. */
  option: string;
  /** The recording that is transcribed. */
  file?: File;
}

/** What came of a call for pictures, speech or a transcript. */
export interface MediaResult {
  id: string;
  asked: MediaInput;
  state: 'running' | 'done' | 'stopped' | 'failed';
  /** Addresses of pictures or of sound. */
  media: readonly string[];
  text: string;
  totalMs?: number;
  requestId?: string;
  quota?: number | null;
  failure?: Failure;
}

/** Where a call goes, and the members of its body or form. */
export interface MediaRequest {
  path: string;
  fields: Readonly<Record<string, string | number | File>>;
}

/** The request of a call; a recording goes as a form, all else as JSON. */
export function mediaRequest({ kind, model, input, option, file }: MediaInput): MediaRequest {
  switch (kind) {
    case 'pictures':
      return {
        path: '/v1/images/generations',
        fields: { model, prompt: input, n: 1, ...(option === '' ? {} : { size: option }) },
      };
    case 'speech':
      return { path: '/v1/audio/speech', fields: { model, input, voice: option || 'alloy' } };
    case 'transcription':
      return {
        path: '/v1/audio/transcriptions',
        fields: { model, ...(file ? { file } : {}), ...(input === '' ? {} : { prompt: input }) },
      };
  }
}

/** Makes the call; the result says how it ended, whatever that was. */
export async function runMedia(begun: MediaResult, signal: AbortSignal): Promise<MediaResult> {
  const { path, fields } = mediaRequest(begun.asked);
  const sentAt = performance.now();
  const ended = (changes: Partial<MediaResult>): MediaResult => ({
    ...begun,
    ...changes,
    totalMs: performance.now() - sentAt,
  });
  try {
    const response = await callPlayground(path, toBody(fields), signal);
    const requestId = response.headers.get('x-request-id') ?? undefined;
    const read = await readResult(begun.asked.kind, response);
    return ended({ state: 'done', ...read, ...(requestId ? { requestId } : {}) });
  } catch (error) {
    if (signal.aborted) return ended({ state: 'stopped' });
    const failure =
      error instanceof PlaygroundError
        ? error.failure
        : { status: 0, code: '', message: String(error) };
    return ended({ state: 'failed', failure });
  }
}

function toBody(fields: MediaRequest['fields']): MediaRequest['fields'] | FormData {
  if (!Object.values(fields).some((value) => value instanceof File)) return fields;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.set(name, value instanceof File ? value : String(value));
  return form;
}

interface Pictures {
  data?: readonly { b64_json?: string; url?: string }[];
  output_format?: string;
}

async function readResult(
  kind: MediaKind,
  response: Response,
): Promise<Pick<MediaResult, 'media' | 'text'>> {
  if (kind === 'speech') return { media: [URL.createObjectURL(await response.blob())], text: '' };
  const answer = (await response.json()) as Pictures & { text?: string };
  if (kind === 'transcription') return { media: [], text: answer.text ?? '' };
  const type = answer.output_format ?? 'png';
  return {
    media: (answer.data ?? []).flatMap(({ b64_json: data, url }) =>
      data ? [`data:image/${type};base64,${data}`] : url ? [url] : [],
    ),
    text: '',
  };
}

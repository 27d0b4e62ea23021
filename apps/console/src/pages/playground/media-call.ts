import { callPlayground, failureOf } from './call-playground.ts';
import type { Failure } from './conversation.ts';
import { chosenFields, type MediaChoices, type MediaKind } from './media-options.ts';

/** The input of a call for images, speech or a transcript. */
export interface MediaInput {
  kind: MediaKind;
  model: string;
  /** A prompt or the text to speak; for a transcript its names and terms, or empty. */
  input: string;
  /** Size, voice and the like, by their member names in the request. */
  choices: MediaChoices;
  /** The group that determines channels and prices; '' for the user's own. */
  group: string;
  /** The recording to transcribe, or the images to edit. */
  files: readonly File[];
}

/** The result of a call for images, speech or a transcript. */
export interface MediaResult {
  id: string;
  params: MediaInput;
  state: 'running' | 'done' | 'stopped' | 'failed';
  /** URLs of images or audio. */
  media: readonly string[];
  text: string;
  totalMs?: number;
  requestId?: string;
  quota?: number | null;
  failure?: Failure;
}

/** Path and body fields of a call; with files it is a form. */
export interface MediaRequest {
  path: string;
  fields: Readonly<Record<string, string | number>>;
  /** The form field that holds the files. */
  fileField: string;
  files: readonly File[];
}

/** Builds the request of a call; with files it is a form, otherwise JSON. */
export function mediaRequest(params: MediaInput): MediaRequest {
  const { kind, model, input, choices, files } = params;
  const chosen = chosenFields(kind, choices);
  switch (kind) {
    case 'pictures':
      return {
        path: files.length > 0 ? '/v1/images/edits' : '/v1/images/generations',
        fields: { model, prompt: input, ...chosen },
        fileField: files.length > 1 ? 'image[]' : 'image',
        files,
      };
    case 'speech':
      return { path: '/v1/audio/speech', fields: { model, input, ...chosen }, ...NO_FILES };
    case 'transcription':
      return {
        path: '/v1/audio/transcriptions',
        fields: { model, ...(input === '' ? {} : { prompt: input }) },
        fileField: 'file',
        files,
      };
  }
}

const NO_FILES = { fileField: '', files: [] };

/** Makes the call; never throws: the result says how it ended. */
export async function runMedia(started: MediaResult, signal: AbortSignal): Promise<MediaResult> {
  const request = mediaRequest(started.params);
  const sentAt = performance.now();
  const ended = (changes: Partial<MediaResult>): MediaResult => ({
    ...started,
    ...changes,
    totalMs: performance.now() - sentAt,
  });
  try {
    const response = await callPlayground(request.path, toBody(request), {
      signal,
      group: started.params.group,
    });
    const requestId = response.headers.get('x-request-id') ?? undefined;
    const read = await readResult(started.params.kind, response);
    return ended({ state: 'done', ...read, ...(requestId ? { requestId } : {}) });
  } catch (error) {
    if (signal.aborted) return ended({ state: 'stopped' });
    return ended({ state: 'failed', ...failureOf(error) });
  }
}

function toBody({ fields, fileField, files }: MediaRequest): MediaRequest['fields'] | FormData {
  if (files.length === 0) return fields;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  for (const file of files) form.append(fileField, file);
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
  const result = (await response.json()) as Pictures & { text?: string };
  if (kind === 'transcription') return { media: [], text: result.text ?? '' };
  const type = result.output_format ?? 'png';
  return {
    media: (result.data ?? []).flatMap(({ b64_json: data, url }) =>
      data ? [`data:image/${type};base64,${data}`] : url ? [url] : [],
    ),
    text: '',
  };
}

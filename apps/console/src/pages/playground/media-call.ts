import { callPlayground, PlaygroundError } from './call-playground.ts';
import type { Failure } from './conversation.ts';

/** What came of a call for pictures, speech or a transcript. */
export interface MediaResult {
  id: string;
  model: string;
  /** What was asked. */
  input: string;
  state: 'running' | 'done' | 'stopped' | 'failed';
  /** Addresses of pictures or of sound. */
  media: readonly string[];
  text: string;
  totalMs?: number;
  requestId?: string;
  quota?: number | null;
  failure?: Failure;
}

export type MediaKind = 'pictures' | 'speech' | 'transcription';

/** A form or JSON for the relay's path of a kind. */
export interface MediaRequest {
  path: string;
  body: Readonly<Record<string, unknown>> | FormData;
}

/** The request of a kind. `file` is the recording that is transcribed. */
export function mediaRequest(
  kind: MediaKind,
  { model, input, option, file }: { model: string; input: string; option: string; file?: File },
): MediaRequest {
  if (kind === 'pictures')
    return {
      path: '/v1/images/generations',
      body: { model, prompt: input, n: 1, ...(option === '' ? {} : { size: option }) },
    };
  if (kind === 'speech')
    return { path: '/v1/audio/speech', body: { model, input, voice: option || 'alloy' } };
  const form = new FormData();
  form.set('model', model);
  if (file) form.set('file', file);
  if (input !== '') form.set('prompt', input);
  return { path: '/v1/audio/transcriptions', body: form };
}

/** Makes the call; the result says how it ended, whatever that was. */
export async function runMedia(
  kind: MediaKind,
  request: MediaRequest,
  begun: MediaResult,
  signal: AbortSignal,
): Promise<MediaResult> {
  const sentAt = performance.now();
  const ended = (changes: Partial<MediaResult>): MediaResult => ({
    ...begun,
    ...changes,
    totalMs: performance.now() - sentAt,
  });
  try {
    const response = await callPlayground(request.path, request.body, signal);
    const requestId = response.headers.get('x-request-id') ?? undefined;
    const read = await readResult(kind, response);
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

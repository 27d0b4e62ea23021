import type { StreamEvent, WireRequest } from '../dialects/conversation.ts';

/** What came back for a request. */
export interface Reply {
  status: number;
  contentType: string;
  /** The id that the gateway gave the call; undefined where it gives none. */
  requestId: string | undefined;
  text: string;
  /** The connection broke before the answer's end. */
  isCut: boolean;
}

const TIMEOUT_MS = 60_000;

/** Sends a request and reads all of the answer. */
export async function send(baseUrl: string, { path, headers, body }: WireRequest): Promise<Reply> {
  const response = await fetch(baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const { text, isCut } = await readAll(response);
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    requestId: response.headers.get('x-request-id') ?? undefined,
    text,
    isCut,
  };
}

async function readAll(response: Response): Promise<{ text: string; isCut: boolean }> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>)
      text += decoder.decode(piece, { stream: true });
    return { text, isCut: false };
  } catch {
    return { text, isCut: true };
  }
}

/** The events of a stream; comments are left out. */
export function readEvents(text: string): StreamEvent[] {
  return text
    .split(/\r?\n\r?\n/)
    .map((block) => block.split(/\r?\n/))
    .map((lines) => ({
      name: lines
        .find((line) => line.startsWith('event:'))
        ?.slice(6)
        .trim(),
      data: lines
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trimStart())
        .join('\n'),
    }))
    .filter(({ data }) => data !== '');
}

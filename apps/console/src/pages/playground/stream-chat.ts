import { readServerSentEvents } from '@tollgate/client';
import { callPlayground, failureOf } from './call-playground.ts';
import type { ChatRequest } from './chat-request.ts';
import type { Completion } from './conversation.ts';
import { addChunk, type ChatChunk } from './read-chunk.ts';

/** Minimum interval between updates of an answer: fast models send more chunks than a screen has frames. */
const DRAWN_EVERY_MS = 60;

export interface StreamOptions {
  initial: Completion;
  /** The selected group, or ''. */
  group: string;
  signal: AbortSignal;
  /** Whether the browser is leaving the page, which breaks its connections. */
  isLeaving?: () => boolean;
  /** Called at intervals while the answer grows, but not after its end. */
  progress: (completion: Completion) => void;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
}

/** Streams a chat completion; never throws: the answer says how it ended. */
export async function streamChat(
  body: ChatRequest,
  {
    initial,
    group,
    signal,
    isLeaving = () => false,
    progress,
    now = () => performance.now(),
  }: StreamOptions,
): Promise<Completion> {
  const sentAt = now();
  let completion = initial;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const response = await callPlayground(
      '/v1/chat/completions',
      { ...body, stream: true, stream_options: { include_usage: true } },
      { signal, group },
    );
    completion = { ...completion, ...withId(response.headers.get('x-request-id')) };
    if (!response.body) throw new Error('a response without a body');
    let isStream = false;
    for await (const { data } of readServerSentEvents(response.body)) {
      isStream = true;
      if (data === '' || data === '[DONE]') continue;
      const at = now() - sentAt;
      completion = addChunk(completion, JSON.parse(data) as ChatChunk, at);
      if (completion.state === 'failed') return completion;
      timer ??= setTimeout(() => {
        timer = undefined;
        progress(completion);
      }, DRAWN_EVERY_MS);
    }
    if (!isStream && !signal.aborted) throw new Error('a response without events');
    // Stopped while the last text was read.
    const state = signal.aborted ? 'stopped' : 'done';
    return { ...completion, state, totalMs: now() - sentAt };
  } catch (error) {
    const totalMs = now() - sentAt;
    if (signal.aborted || isLeaving()) return { ...completion, state: 'stopped', totalMs };
    return { ...completion, state: 'failed', totalMs, ...failureOf(error) };
  } finally {
    clearTimeout(timer);
  }
}

const withId = (id: string | null) => (id === null ? {} : { requestId: id });

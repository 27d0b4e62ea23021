import { z } from 'zod';

const text = z.string().catch('');

export const PLAYGROUND_TABS = ['chat', 'pictures', 'speech', 'transcription', 'drawing'] as const;

/** The query parameters of the playground. An empty model means the first one. */
export const playgroundQuery = z.object({
  tab: z.enum(PLAYGROUND_TABS).catch('chat'),
  model: text,
  /** The model of the second side; empty without one. */
  compare: text,
  /** The group that determines channels and prices; empty means the user's own. */
  group: text,
});
export type PlaygroundTab = (typeof PLAYGROUND_TABS)[number];

import { z } from 'zod';

const text = z.string().catch('');

export const PLAYGROUND_TABS = ['chat', 'pictures', 'speech', 'transcription', 'drawing'] as const;

/** What the address of the playground holds. An empty model stands for the first one. */
export const playgroundQuery = z.object({
  tab: z.enum(PLAYGROUND_TABS).catch('chat'),
  model: text,
  /** The model on the other side; empty without one. */
  compare: text,
  /** The group whose channels and prices calls take; empty stands for the user's own. */
  group: text,
});
export type PlaygroundTab = (typeof PLAYGROUND_TABS)[number];

import { z } from 'zod';

/** The owner of a task and the channel that runs it, for administrators only: 0 and '' for others. */
export const taskPartiesEntity = {
  /** The username at the time of submission. */
  username: z.string(),
  channel_id: z.number().int(),
  /** '' if the channel is gone. */
  channel_name: z.string(),
};

import { z } from 'zod';

/** The owner of a task and the channel that runs it, for administrators only: empty for others. */
export const taskPartiesEntity = {
  /** The username at the time of submission. */
  username: z.string(),
  /** Whether the owner is a team. */
  is_team: z.boolean(),
  channel_id: z.number().int(),
  /** '' if the channel is gone. */
  channel_name: z.string(),
};

import { z } from 'zod';

/** Whose a task is and who makes it, told to administrators only: 0 and '' for all others. */
export const taskPartiesEntity = {
  /** As the user was called at the submit. */
  username: z.string(),
  channel_id: z.number().int(),
  /** '' of one that is gone. */
  channel_name: z.string(),
};

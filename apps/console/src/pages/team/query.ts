import { z } from 'zod';

export const TEAM_VIEWS = ['overview', 'members', 'invitations', 'balance', 'usage'] as const;
export type TeamViewName = (typeof TEAM_VIEWS)[number];

/** The query parameters of the teams page: the selected team, or the code of an invitation. */
export const teamQuery = z.object({
  id: z.coerce.number().int().min(0).catch(0),
  view: z.enum(TEAM_VIEWS).catch('overview'),
  join: z.string().max(64).catch(''),
});

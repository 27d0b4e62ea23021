import { pageNumber, PAGE_SIZE_MAX } from '@tollgate/contract';
import { z } from 'zod';

export const AGENT_VIEWS = ['overview', 'invitees', 'codes', 'payouts'] as const;
export type AgentView = (typeof AGENT_VIEWS)[number];

/** The query parameters of the agent's page. */
export const agentQuery = z.object({
  view: z.enum(AGENT_VIEWS).catch('overview'),
  p: pageNumber,
  page_size: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).catch(20),
});

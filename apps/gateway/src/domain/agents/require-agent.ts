import { AppError } from '../../platform/app-error.ts';
import { type AgentRow, findAgent } from '../../store/agents-repository.ts';
import type { Db } from '../../store/schema.ts';

/** Returns the agent that a user is. Throws AppError agent_required for everybody else. */
export async function requireAgent(db: Db, userId: number): Promise<AgentRow> {
  const agent = await findAgent(db, userId);
  if (agent?.enabled !== 1) throw new AppError('agent_required');
  return agent;
}

import { findUserById } from '../../src/store/users-repository.ts';
import type { DatabaseKind } from '../databases.ts';
import { type Client, startTestGateway, type TestGateway } from '../test-gateway.ts';

export const AGENT_TERMS = { enabled: true, share_percent: 20, discount_percent: 15 };

/** Starts a gateway that releases rebates at once, with a minimum payout of 10. */
export async function startAgentGateway(kind: DatabaseKind): Promise<TestGateway> {
  const gateway = await startTestGateway({ kind });
  const options = { RebateWaitDays: '0', PayoutMinimum: '10', QuotaPerUnit: '1' };
  for (const [key, value] of Object.entries(options)) await gateway.setOption(key, value);
  return gateway;
}

/** Creates a user and has the super admin make them an agent. */
export async function makeAgent(gateway: TestGateway, quota = 0): Promise<Client> {
  const agent = await gateway.user({ quota });
  await gateway.root.call('PUT', `/api/user/${agent.id}/agent`, AGENT_TERMS);
  return agent;
}

/** Returns a user's balance, and earnings minus what is owed. */
export async function moneyOf(
  gateway: TestGateway,
  { id }: { id: number },
): Promise<{ quota: number; earnings: number }> {
  const user = await findUserById(gateway.app.domain.store.db, id);
  return { quota: user?.quota ?? 0, earnings: (user?.aff_quota ?? 0) - (user?.aff_owed ?? 0) };
}

/** Returns the code of a refusal, otherwise the data. */
export async function answerOf(call: ReturnType<Client['call']>): Promise<Record<string, unknown>> {
  const { body } = await call;
  return (body.code ?? body.data) as never as Record<string, unknown>;
}

/** Makes an agent's request for a payout. */
export function askPayout(
  agent: Client,
  amount: number,
  key: string,
): Promise<Record<string, unknown>> {
  const account = 'IBAN DE00';
  return answerOf(
    agent.call('POST', '/api/user/agent/payouts', { amount, account, idempotency_key: key }),
  );
}

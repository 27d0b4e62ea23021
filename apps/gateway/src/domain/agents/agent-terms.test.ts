import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  AGENT_TERMS,
  answerOf,
  startAgentGateway,
} from '../../../test-support/money/agent-scene.ts';
import type { TestGateway } from '../../../test-support/test-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startAgentGateway('sqlite');
});
afterAll(() => gateway.close());

test('a team is no user who could become an agent', async () => {
  const created = await (await gateway.user()).call('POST', '/api/team/', { name: 'Buyers' });
  const path = `/api/user/${(created.body.data as never as { id: number }).id}/agent`;
  expect(await answerOf(gateway.root.call('GET', path))).toBe('user_not_found');
  expect(await answerOf(gateway.root.call('PUT', path, AGENT_TERMS))).toBe('user_not_found');
});

import { startOpenAiSimulator } from '@tollgate/simulators';
import { TOTP } from 'otpauth';
import { type PaymentScene, startPaymentScene } from './payment-scene.ts';
import type { DatabaseKind } from './databases.ts';
import type { Client } from './test-gateway.ts';

type Fields = Record<string, unknown>;

/** The objects that administrators act on, created for each action. */
export interface AuditStage {
  scene: PaymentScene;
  close(): Promise<void>;
  actor: Client;
  call: Client['call'];
  /** Makes a preparatory call, which has to succeed; returns its data. */
  first(method: string, path: string, body?: unknown): Promise<Fields>;
  /** Creates a user below the actor; returns the id, like all of these. */
  person(): Promise<number>;
  sessionOf(userId: number): Promise<number>;
  otherSession(): Promise<number>;
  confirmTotp(): ReturnType<Client['call']>;
  link(userId: number): Promise<void>;
  registrationCode(): Promise<number>;
  team(): Promise<number>;
  key(): Promise<number>;
  channel(fields?: Fields): Promise<{ id: number }>;
  /** Creates a channel with two keys; returns it and one of them. */
  keyedChannel(): Promise<{ id: number; fingerprint: string }>;
  /** Returns a valid traffic rule. */
  rule(): Promise<Fields>;
  code(): Promise<number>;
  order(user?: Client): Promise<number>;
  payout(): Promise<number>;
  target(settings: Fields): Promise<number>;
  /** Creates a delivery to a target of the site. */
  delivery(targetId: number): Promise<string>;
}

/** Starts a gateway with payment providers, and a super admin as the actor. */
// tidy-ignore: a closure over shared state, made of short functions
export async function startAuditStage(kind: DatabaseKind): Promise<AuditStage> {
  const scene = await startPaymentScene(kind);
  const upstream = await startOpenAiSimulator();
  const { gateway, clock } = scene;
  const { root: actor } = gateway;
  const { db } = gateway.app.domain.store;
  await gateway.setOption('RebateWaitDays', '0');
  await gateway.setOption('PayoutMinimum', '1');
  const dataOf = async (response: ReturnType<Client['call']>) => {
    const { body } = await response;
    if (!body.success) throw new Error(`${body.code}: ${body.message}`);
    return body.data as Fields;
  };
  const firstOf = async (path: string) => {
    const { items } = (await dataOf(actor.call('GET', path))) as { items: { id: number }[] };
    return items[0]?.id ?? 0;
  };
  const stage: AuditStage = {
    scene,
    async close() {
      await scene.close();
      await upstream.close();
    },
    actor,
    call: actor.call,
    first: (...call) => dataOf(actor.call(...call)),
    person: async () => (await gateway.user()).id,
    async sessionOf(userId) {
      const rows = await db
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .execute();
      return rows.find(({ id }) => userId !== actor.id || id !== rows.at(-1)?.id)?.id ?? 0;
    },
    async otherSession() {
      await gateway.login('root', '123456');
      return stage.sessionOf(actor.id);
    },
    async confirmTotp() {
      const { secret } = await stage.first('POST', '/api/user/totp/setup');
      const code = new TOTP({ secret: String(secret) }).generate({ timestamp: clock.nowMs() });
      return actor.call('POST', '/api/user/totp/confirm', { code });
    },
    async link(userId) {
      const identity = { provider: 'telegram', subject: String(userId), user_id: userId } as const;
      await db
        .insertInto('user_identities')
        .values({ ...identity, bound_at: 1 })
        .execute();
    },
    registrationCode: () => firstOf('/api/registration-code/'),
    async team() {
      const owner = await gateway.user();
      return Number((await dataOf(owner.call('POST', '/api/team/', { name: 'Team' }))).id);
    },
    key: async () => (await gateway.token(await gateway.user())).id,
    channel: async (fields = {}) => {
      const { status, ...rest } = fields;
      const created = await gateway.channel({ base_url: upstream.url, ...rest });
      if (status) await stage.first('PUT', '/api/channel/', { id: created.id, status });
      return created;
    },
    async keyedChannel() {
      const { id } = await stage.channel();
      const keys = await stage.first('POST', '/api/channel/keys', { id, keys: 'sk-other' });
      const [{ fingerprint } = { fingerprint: '' }] = keys as unknown as { fingerprint: string }[];
      return { id, fingerprint };
    },
    async rule() {
      const { id } = await stage.channel();
      const fields = { name: 'Try', kind: 'canary', model: 'gpt-4o-mini', percent: 5 };
      return { ...fields, target_channel_id: id };
    },
    async code() {
      await stage.first('POST', '/api/redemption/', { name: 'May', quota: 500, count: 1 });
      return firstOf('/api/redemption/');
    },
    async order(user) {
      const number = await scene.orderByEpay(user ?? (await gateway.user()));
      return firstOf(`/api/order/?keyword=${number}`);
    },
    async payout() {
      const [agent, invitee] = [await gateway.user(), await gateway.user()];
      const terms = { enabled: true, share_percent: 10, discount_percent: 5 };
      await stage.first('PUT', `/api/user/${agent.id}/agent`, terms);
      const invited = db.updateTable('users').set({ inviter_id: agent.id });
      await invited.where('id', '=', invitee.id).execute();
      const id = await stage.order(invitee);
      await stage.first('POST', `/api/order/${id}/complete`, { reason: 'seen at the bank' });
      const payout = { amount: 100, account: 'IBAN DE00', idempotency_key: `payout-${agent.id}` };
      return Number((await dataOf(agent.call('POST', '/api/user/agent/payouts', payout))).id);
    },
    async target(settings) {
      const body = { channel: 'webhook', settings: { ...settings, url: `${scene.epay.url}/hook` } };
      return Number((await stage.first('PUT', '/api/notification/site/target', body)).id);
    },
    async delivery(targetId) {
      const id = `audited-${targetId}`;
      const sent = { event: 'job_failed', params: '{}', next_at: 0, created_at: 1 };
      await db
        .insertInto('notification_deliveries')
        .values({ id, owner_id: 0, target_id: targetId, state: 'sent', ...sent })
        .execute();
      return id;
    },
  };
  return stage;
}

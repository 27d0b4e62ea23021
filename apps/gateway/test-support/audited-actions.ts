import { setTimeout as delay } from 'node:timers/promises';
import { ROLE_ADMIN } from '@tollgate/contract';
import type { AuditStage } from './audit-stage.ts';
import type { ApiResponse } from './test-gateway.ts';

/** Part of every secret that the actions contain: it must appear nowhere in the audit log. */
export const AUDIT_CANARY = 'canary51c7';
const KEY = `sk-${AUDIT_CANARY}`;

export interface AuditedAction {
  act(stage: AuditStage): Promise<ApiResponse>;
  /**
   * A field that the entry shows; with `both`, before and after. Without it, the action changes no fields.
   */
  shows?: string;
  both?: boolean;
}

/** An action that changes an existing field. */
const edits = (shows: string, act: AuditedAction['act']): AuditedAction => ({
  act,
  shows,
  both: true,
});
/** An action that creates or deletes something. */
const makes = (shows: string, act: AuditedAction['act']): AuditedAction => ({ act, shows });
/** An action that only reads or starts something: the entry has who, when, and the object. */
const does = (act: AuditedAction['act']): AuditedAction => ({ act });

const TERMS = { enabled: true, share_percent: 10, discount_percent: 5 };
const WEBHOOK = {
  url: 'https://hook.example.org',
  secret: `whsec_${btoa(AUDIT_CANARY.repeat(3))}`,
};

const accounts: Record<string, AuditedAction> = {
  updateSelf: edits('display_name', ({ call }) =>
    call('PUT', '/api/user/self', { display_name: 'Renamed' }),
  ),
  deleteSelf: makes('deleted_at', async ({ scene }) =>
    (await scene.gateway.user({ role: ROLE_ADMIN })).call('DELETE', '/api/user/self'),
  ),
  createAccessToken: does(({ call }) => call('GET', '/api/user/token')),
  confirmTotp: edits('totp', async ({ confirmTotp }) => confirmTotp()),
  renewRecoveryCodes: does(({ call }) => call('POST', '/api/user/recovery_codes')),
  removeTotp: edits('totp', ({ call }) => call('DELETE', '/api/user/totp')),
  unlinkIdentity: makes('telegram', async ({ call, actor, link }) => {
    await link(actor.id);
    return call('DELETE', '/api/user/self/identities/telegram');
  }),
  endSession: does(async ({ call, otherSession }) =>
    call('DELETE', `/api/user/sessions/${await otherSession()}`),
  ),
  endOtherSessions: does(({ call }) => call('DELETE', '/api/user/sessions')),
  createScopedToken: makes('scopes', ({ call }) =>
    call('POST', '/api/user/access_tokens', { name: 'reads', scopes: ['logs:read'] }),
  ),
  revokeScopedToken: makes('scopes', async ({ call, first }) => {
    const body = { name: 'gone', scopes: ['logs:read'] };
    const { id } = await first('POST', '/api/user/access_tokens', body);
    return call('DELETE', `/api/user/access_tokens/${String(id)}`);
  }),
};

const users: Record<string, AuditedAction> = {
  createUser: makes('username', ({ call }) =>
    call('POST', '/api/user/', { username: 'made-here', password: AUDIT_CANARY }),
  ),
  updateUser: edits('group', async ({ call, person }) =>
    call('PUT', '/api/user/', { id: await person(), group: 'vip', password: AUDIT_CANARY }),
  ),
  manageUser: edits('status', async ({ call, person }) =>
    call('POST', '/api/user/manage', { id: await person(), action: 'disable' }),
  ),
  manageUsers: edits('group', async ({ call, person }) =>
    call('POST', '/api/user/manage/batch', {
      ids: [await person()],
      action: 'group',
      group: 'vip',
    }),
  ),
  restoreUser: makes('deleted_at', async ({ call, first, person }) => {
    const id = await person();
    await first('POST', '/api/user/manage', { id, action: 'delete' });
    return call('POST', `/api/user/${id}/restore`);
  }),
  setRemark: makes('remark', async ({ call, person }) =>
    call('PUT', `/api/user/${await person()}/remark`, { remark: 'met in May', before: '' }),
  ),
  endSessionsOfUser: does(async ({ call, person }) =>
    call('DELETE', `/api/user/${await person()}/sessions`),
  ),
  endSessionOfUser: does(async ({ call, person, sessionOf }) => {
    const id = await person();
    return call('DELETE', `/api/user/${id}/sessions/${await sessionOf(id)}`);
  }),
  removeSecondFactors: does(async ({ call, person }) =>
    call('DELETE', `/api/user/${await person()}/second_factors`),
  ),
  unlinkIdentityOfUser: does(async ({ call, person, link }) => {
    const id = await person();
    await link(id);
    return call('DELETE', `/api/user/${id}/identities/telegram`);
  }),
  saveAgentTerms: edits('share_percent', async ({ call, person }) =>
    call('PUT', `/api/user/${await person()}/agent`, TERMS),
  ),
  createRegistrationCodes: makes('uses', ({ call }) => {
    const body = { name: 'May', count: 2, uses: 3, expires_at: 0 };
    return call('POST', '/api/registration-code/', body);
  }),
  updateRegistrationCode: edits('disabled', async ({ call, first, registrationCode }) => {
    await first('POST', '/api/registration-code/', { name: 'x', count: 1, uses: 1, expires_at: 0 });
    return call('PUT', '/api/registration-code/', { id: await registrationCode(), disabled: true });
  }),
  changeTeam: edits('group', async ({ call, team }) =>
    call('PUT', `/api/teams/${await team()}`, { group: 'vip' }),
  ),
  creditTeam: edits('quota', async ({ call, team }) => {
    const body = { quota: 500, reason: 'a gift', idempotency_key: 'audited-credit' };
    return call('POST', `/api/teams/${await team()}/credit`, body);
  }),
};

const channels: Record<string, AuditedAction> = {
  createChannel: makes('models', ({ call }) =>
    call('POST', '/api/channel/', {
      type: 1,
      name: 'new',
      key: KEY,
      models: 'm',
      group: 'default',
    }),
  ),
  updateChannel: edits('priority', async ({ call, channel }) =>
    call('PUT', '/api/channel/', { id: (await channel()).id, priority: 7, key: `${KEY}-b` }),
  ),
  changeChannels: edits('weight', async ({ call, channel }) =>
    call('PUT', '/api/channel/batch', { changes: [{ id: (await channel()).id, weight: 4 }] }),
  ),
  deleteChannel: makes('models', async ({ call, channel }) =>
    call('DELETE', `/api/channel/${(await channel()).id}/`),
  ),
  deleteChannels: makes('models', async ({ call, channel }) =>
    call('POST', '/api/channel/batch/delete', { ids: [(await channel()).id] }),
  ),
  deleteDisabledChannels: makes('models', async ({ call, channel }) => {
    await channel({ status: 2 });
    return call('DELETE', '/api/channel/disabled');
  }),
  addChannelKeys: does(async ({ call, channel }) =>
    call('POST', '/api/channel/keys', { id: (await channel()).id, keys: `${KEY}-c` }),
  ),
  switchChannelKey: does(async ({ call, keyedChannel }) =>
    call('PUT', '/api/channel/keys', { ...(await keyedChannel()), on: false }),
  ),
  testChannelKey: does(async ({ call, keyedChannel }) =>
    call('POST', '/api/channel/keys/test', await keyedChannel()),
  ),
  removeChannelKey: does(async ({ call, keyedChannel }) =>
    call('POST', '/api/channel/keys/remove', await keyedChannel()),
  ),
  updateTag: edits('priority', async ({ call, channel }) => {
    await channel({ tag: 'blue' });
    return call('PUT', '/api/channel/tag', { tag: 'blue', priority: 3 });
  }),
  disableTag: edits('status', async ({ call, channel }) => {
    await channel({ tag: 'red' });
    return call('POST', '/api/channel/tag/disabled', { tag: 'red' });
  }),
  enableTag: edits('status', async ({ call, channel }) => {
    await channel({ tag: 'green', status: 2 });
    return call('POST', '/api/channel/tag/enabled', { tag: 'green' });
  }),
  setTagOfChannels: makes('tag', async ({ call, channel }) =>
    call('POST', '/api/channel/batch/tag', { ids: [(await channel()).id], tag: 'gray' }),
  ),
  releaseChannel: does(async ({ call, channel }) =>
    call('POST', '/api/channel/release', { id: (await channel()).id }),
  ),
  fixChannels: does(({ call }) => call('POST', '/api/channel/fix')),
  testChannel: does(async ({ call, channel }) =>
    call('GET', `/api/channel/test/${(await channel()).id}`),
  ),
  testAllChannels: does(({ call }) => call('GET', '/api/channel/test')),
  testChannels: does(async ({ call, first, channel }) => {
    // Only one test of all channels runs at a time, and the previous one may still run.
    while ((await first('GET', '/api/channel/test_progress'))['running'] === true) await delay(5);
    return call('POST', '/api/channel/batch/test', { ids: [(await channel()).id] });
  }),
  updateBalance: does(async ({ call, channel }) =>
    call('GET', `/api/channel/update_balance/${(await channel()).id}/`),
  ),
  updateAllBalances: does(({ call }) => call('GET', '/api/channel/update_balance')),
  createTrafficRule: makes('basis_points', async ({ call, rule }) =>
    call('POST', '/api/traffic/', await rule()),
  ),
  updateTrafficRule: edits('basis_points', async ({ call, first, rule }) => {
    const { id } = await first('POST', '/api/traffic/', await rule());
    return call('PUT', '/api/traffic/', { id, percent: 9 });
  }),
  deleteTrafficRule: makes('basis_points', async ({ call, first, rule }) => {
    const { id } = await first('POST', '/api/traffic/', await rule());
    return call('DELETE', `/api/traffic/${String(id)}`);
  }),
};

const money: Record<string, AuditedAction> = {
  createRedemptions: makes('quota', ({ call }) =>
    call('POST', '/api/redemption/', { name: 'May', quota: 500, count: 2 }),
  ),
  updateRedemption: edits('quota', async ({ call, code }) =>
    call('PUT', '/api/redemption/', { id: await code(), name: 'June', quota: 900 }),
  ),
  deleteRedemption: makes('quota', async ({ call, code }) =>
    call('DELETE', `/api/redemption/${await code()}/`),
  ),
  manageRedemptions: edits('status', async ({ call, code }) =>
    call('POST', '/api/redemption/batch', { ids: [await code()], action: 'disable' }),
  ),
  deleteUsedRedemptions: does(({ call }) => call('DELETE', '/api/redemption/used')),
  queryOrder: does(async ({ call, order }) => call('POST', `/api/order/${await order()}/query`)),
  completeOrder: edits('status', async ({ call, order }) =>
    call('POST', `/api/order/${await order()}/complete`, { reason: 'seen at the bank' }),
  ),
  refundOrder: edits('status', async ({ call, first, order }) => {
    const id = await order();
    await first('POST', `/api/order/${id}/complete`, { reason: 'seen at the bank' });
    return call('POST', `/api/order/${id}/refund`, { reason: 'paid twice', take_quota: true });
  }),
  refundAtProvider: edits('status', async ({ call, first, order }) => {
    const id = await order();
    await first('POST', `/api/order/${id}/complete`, { reason: 'seen at the bank' });
    const { body } = await call('GET', `/api/order/${id}`);
    return call('POST', `/api/order/${id}/provider-refund`, {
      cents: body.data['pay_cents'],
      reason: 'paid twice',
      request_id: `request-${id}`,
      refunded_cents: 0,
    });
  }),
  settleRefund: edits('status', async (stage) => {
    const { call, first, order, scene } = stage;
    const id = await order();
    await first('POST', `/api/order/${id}/complete`, { reason: 'seen at the bank' });
    const { db } = scene.gateway.app.domain.store;
    await db
      .insertInto('refunds')
      .values({
        order_id: id,
        number: `number-${id}`,
        request_id: `request-${id}`,
        state: 'pending',
        by: 'provider',
        cents: 1,
        quota: 1,
        took_quota: 0,
        reason: 'paid twice',
        actor: 'root',
        created_at: 0,
        settled_at: null,
        next_check_at: null,
      })
      .execute();
    const { body } = await call('GET', `/api/order/${id}`);
    const [refund] = body.data['refunds'] as { id: number }[];
    return call('POST', `/api/order/${id}/provider-refund/settle`, {
      refund_id: refund?.id,
      made: true,
      reason: 'seen at the provider',
    });
  }),
  queryRefund: does(async ({ call, order }) =>
    call('POST', `/api/order/${await order()}/provider-refund/query`),
  ),
  settlePayout: edits('state', async ({ call, payout }) =>
    call('POST', `/api/payout/${await payout()}/settle`, { note: 'bank 7' }),
  ),
  refusePayout: edits('state', async ({ call, payout }) =>
    call('POST', `/api/payout/${await payout()}/refuse`, { note: 'not yet' }),
  ),
};

const site: Record<string, AuditedAction> = {
  updateOption: edits('SystemName', ({ call }) =>
    call('PUT', '/api/option/', { key: 'SystemName', value: 'Renamed' }),
  ),
  updateOptions: makes('SMTPToken', ({ call }) =>
    call('POST', '/api/option/batch', { options: [{ key: 'SMTPToken', value: AUDIT_CANARY }] }),
  ),
  clearSecret: makes('WorkerValidKey', async ({ call, first }) => {
    await first('PUT', '/api/option/', { key: 'WorkerValidKey', value: AUDIT_CANARY });
    return call('DELETE', '/api/option/secrets/WorkerValidKey');
  }),
  savePriceBook: edits('GroupRatio.vip', async ({ call, first }) => {
    const { version } = await first('GET', '/api/price/book');
    const options = [{ key: 'GroupRatio', value: '{"default":1,"vip":0.5,"svip":1}' }];
    return call('POST', '/api/price/book', { base: version, options });
  }),
  setPrices: makes('ModelRatio.new-model', ({ call }) => {
    const prices = [{ model: 'new-model', price: { input: '2', output: '8' } }];
    return call('POST', '/api/price/models', { prices });
  }),
  resetModelRatio: makes('ModelRatio.new-model', ({ call }) =>
    call('POST', '/api/option/rest_model_ratio'),
  ),
  applyConfiguration: edits('Footer', async ({ call, first }) => {
    const configuration = { channels: [], options: [{ key: 'Footer', value: 'Applied' }] };
    await first('PUT', '/api/option/', { key: 'Footer', value: 'Before' });
    const { id } = await first('POST', '/api/configuration/plan', configuration);
    return call('POST', '/api/configuration/apply', { ...configuration, plan: id });
  }),
  deleteLogs: makes('target_timestamp', ({ call }) =>
    call('DELETE', '/api/log/?target_timestamp=100'),
  ),
  setPayloadLog: edits('payload_log', async ({ call, key }) =>
    call('PUT', `/api/token/${await key()}/payload_log`, { on: true }),
  ),
  saveSiteNotificationTarget: makes('channel', ({ call }) =>
    call('PUT', '/api/notification/site/target', { channel: 'webhook', settings: WEBHOOK }),
  ),
  testSiteNotificationTarget: does(async ({ call, target }) =>
    call('POST', `/api/notification/site/target/${await target(WEBHOOK)}/test`),
  ),
  deleteSiteNotificationTarget: makes('channel', async ({ call, target }) =>
    call('DELETE', `/api/notification/site/target/${await target(WEBHOOK)}`),
  ),
  resendSiteDelivery: does(async ({ call, target, delivery }) =>
    call(
      'POST',
      `/api/notification/site/deliveries/${await delivery(await target(WEBHOOK))}/resend`,
    ),
  ),
  saveSiteSubscriptions: makes('subscriptions', async ({ call, target }) => {
    const subscription = { target_id: await target(WEBHOOK), event: 'job_failed', enabled: true };
    const subscriptions = [{ ...subscription, threshold: null }];
    return call('PUT', '/api/notification/site/subscriptions', { subscriptions });
  }),
  saveNotificationTemplate: makes('title', ({ call }) => {
    const body = { event: 'new_login', language: 'en', title: 'Somebody came', body: 'In' };
    return call('PUT', '/api/notification/templates', body);
  }),
  checkBooks: does(({ call }) => call('POST', '/api/system/check')),
};

/** A way to perform each action of administrators, by the name of its endpoint. */
export const auditedActions: Readonly<Record<string, AuditedAction>> = {
  ...accounts,
  ...users,
  ...channels,
  ...money,
  ...site,
};

import { CHANNEL_DISABLED, CHANNEL_ENABLED, endpoints } from '@tollgate/contract';
import {
  createChannels,
  draftChannel,
  editChannel,
  fixChannels,
  openChannelKey,
  presentChannel,
  readChannel,
  removeChannel,
  removeDisabledChannels,
} from '../domain/channels/channel-administration.ts';
import {
  readChannelHealth,
  releaseChannel,
} from '../domain/channel-health/channel-health-admin.ts';
import { readChannelActivity } from '../domain/channels/channel-activity.ts';
import { readChannelHistory } from '../domain/channels/channel-history.ts';
import { updateBalance } from '../domain/channels/channel-balance.ts';
import { updateAllBalances } from '../domain/channels/update-all-balances.ts';
import { changeChannels, removeChannels } from '../domain/channels/channel-batch.ts';
import {
  addChannelKeys,
  listChannelKeys,
  removeChannelKey,
  switchChannelKey,
} from '../domain/channels/channel-keys-admin.ts';
import { searchChannels } from '../domain/channels/channel-search.ts';
import { editTag, setTagStatus, tagChannels } from '../domain/channels/channel-tags.ts';
import { type Language, readReason } from '../domain/error-texts.ts';
import type { TestResult } from '../domain/channels/send-test.ts';
import {
  channelTypes,
  fetchUpstreamModels,
  knownModels,
  modelsByType,
} from '../domain/channels/model-lists.ts';
import { mustBeConfirmed } from '../domain/second-factors/confirm-session.ts';
import { ApiResponse, callerOf, implement } from './context.ts';
import { refuseForeignMembers } from './refuse-foreign-members.ts';

/** What a channel has at one-api, new-api and one-hub outside `setting`, where it would change nothing here. */
const FOREIGN_FIELDS = [
  'param_override',
  'header_override',
  'channel_info.is_multi_key',
  'settings',
  'config',
  'system_prompt',
  'model_headers',
  'custom_parameter',
  'proxy',
  'plugin',
  'disabled_stream',
];
const everything = { keyword: '', group: '', model: '' };

export const channelRoutes = [
  implement(endpoints.listChannels, async ({ domain, query, language }) => {
    const { conditions: _all, ...data } = await searchChannels(
      domain,
      { ...everything, ...query },
      language,
    );
    return data;
  }),
  implement(endpoints.searchChannels, ({ domain, query, language }) =>
    searchChannels(domain, query, language),
  ),
  implement(endpoints.getChannel, async ({ domain, params, language }) =>
    presentChannel(domain, await readChannel(domain, params.id), language),
  ),
  implement(endpoints.getChannelHealth, async ({ domain, params }) =>
    readChannelHealth(domain, params.id),
  ),
  implement(endpoints.listChannelActivity, ({ domain, query }) =>
    readChannelActivity(domain, query),
  ),
  implement(endpoints.getChannelHistory, (call) =>
    readChannelHistory(call.domain, call.params.id, {
      role: callerOf(call).user.role,
      language: call.language,
    }),
  ),
  implement(endpoints.releaseChannel, async ({ domain, body }) => {
    await releaseChannel(domain, body);
    return null;
  }),
  implement(endpoints.createChannel, async (call) => {
    refuseForeignMembers(call, FOREIGN_FIELDS, 'channel_field_foreign');
    const { domain, body, language } = call;
    const { id, ...input } = body;
    // A new channel with the highest priority could receive everybody's requests.
    if (input.key) mustBeConfirmed(domain, callerOf(call));
    const rows = await createChannels(domain, input, id);
    return rows.map((row) => presentChannel(domain, row, language));
  }),
  implement(endpoints.updateChannel, async (call) => {
    refuseForeignMembers(call, FOREIGN_FIELDS, 'channel_field_foreign');
    const { domain, body, language } = call;
    const { id, ...input } = body;
    if (input.key) mustBeConfirmed(domain, callerOf(call));
    return presentChannel(domain, await editChannel(domain, id, input), language);
  }),
  implement(endpoints.deleteChannel, async ({ domain, params }) => {
    await removeChannel(domain, params.id);
    return null;
  }),
  implement(endpoints.changeChannels, ({ domain, body, language }) =>
    changeChannels(domain, body.changes, language),
  ),
  implement(endpoints.deleteChannels, ({ domain, body, language }) =>
    removeChannels(domain, body.ids, language),
  ),
  implement(endpoints.listChannelKeys, ({ domain, params }) => listChannelKeys(domain, params.id)),
  implement(endpoints.addChannelKeys, (call) => {
    mustBeConfirmed(call.domain, callerOf(call));
    return addChannelKeys(call.domain, call.body);
  }),
  implement(endpoints.switchChannelKey, ({ domain, body }) => switchChannelKey(domain, body)),
  implement(endpoints.removeChannelKey, (call) => {
    mustBeConfirmed(call.domain, callerOf(call));
    return removeChannelKey(call.domain, call.body);
  }),
  implement(endpoints.testChannelKey, async ({ tester, body, language }) =>
    respondToTest(await tester.testKey(body.id, body), language),
  ),
  implement(endpoints.deleteDisabledChannels, ({ domain }) => removeDisabledChannels(domain)),
  implement(endpoints.fixChannels, ({ domain }) => fixChannels(domain)),

  implement(endpoints.testChannel, async ({ tester, params, query, language }) =>
    respondToTest(await tester.test(params.id, query.model), language),
  ),
  implement(endpoints.testNewChannel, async ({ domain, tester, body, language }) => {
    const { id, test: model, ...settings } = body;
    const channel = await draftChannel(domain, settings, id);
    return respondToTest(await tester.testUnsaved(channel, model), language);
  }),
  implement(endpoints.testAllChannels, async ({ tester }) => {
    await tester.startAll();
    return null;
  }),
  implement(endpoints.testChannels, async ({ tester, body }) => {
    await tester.startChosen(body.ids);
    return null;
  }),
  implement(endpoints.getTestProgress, async ({ tester, language }) => {
    const { failures, ...rest } = await tester.progress();
    const described = failures.map(({ reason, ...channel }) => ({
      ...channel,
      reason: readReason(reason, language),
    }));
    return { ...rest, failures: described };
  }),

  implement(endpoints.updateBalance, async ({ domain, params }) => {
    const balance = await updateBalance(domain, params.id);
    return new ApiResponse({ balance }, { extras: { balance } });
  }),
  implement(endpoints.updateAllBalances, ({ domain }) => updateAllBalances(domain)),

  implement(endpoints.listKnownModels, async ({ domain }) => knownModels(domain)),
  implement(endpoints.listChannelTypes, async () => channelTypes()),
  implement(endpoints.listModelsByType, async () => modelsByType()),
  implement(endpoints.fetchStoredModels, async ({ domain, params }) => {
    const row = await readChannel(domain, params.id);
    return fetchUpstreamModels(domain, {
      type: row.type,
      base_url: row.base_url,
      other: row.other,
      setting: row.setting,
      key: openChannelKey(domain, row),
    });
  }),
  implement(endpoints.fetchModels, ({ domain, body }) => fetchUpstreamModels(domain, body)),

  implement(endpoints.updateTag, async (call) => {
    refuseForeignMembers(call, FOREIGN_FIELDS, 'channel_field_foreign');
    return editTag(call.domain, call.body);
  }),
  implement(endpoints.enableTag, ({ domain, body }) =>
    setTagStatus(domain, body.tag, CHANNEL_ENABLED),
  ),
  implement(endpoints.disableTag, ({ domain, body }) =>
    setTagStatus(domain, body.tag, CHANNEL_DISABLED),
  ),
  implement(endpoints.setTagOfChannels, ({ domain, body }) =>
    tagChannels(domain, body.ids, body.tag),
  ),
];

/** Returns a failed test as a response without success, with the cause. */
function respondToTest({ passed, bannable: _bannable, ...result }: TestResult, language: Language) {
  const data = { ...result, excerpt: readReason(result.excerpt, language) };
  return new ApiResponse(data, {
    extras: { time: result.time },
    ...(passed ? {} : { failure: ['channel_test_failed', { reason: data.excerpt }] }),
  });
}

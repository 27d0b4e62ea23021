import { CHANNEL_ENABLED } from '@tollgate/contract';
import { findProvider } from '@tollgate/dialects';
import { isUrlAllowed } from '../../platform/ssrf-guard.ts';
import { replaceAbilities } from '../../store/abilities-repository.ts';
import { readTable } from '../../store/import-source/import-source.ts';
import { addMapped, findMapped, insertKeepingIds } from '../../store/imports-repository.ts';
import { fingerprintKey, splitComma } from '../channels/channel-catalog.ts';
import { openImportedUsage } from '../wallet/store/open-imported-balances.ts';
import { type ImportRun, mapScopeOf, processPages } from './import-run.ts';
import { type ImportedChannel, mapChannel } from './map-channel.ts';
import { sourceIdOf } from './source-values.ts';

const PAGE = 100;

/** Imports channels, with all their keys encrypted again. */
export async function importChannels(run: ImportRun): Promise<void> {
  const count = run.counts.channels;
  count.found = await run.source.count('channels');
  await processPages(
    run,
    'channels',
    readTable(run.source, 'channels', { pageSize: PAGE }),
    async (rows) => {
      const mappedIds = await findMapped(
        run.target.store.db,
        mapScopeOf(run, 'channel'),
        rows.map(sourceIdOf),
      );
      count.present += mappedIds.size;
      const mapped = rows
        // one-hub's deleted channels are not imported.
        .filter((row) => row['deleted_at'] === null || row['deleted_at'] === undefined)
        .map((row) => mapChannel(run, row))
        .filter((channel) => channel !== undefined);
      for (const channel of mapped) {
        for (const group of splitComma(channel.group)) run.groups.add(group);
        recordModels(run, channel);
      }
      const channels = mapped.filter(({ sourceId }) => !mappedIds.has(sourceId));
      for (const channel of channels) checkAddress(run, channel);
      if (!run.dryRun) await writeChannels(run, channels);
      count.imported += channels.length;
      count.skipped += rows.length - mappedIds.size - channels.length;
    },
  );
}

/** Records which channels offer which model (for prices) and how channel types map (for the report). */
function recordModels(run: ImportRun, channel: ImportedChannel): void {
  const { billedAs, sourceType, type, baseUrl, priority, status } = channel;
  for (const model of splitComma(channel.models)) {
    const known = run.models.get(model) ?? [];
    const name = Object.hasOwn(billedAs, model) ? (billedAs[model] ?? model) : model;
    known.push({ billedAs: name, type: sourceType, priority, isOn: status === CHANNEL_ENABLED });
    run.models.set(model, known);
  }
  const key = `${sourceType} ${type}`;
  const known = run.channelTypes.get(key);
  const address = known && known.address !== baseUrl ? '' : baseUrl;
  const { label = '' } = findProvider(type) ?? {};
  run.channelTypes.set(key, {
    name: label,
    from: sourceType,
    to: type,
    address,
    count: (known?.count ?? 0) + 1,
  });
}

function checkAddress({ target, findings }: ImportRun, { baseUrl, name }: ImportedChannel): void {
  const url = baseUrl === '' ? null : URL.parse(baseUrl.replaceAll('{model}', 'model'));
  if (url && !isUrlAllowed(url, target.config.ALLOW_PRIVATE_UPSTREAMS))
    findings.add('channels', 'channel_address_private', name, baseUrl);
}

async function writeChannels(run: ImportRun, channels: readonly ImportedChannel[]): Promise<void> {
  const { store } = run.target;
  await store.transaction(async (trx) => {
    const rows = channels.map((channel) => rowOf(run, channel));
    const ids = await insertKeepingIds(store, trx, 'channels', rows);
    for (const [index, row] of rows.entries())
      await replaceAbilities(trx, { ...row, id: ids[index] as number });
    const pairs = channels.map((channel, index) => [channel, ids[index] as number] as const);
    await openImportedUsage(
      trx,
      'channels',
      pairs.map(([{ usedQuota }, id]) => ({ id, usedQuota })),
    );
    await addMapped(
      trx,
      mapScopeOf(run, 'channel'),
      pairs.map(([{ sourceId }, id]) => [sourceId, id]),
    );
  });
}

function rowOf({ target: { keyring }, now }: ImportRun, channel: ImportedChannel) {
  const key = channel.keys.join('\n');
  return {
    id: channel.sourceId,
    type: channel.type,
    name: channel.name,
    key_cipher: keyring.encrypt(key),
    key_hash: keyring.hash('channel-key', key),
    keys_off: [...new Set(channel.keysOff)].map((key) => fingerprintKey(keyring, key)).join(','),
    openai_organization: channel.organization,
    max_input_tokens: 0,
    base_url: channel.baseUrl,
    other: channel.other,
    model_mapping: channel.modelMapping,
    status_code_mapping: channel.statusCodeMapping,
    setting: channel.setting,
    models: channel.models,
    group: channel.group,
    auto_ban: channel.autoBan ? 1 : 0,
    test_model: channel.testModel,
    priority: channel.priority,
    weight: channel.weight,
    tag: channel.tag,
    status: channel.status,
    status_reason: channel.statusReason,
    status_time: channel.statusTime,
    response_time: channel.responseTime,
    balance_micros: channel.balanceMicros,
    created_time: channel.createdAt || now,
    test_time: channel.testTime,
    balance_updated_time: channel.balanceTime,
  };
}

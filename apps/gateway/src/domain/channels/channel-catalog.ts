import { CHANNEL_ENABLED } from '@tollgate/contract';
import {
  buildModelMapping,
  findProvider,
  parseStatusCodeMapping,
  type ProviderSpec,
} from '@tollgate/dialects';
import { findByModelName, sharedModelName } from '@tollgate/pricing';
import type { Bus } from '../../platform/bus.ts';
import type { Keyring } from '../../platform/keyring.ts';
import type { Logger } from '../../platform/logger.ts';
import { listAllChannels } from '../../store/channels-repository.ts';
import type { Store } from '../../store/open-store.ts';
import { type ChannelPolicy, readChannelPolicy, splitKeys } from './channel-policy.ts';

/** A channel as the relay uses it: decrypted, parsed and ready. Holds the upstream credential. */
export interface RuntimeChannel {
  readonly id: number;
  readonly name: string;
  readonly type: number;
  readonly provider: ProviderSpec | undefined;
  readonly enabled: boolean;
  /** The upstream credential; the first one if there are several. */
  readonly key: string;
  /** Distinguishes keys without revealing them. */
  readonly keyFingerprint: string;
  /** This channel once per key if it has several; otherwise empty. */
  readonly variants: readonly RuntimeChannel[];
  /** For a variant: the channel that it belongs to. */
  readonly keyOf?: RuntimeChannel;
  readonly policy: ChannelPolicy;
  readonly baseUrl: string;
  readonly other: string;
  readonly openaiOrganization: string;
  readonly setting: Record<string, unknown>;
  readonly models: readonly string[];
  readonly groups: readonly string[];
  readonly modelMapping: ReadonlyMap<string, string>;
  readonly statusCodeMapping: ReadonlyMap<number, number>;
  readonly maxInputTokens: number;
  readonly autoBan: boolean;
  readonly testModel: string;
  readonly priority: number;
  readonly weight: number;
}

/** Channels of one priority, for one group and model. */
export interface Tier {
  readonly priority: number;
  readonly channels: readonly RuntimeChannel[];
}

/** All channels in memory, with the enabled ones indexed by group and model. */
export interface ChannelCatalog {
  find(id: number): RuntimeChannel | undefined;
  /** Lists all usable channels: decrypted, parsed and enabled. */
  listEnabled(): readonly RuntimeChannel[];
  /** Returns enabled channels that store files, for any of these groups, highest priority first. */
  tiersWithFiles(groups: readonly string[]): readonly Tier[];
  /**
   * Returns enabled channels for a group and model, or else for the wildcard name that covers it
   * (`sharedModelName`), highest priority first.
   */
  tiers(group: string, model: string): readonly Tier[];
  /**
   * Returns the name under which channels serve a model to any of these groups: its own, else the wildcard
   * name that covers it.
   */
  servedName(groups: readonly string[], model: string): string;
  /** Lists the models that enabled channels serve to any of these groups, sorted. */
  modelsOf(groups: readonly string[]): string[];
  reload(): Promise<void>;
}

interface Index {
  byId: Map<number, RuntimeChannel>;
  byGroup: Map<string, Map<string, Tier[]>>;
}

const NO_TIERS: readonly Tier[] = [];

export interface CatalogOptions {
  store: Store;
  keyring: Keyring;
  bus: Bus;
  log: Logger;
}

/** Opens the catalog, reads it once and follows changes. */
export async function openCatalog({
  store,
  keyring,
  bus,
  log,
}: CatalogOptions): Promise<ChannelCatalog> {
  let index: Index = { byId: new Map(), byGroup: new Map() };

  async function reload(): Promise<void> {
    const rows = await listAllChannels(store.db);
    index = buildIndex(rows.flatMap((row) => openChannel(row, keyring, log)));
  }

  bus.subscribe(async ({ topic }) => {
    if (topic === 'channels') await reload();
  });
  await reload();
  return {
    find: (id) => index.byId.get(id),
    listEnabled: () => [...index.byId.values()].filter(({ enabled }) => enabled),
    tiersWithFiles: (groups) => listTiersWithFiles(index, groups),
    tiers(group, model) {
      const models = index.byGroup.get(group);
      return (models && findByModelName(model, (name) => models.get(name))) ?? NO_TIERS;
    },
    servedName(groups, model) {
      const shared = sharedModelName(model);
      const isOwn = () => groups.some((group) => index.byGroup.get(group)?.has(model));
      return shared === undefined || isOwn() ? model : shared;
    },
    modelsOf(groups) {
      const models = new Set(
        groups.flatMap((group) => [...(index.byGroup.get(group)?.keys() ?? [])]),
      );
      return [...models].sort();
    },
    reload,
  };
}

type ChannelRecord = Awaited<ReturnType<typeof listAllChannels>>[number];

/** The columns of a row that a channel is created from. */
type OpenableChannel = Omit<
  ChannelRecord,
  | 'used_quota'
  | 'balance_micros'
  | 'balance_updated_time'
  | 'response_time'
  | 'test_time'
  | 'test_fault'
  | 'key_hash'
  | 'tag'
  | 'created_time'
  | 'status_reason'
  | 'status_time'
>;

/**
 * Opens a channel row. One whose secret or JSON is unreadable is skipped and logged: a bad row must not block
 * the rest.
 */
export function openChannel(row: OpenableChannel, keyring: Keyring, log: Logger): RuntimeChannel[] {
  try {
    const provider = findProvider(row.type);
    const setting = row.setting === '' ? {} : (JSON.parse(row.setting) as Record<string, unknown>);
    const policy = readChannelPolicy(setting);
    const fingerprintOf = (key: string) => fingerprintKey(keyring, key);
    const disabledKeys = new Set(splitComma(row.keys_off));
    const all = splitKeys(keyring.decrypt(row.key_cipher), policy);
    const keys =
      disabledKeys.size === 0 ? all : all.filter((key) => !disabledKeys.has(fingerprintOf(key)));
    const variants: RuntimeChannel[] = [];
    const channel: RuntimeChannel = {
      id: row.id,
      name: row.name,
      type: row.type,
      provider,
      enabled: row.status === CHANNEL_ENABLED,
      key: keys[0] ?? '',
      keyFingerprint: fingerprintOf(keys[0] ?? ''),
      variants,
      policy,
      baseUrl: row.base_url || (provider?.defaultBaseUrl ?? ''),
      other: row.other,
      openaiOrganization: row.openai_organization,
      setting,
      models: splitComma(row.models),
      groups: splitComma(row.group),
      modelMapping: openMapping(buildModelMapping(row.model_mapping)),
      statusCodeMapping: openMapping(parseStatusCodeMapping(row.status_code_mapping)),
      maxInputTokens: row.max_input_tokens,
      autoBan: row.auto_ban === 1,
      testModel: row.test_model,
      priority: row.priority,
      weight: row.weight,
    };
    if (keys.length > 1)
      for (const key of keys)
        variants.push({
          ...channel,
          key,
          keyFingerprint: fingerprintOf(key),
          variants: [],
          keyOf: channel,
        });
    return [channel];
  } catch (error) {
    log.error({ channelId: row.id, err: error }, 'channel could not be loaded; skipping it');
    return [];
  }
}

/** Returns a fingerprint that distinguishes keys without revealing them. */
export function fingerprintKey(keyring: Pick<Keyring, 'hash'>, key: string): string {
  return keyring.hash('channel-key', key).slice(0, 12);
}

function openMapping<Key, Value>(
  result: { ok: true; mapping: ReadonlyMap<Key, Value> } | { ok: false; code: string },
): ReadonlyMap<Key, Value> {
  if (!result.ok) throw new Error(`a mapping is not valid: ${result.code}`);
  return result.mapping;
}

function listTiersWithFiles({ byId }: Index, groups: readonly string[]): Tier[] {
  const models = new Map<string, Tier[]>();
  const keeps = ({ enabled, provider, policy, groups: fileGroups }: RuntimeChannel) =>
    enabled &&
    policy.keepsFiles &&
    provider?.files !== undefined &&
    fileGroups.some((group) => groups.includes(group));
  for (const channel of [...byId.values()].filter(keeps).toSorted(byPriority))
    addToTiers(models, '', channel);
  return models.get('') ?? [];
}

const byPriority = (left: RuntimeChannel, right: RuntimeChannel) =>
  right.priority - left.priority || left.id - right.id;

/** Splits comma-separated text into trimmed, non-empty words. */
export function splitComma(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function buildIndex(channels: RuntimeChannel[]): Index {
  const byId = new Map(channels.map((channel) => [channel.id, channel]));
  const byGroup = new Map<string, Map<string, Tier[]>>();
  const enabled = channels.filter((channel) => channel.enabled).sort(byPriority);
  for (const channel of enabled) {
    for (const group of channel.groups) {
      let models = byGroup.get(group);
      if (!models) byGroup.set(group, (models = new Map<string, Tier[]>()));
      for (const model of channel.models) addToTiers(models, model, channel);
    }
  }
  return { byId, byGroup };
}

function addToTiers(models: Map<string, Tier[]>, model: string, channel: RuntimeChannel): void {
  const tiers = models.get(model);
  if (!tiers) {
    models.set(model, [{ priority: channel.priority, channels: [channel] }]);
    return;
  }
  const last = tiers.at(-1) as Tier;
  if (last.priority === channel.priority) (last.channels as RuntimeChannel[]).push(channel);
  else tiers.push({ priority: channel.priority, channels: [channel] });
}

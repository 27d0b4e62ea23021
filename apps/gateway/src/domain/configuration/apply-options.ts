import {
  type ConfigurationChange,
  optionRegistry,
  type WantedConfiguration,
} from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import type { StoreTransaction } from '../../store/store.ts';
import { MASK } from '../audit/mask-secrets.ts';
import type { Domain } from '../domain.ts';
import type { OptionActor, OptionChange } from '../options/option-change.ts';
import { keepGroupsInUse } from '../options/check-groups.ts';
import { type OptionValues, readOptionValues } from '../options/option-values.ts';
import { checkOptionsBeforeSave } from '../options/save-options.ts';
import { compareValues } from './compare-values.ts';
import { otherLimits } from './configured-group.ts';
import { describeOption, readWantedOptions } from './configured-option.ts';
import {
  compareSections,
  describedSections,
  readWantedSections,
  sectionOf,
} from './configured-sections.ts';
import { RefusedEntries, type RefusedEntry } from './refused-entries.ts';

type OptionDomain = Pick<Domain, 'config' | 'options' | 'captcha' | 'store' | 'clock' | 'keyring'>;

/** Option changes that passed all checks made before the transaction, or the reasons why they did not. */
export interface ProvedOptions {
  proof: Awaited<ReturnType<typeof checkOptionsBeforeSave>> | undefined;
  /** All options, and the requested changes, as of the checks. */
  stored: OptionValues;
  changes: readonly OptionChange[];
  refusals: readonly RefusedEntry[];
}

/** Runs all checks of options that take place outside the transaction that writes them. */
export async function proveWanted(
  domain: OptionDomain,
  configuration: WantedConfiguration,
  actor: OptionActor,
): Promise<ProvedOptions> {
  const stored = await readOptionValues(domain.store.db, domain.keyring);
  const read = { stored, changes: [] as readonly OptionChange[], proof: undefined };
  try {
    read.changes = readAll(configuration, stored);
    const proof = await checkOptionsBeforeSave(domain, read.changes, actor);
    return { ...read, proof, refusals: [] };
  } catch (error) {
    return { ...read, refusals: refusalsOf(error) };
  }
}

interface SettledOptions {
  changes: ConfigurationChange[];
  before: OptionValues;
  after: OptionValues;
  refusals: readonly RefusedEntry[];
}

/**
 * Writes a configuration's options in the transaction of the caller, which has to call `refuseLostGroups` at
 * its end. Returns the changes, and all values before and after.
 */
export async function applyOptions(
  trx: StoreTransaction,
  domain: OptionDomain,
  configuration: WantedConfiguration,
  actor: OptionActor,
  { proof, refusals, stored, changes: provedChanges }: ProvedOptions,
): Promise<SettledOptions> {
  const before = await readOptionValues(trx, domain.keyring);
  if (refusals.length > 0)
    return { changes: [], before, after: overlay(before, provedChanges), refusals };
  let changes = provedChanges;
  try {
    // There are many prices: the changes computed before the transaction are reused unless somebody else
    // wrote.
    if (!isSameValues(before, stored)) changes = readAll(configuration, before);
    const after = await domain.options.rewriteIn(trx, () => changes, actor, {
      ...proof?.conditions,
      groupsLater: true,
    });
    return { changes: compareOptions(before, after, configuration), before, after, refusals: [] };
  } catch (error) {
    return { changes: [], before, after: overlay(before, changes), refusals: refusalsOf(error) };
  }
}

/**
 * Returns why a group can't be removed now that the channels match the configuration; else the earlier
 * refusals of options.
 */
export async function refuseLostGroups(
  trx: StoreTransaction,
  { before, after, refusals }: SettledOptions,
): Promise<readonly RefusedEntry[]> {
  if (refusals.length > 0) return refusals;
  try {
    await keepGroupsInUse(trx, before, after);
    return [];
  } catch (error) {
    return refusalsOf(error);
  }
}

function readAll(configuration: WantedConfiguration, stored: OptionValues): OptionChange[] {
  const options = readWantedOptions(configuration, stored);
  const sections = readWantedSections(configuration, stored, options);
  const sectionKeys = new Set(sections.map(({ key }) => key));
  return [
    ...options.filter(({ key }) => !sectionKeys.has(key) && !hasSection(configuration, key)),
    ...sections,
  ];
}

/** Returns whether a section describes this option. */
function hasSection(configuration: WantedConfiguration, key: string): boolean {
  const section = sectionOf(key);
  return section !== undefined && configuration[section] !== undefined;
}

/** Rethrows errors that are not refusals. */
function refusalsOf(error: unknown): readonly RefusedEntry[] {
  if (error instanceof RefusedEntries) return error.entries;
  if (!(error instanceof AppError)) throw error;
  return [{ kind: 'option', name: error.field ?? '', error }];
}

const isSameValues = (left: OptionValues, right: OptionValues): boolean =>
  left.size === right.size && [...left].every(([key, value]) => right.get(key) === value);

const overlay = (before: OptionValues, changes: readonly OptionChange[]): OptionValues =>
  new Map([...before, ...changes.map(({ key, value }) => [key, value] as const)]);

function compareOptions(
  before: OptionValues,
  after: OptionValues,
  configuration: WantedConfiguration,
): ConfigurationChange[] {
  const { secrets } = configuration;
  const secretKeys = new Set(secrets.filter(([kind]) => kind === 'options').map(([, key]) => key));
  const described = describedSections(configuration);
  const changed = optionRegistry.flatMap((definition): ConfigurationChange[] => {
    const { key } = definition;
    const section = sectionOf(key);
    if (section && described.has(section)) return [];
    const [from, to] = [before.get(key) ?? '', after.get(key) ?? ''];
    if (from === to) return [];
    const isSecret = definition.secret || secretKeys.has(key);
    const isSplit = key === 'RateLimits' && described.has('groups');
    const describe = (text: string) =>
      isSplit ? otherLimits(text) : describeOption(definition, text);
    const fields = isSecret
      ? [{ path: '', ...(from === '' ? {} : { from: MASK }), ...(to === '' ? {} : { to: MASK }) }]
      : compareValues(describe(from), describe(to), () => false);
    return fields.length === 0 ? [] : [{ action: 'change', kind: 'option', name: key, fields }];
  });
  return [...compareSections(before, after, described), ...changed];
}

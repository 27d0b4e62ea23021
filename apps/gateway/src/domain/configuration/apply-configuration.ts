import {
  type ConfigurationPlan,
  findOption,
  type OptionKey,
  type WantedConfiguration,
} from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import type { Domain } from '../domain.ts';
import { type Language, translateError } from '../error-texts.ts';
import type { OptionActor } from '../options/option-change.ts';
import type { OptionValues } from '../options/option-values.ts';
import { announceNotice } from '../options/save-options.ts';
import { canonicalJson } from './canonical-json.ts';
import { applyChannels } from './apply-channels.ts';
import {
  type ProvedOptions,
  proveWanted,
  refuseLostGroups,
  applyOptions,
} from './apply-options.ts';

type ConfigurationDomain = Pick<
  Domain,
  'changes' | 'config' | 'options' | 'captcha' | 'store' | 'clock' | 'keyring'
>;

/** Rolls a plan back: thrown inside its transaction, never seen outside. */
class Undone extends Error {
  readonly plan: ConfigurationPlan;

  constructor(plan: ConfigurationPlan) {
    super('undone');
    this.plan = plan;
  }
}

interface ApplyContext {
  actor: OptionActor;
  language: Language;
  /** The plan to apply; undefined to only create a plan. */
  plan?: string;
}

/**
 * Applies a configuration to the site in one transaction: options, then channels, by the rules of any other
 * change. A plan is the same transaction rolled back, so it refuses whatever applying would. Throws AppError
 * configuration_changed if the changes are no longer those of the plan.
 */
export async function applyConfiguration(
  domain: ConfigurationDomain,
  configuration: WantedConfiguration,
  { actor, language, plan: expected }: ApplyContext,
): Promise<ConfigurationPlan> {
  const provedOptions = await proveWanted(domain, configuration, actor);
  try {
    const topics = [{ topic: 'channels' }, { topic: 'options' }] as const;
    return await domain.changes.commitAll(topics, async (trx) => {
      const options = await applyOptions(trx, domain, configuration, actor, provedOptions);
      const channels = await applyChannels(trx, withOptions(domain, options.after), configuration);
      const refusals = await refuseLostGroups(trx, options);
      const changes = [...channels.changes, ...options.changes];
      const plan: ConfigurationPlan = {
        id: nameChanges(domain, configuration, changes),
        applied: false,
        changes: changes.map(({ action, kind, name, fields }) => ({ action, kind, name, fields })),
        refused: [
          ...channels.refusals.map(({ name, error }) => refuse('channel', name, error, language)),
          ...refusals.map(({ kind, name, error }) => refuse(kind, name, error, language)),
        ],
      };
      if (expected === undefined || plan.refused.length > 0 || changes.length === 0)
        throw new Undone(plan);
      if (plan.id !== expected) throw new AppError('configuration_changed');
      await announceNotice(trx, domain, noticeOf(provedOptions));
      return { ...plan, applied: true };
    });
  } catch (error) {
    if (error instanceof Undone) return error.plan;
    throw error;
  }
}

const noticeOf = ({ proof }: ProvedOptions) => proof?.changed ?? [];

const refuse = (
  kind: ConfigurationPlan['refused'][number]['kind'],
  name: string,
  { code, params, field = '' }: AppError,
  language: Language,
) => ({ kind, name, code, field, reason: translateError(code, params, language) });

/**
 * Returns an id of the changes, derived from everything in them including masked values, as a keyed hash from
 * which these can't be guessed.
 */
function nameChanges(
  { keyring }: Pick<Domain, 'keyring'>,
  { options, channels }: WantedConfiguration,
  changes: readonly object[],
): string {
  const keys = channels.map(({ name, key }) => [name, key ?? null]);
  return keyring.hash('configuration', canonicalJson([changes, options, keys])).slice(0, 16);
}

/** Returns the domain as it will be once these options are stored. */
function withOptions<Part extends Pick<Domain, 'options'>>(domain: Part, values: OptionValues) {
  const get = (key: OptionKey) => findOption(key)?.parse(values.get(key) ?? '');
  const options = Object.assign(Object.create(domain.options) as Domain['options'], { get });
  return { ...domain, options };
}

import {
  findOption,
  isOptionSet,
  type OptionDefinition,
  optionRegistry,
  secretsToReenter,
} from '@tollgate/contract';
import type { TFunction } from 'i18next';
import { calls } from 'virtual:calls';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { ApiError } from '../../api/call-endpoint.ts';
import { useRefetch } from '../../api/refetch.ts';
import { useEndpoint, useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastSuccess, toastError } from '../../ui/feedback/toasts.tsx';
import { focusOption } from './focus-option.ts';
import { confirmDeletions, shortenedRetentions } from './confirm-deletions.ts';
import { findProblem, toShownText } from './option-text.ts';
import { optionLabel } from './option-label.ts';
import { type Texts, useOptionDrafts } from './use-option-drafts.ts';

/** All options: stored values, unsaved input, and its errors. */
export type OptionsForm = ReturnType<typeof useOptionsForm>;

/** Fetches the options and holds input until it is saved, across sections. */
export function useOptionsForm() {
  const { t } = useTranslation();
  const list = useEndpoint(calls.listOptions);
  const secrets = useEndpoint(calls.listSetSecrets);
  const input = useOptionDrafts();
  const { drafts, errors, blocked, drop } = input;
  const values = new Map(list.data?.map(({ key, value }) => [key, value]));

  const stored = (option: OptionDefinition) => toShownText(option, values.get(option.key) ?? '');
  const shown = (option: OptionDefinition) => drafts[option.key] ?? stored(option);
  const isChanged = (option: OptionDefinition) =>
    drafts[option.key] !== undefined && drafts[option.key] !== stored(option);
  const isStored = (key: string) => secrets.data?.includes(key) === true;
  const saving = useSaving(input, {
    baseOf: ({ key }) => (Object.hasOwn(input.bases, key) ? input.bases[key] : values.get(key)),
    refetchOne: async (key) => (await list.refetch()).data?.find((each) => each.key === key)?.value,
  });
  const changed = optionRegistry.filter(
    (option) => isChanged(option) || blocked[option.key] !== undefined,
  );

  return {
    /** Whether options and secrets have loaded. */
    ready: list.data !== undefined && secrets.data !== undefined,
    error: withFallbackMessage(list.error ?? secrets.error, t('setting.loadFailed')),
    read: () => void Promise.all([list.refetch(), secrets.refetch()]),
    busy: saving.busy,
    stored,
    shown,
    isChanged,
    /** Whether the current or entered value differs from the default; unknown for secrets. */
    isOwn: (option: OptionDefinition) =>
      !option.secret &&
      option.seeded !== true &&
      shown(option) !== toShownText(option, option.default),
    errorOf: ({ key }: OptionDefinition) => errors[key],
    /** The server's refusal of an option, while it is the option's current error. */
    refusalOf: ({ key }: OptionDefinition) =>
      saving.refused?.field === key && saving.refused.message === errors[key]
        ? saving.refused
        : undefined,
    /** Whether other options can rely on this one: it has a value or is on, saved or entered. */
    isSet: (key: string) => isStored(key) || isOptionSet(drafts[key] ?? values.get(key) ?? ''),
    /** Whether a secret is stored, whatever is entered over it. */
    isSecretSet: isStored,
    set: (key: string, text: string, problem?: string) =>
      input.set(key, text, values.get(key), problem),
    discard: (options: readonly OptionDefinition[]) => drop(options.map(({ key }) => key)),
    /** Options with unsaved input, in all sections. */
    changed,
    /** Saves all or nothing. */
    save: () => {
      // Enter and Ctrl+Enter don’t need the button, which is disabled meanwhile.
      if (saving.busy) return undefined;
      // Payers and payment webhooks return to this address.
      const address = drafts['ServerAddress'] ?? values.get('ServerAddress');
      if (changed.some(({ group }) => group === 'payment') && !address)
        return toastError(new Error(t('setting.toast.serverAddressFirst')));
      return confirmDeletions(t, shortenedRetentions(changed, { stored, shown }), () =>
        saving.save([
          ...changed.map((option) => toChange(option, { drafts, blocked })),
          ...movedSecrets(changed, { values, drafts, isStored, problem: t('setting.secretAgain') }),
        ]),
      );
    },
    /** Saves one option at once, without waiting for its section. */
    saveNow: (option: OptionDefinition, text: string) => saving.save([{ option, text }]),
    hasChanges: changed.length > 0,
  };
}

/** Returns the input of an option, and why it can't be saved. */
const toChange = (
  option: OptionDefinition,
  { drafts, blocked }: { drafts: Texts; blocked: Texts },
): Change => ({ option, text: drafts[option.key] ?? '', problem: blocked[option.key] });

interface Typing {
  values: ReadonlyMap<string, string>;
  drafts: Texts;
  isStored: (key: string) => boolean;
  /** The error shown at the fields of such secrets. */
  problem: string;
}

/**
 * Returns the stored secrets that these changes would send to a new address and that were not typed again.
 */
function movedSecrets(
  changed: readonly OptionDefinition[],
  { values, drafts, isStored, problem }: Typing,
): Change[] {
  const typed = (key: string) =>
    changed.some((option) => option.key === key) ? drafts[key]?.trim() : undefined;
  const keys = secretsToReenter({
    before: (key) => values.get(key) ?? '',
    after: (key) => typed(key) ?? values.get(key) ?? '',
    isStored,
    isTyped: (key) => Boolean(typed(key)),
  });
  return keys.flatMap((key) => {
    const option = findOption(key);
    return option ? [{ option, text: '', problem }] : [];
  });
}

/** Replaces an error without an explanation by what it prevented. */
function withFallbackMessage(error: ApiError | null, text: string): ApiError | null {
  return error === null || error.hasServerMessage ? error : new ApiError(text, error);
}

interface Change {
  option: OptionDefinition;
  text: string;
  problem?: string | undefined;
}

/** The stored values of options, unsaved ones aside. */
interface StoredValues {
  /** Returns what an option's input is based on; undefined if that is unknown. */
  baseOf: (option: OptionDefinition) => string | undefined;
  /** Fetches the value that is stored now. */
  refetchOne: (key: string) => Promise<string | undefined>;
}

/**
 * Validates and sends changes; an error is shown at its field, which gets the focus. What somebody else has
 * saved since the input began is not overwritten before its author has been told.
 */
function useSaving(
  { settle, addErrors: setErrors, markSaved, rebase }: ReturnType<typeof useOptionDrafts>,
  { baseOf, refetchOne }: StoredValues,
) {
  const { t } = useTranslation();
  const refetch = useRefetch();
  const updateOne = useEndpointMutation(calls.updateOption);
  const updateSeveral = useEndpointMutation(calls.updateOptions);
  const [refused, setRefused] = useState<ApiError>();

  const refuse = (problems: Texts) => {
    setErrors(problems);
    focusOption(Object.keys(problems)[0] ?? '');
  };
  const send = async (changes: readonly Change[]) => {
    const [first, ...rest] = changes.map(({ option, text }) => ({
      key: option.key,
      value: text,
      before: option.secret ? undefined : baseOf(option),
    }));
    if (!first) return;
    if (rest.length === 0) await updateOne.mutateAsync({ body: first });
    else await updateSeveral.mutateAsync({ body: { options: [first, ...rest] } });
  };
  const fail = (error: unknown, changes: readonly Change[]) => {
    const field = error instanceof ApiError ? error.field : undefined;
    setRefused(error instanceof ApiError ? error : undefined);
    const toBlame = changes.filter(({ option }) => option.key === field);
    if (field !== undefined && toBlame.length > 0)
      refuse({ [field]: String((error as Error).message) });
    toastError(explain(t, error, { changes, toBlame }));
    return field;
  };

  return {
    busy: updateOne.isPending || updateSeveral.isPending,
    refused,
    save: async (changes: readonly Change[]) => {
      if (changes.length === 0) return toastError(new Error(t('setting.toast.nothingChanged')));
      const problems = changes.flatMap(({ option, text, problem: known }) => {
        const problem = known ?? findProblem(option, text, t);
        const isJson = known === undefined && option.kind === 'json';
        return problem === undefined ? [] : [{ option, problem, isJson }];
      });
      if (problems.length > 0) {
        refuse(Object.fromEntries(problems.map(({ option, problem }) => [option.key, problem])));
        const asJson = problems.some(({ isJson }) => isJson);
        return toastError(new Error(t(asJson ? 'ui.json.invalid' : 'setting.toast.badInput')));
      }
      try {
        await send(changes);
      } catch (error) {
        const field = fail(error, changes);
        if (field !== undefined && (error as ApiError).code === 'option_changed')
          rebase(field, await refetchOne(field));
        return;
      }
      markSaved(changes.map(({ option }) => option.key));
      toastSuccess(t('setting.toast.saved'));
      // An option may affect any page: names, groups, amounts. Input stays until the new values have loaded.
      await refetch();
      settle(changes.map(({ option }) => option.key));
    },
  };
}

/** Describes a failed save: which of the changes were refused, and why. */
function explain(
  t: TFunction,
  error: unknown,
  { changes, toBlame }: { changes: readonly Change[]; toBlame: readonly Change[] },
): unknown {
  if (!(error instanceof ApiError)) return error;
  const isPart = toBlame.length > 0 && changes.length > 1;
  const items = (isPart ? toBlame : changes)
    .map(({ option }) => optionLabel(t, option.key))
    .join(t('ui.comma'));
  const isText = changes.every(({ option }) => option.group === 'content');
  const part = isPart ? 'setting.toast.partFailed' : 'setting.toast.saveFailed';
  const values = { items, reason: error.message };
  return new ApiError(t(isText ? 'setting.toast.failed' : part, values), error);
}

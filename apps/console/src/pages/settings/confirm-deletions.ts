import type { OptionDefinition } from '@tollgate/contract';
import dayjs from 'dayjs';
import type { TFunction } from 'i18next';
import { unixSeconds } from '../../server-clock.ts';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { optionLabel } from './option-label.ts';

/** A retention period that is about to become shorter. */
interface Shortened {
  option: OptionDefinition;
  days: number;
}

type Values = Record<'stored' | 'shown', (option: OptionDefinition) => string>;

/** Returns the changed options that delete data once they are saved; 0 days keeps everything. */
export const shortenedRetentions = (
  changed: readonly OptionDefinition[],
  { stored, shown }: Values,
): Shortened[] =>
  changed
    .filter(({ retention }) => retention)
    .map((option) => ({ option, before: Number(stored(option)), days: Number(shown(option)) }))
    .filter(
      ({ option, before, days }) =>
        // Other input is refused.
        option.check(String(days)).ok && days > 0 && (before === 0 || days < before),
    );

/** Saves; if that deletes data, only after saying what, from when, and that it can't be undone. */
export function confirmDeletions(
  t: TFunction,
  shortened: readonly Shortened[],
  save: () => Promise<void>,
): void {
  if (shortened.length === 0) return void save();
  const items = shortened.map(({ option, days }) =>
    t('setting.deletion.item', {
      name: optionLabel(t, option.key),
      days,
      date: dayjs.unix(unixSeconds()).subtract(days, 'day').format('YYYY-MM-DD'),
    }),
  );
  confirm({
    title: t('setting.deletion.title'),
    text: t('setting.deletion.text', { items: items.join(t('ui.comma')) }),
    confirm: t('setting.deletion.confirm'),
    run: () => void save(),
  });
}

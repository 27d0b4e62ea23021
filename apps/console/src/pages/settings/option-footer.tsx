import { Anchor, Group } from '@mantine/core';
import type { OptionDefinition } from '@tollgate/contract';
import { IconLock, IconPencil } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { useQuotaDisplay } from '../../status.ts';
import { tip } from '../../ui/feedback/tip.ts';
import { copyText } from '../../ui/display/copy.tsx';
import { pages } from '../index.ts';
import { choiceLabel } from './choice-label.ts';
import { StatusTag } from '../../ui/display/status-tag.tsx';
import { toShownText, toDisplayText } from './option-text.ts';
import type { OptionsForm } from './use-options-form.ts';
import { optionLabel } from './option-label.ts';
import { formatNumber } from '../../ui/format/format-number.ts';

export interface OptionFooterProps {
  option: OptionDefinition;
  form: OptionsForm;
  /** The user's role may not change it. */
  locked: boolean;
  /** Whether to show that here. */
  showsLock: boolean;
}

/**
 * Below an option: reset to default if it differs, whether it is unsaved, and its key, which copies a link to
 * it.
 */
export function OptionFooter({ option, form, locked, showsLock }: OptionFooterProps) {
  const { t } = useTranslation();
  const value = useDefault(option);
  const initial = toShownText(option, option.default);
  const isOwn = form.isOwn(option);
  return (
    <Group gap={10} className="setting-marks">
      {isOwn && value !== undefined ? <span>{t('setting.default', { value })}</span> : null}
      {isOwn && !locked ? (
        <Anchor
          component="button"
          type="button"
          size="xs"
          aria-label={t('setting.toDefaultOf', { name: optionLabel(t, option.key) })}
          onClick={() => form.set(option.key, initial)}
        >
          {t('setting.toDefault')}
        </Anchor>
      ) : null}
      {showsLock ? <StatusTag tone="off" icon={IconLock} label={t('setting.rootOnly')} /> : null}
      {form.isChanged(option) ? (
        <StatusTag tone="warn" icon={IconPencil} label={t('setting.changed')} />
      ) : null}
      {/* Last, because it is blank until the row is hovered. */}
      <button
        type="button"
        className="copy-text mono"
        {...tip(t('setting.copyLink'))}
        onClick={() => void copyText(linkTo(option.key))}
      >
        <span>{option.key}</span>
      </button>
      {isOwn || option.secret || option.seeded ? null : (
        <span className="mono">{t('setting.isDefault')}</span>
      )}
    </Group>
  );
}

/** Returns the URL that leads to an option's field, in whatever section. */
const linkTo = (key: string) =>
  new URL(`${pages.setting.path}?option=${key}`, window.location.href).href;

/** Returns an option's default as text; undefined if it is too long or secret. */
function useDefault(option: OptionDefinition): string | undefined {
  const { t, i18n } = useTranslation();
  const display = useQuotaDisplay();
  if (option.secret || option.seeded || option.default.length > 60) return undefined;
  if (option.default === '') return t('setting.empty');
  switch (option.kind) {
    case 'boolean':
      return t(option.default === 'true' ? 'setting.on' : 'setting.off');
    case 'integer':
      if (option.isQuota) return toDisplayText(option, option.default, display);
      return formatNumber(Number(option.default));
    case 'decimal':
      return formatNumber(Number(option.default));
    case 'choice':
      return choiceLabel(i18n, option.default);
    default:
      return option.default;
  }
}

import { Anchor, Group } from '@mantine/core';
import type { OptionDefinition } from '@tollgate/contract';
import { formatQuotaExactly } from '@tollgate/pricing';
import { IconLock, IconPencil } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { useQuotaDisplay } from '../../status.ts';
import { choiceLabel } from './choice-label.ts';
import { StatusTag } from '../../ui/display/status-tag.tsx';
import { toShownText } from './option-text.ts';
import type { OptionsForm } from './use-options-form.ts';
import { optionLabel } from './option-label.ts';

export interface OptionFooterProps {
  option: OptionDefinition;
  form: OptionsForm;
  /** The viewer's role may not change it. */
  locked: boolean;
  /** Whether that is told here. */
  tellsLock: boolean;
}

/** Under an option: its key, its default with the way back to it, and whether it waits for a save. */
export function OptionFooter({ option, form, locked, tellsLock }: OptionFooterProps) {
  const { t } = useTranslation();
  const value = useDefault(option);
  const display = useQuotaDisplay();
  const initial = toShownText(option, option.default);
  const canReset =
    !locked && value !== undefined && option.kind !== 'boolean' && form.shown(option) !== initial;
  return (
    <Group gap={10} className="setting-marks">
      {value === undefined ? null : <span>{t('setting.default', { value })}</span>}
      {option.isQuota ? (
        <span className="tabular">
          {formatQuotaExactly(Number(form.shown(option)), { ...display, displayInCurrency: true })}
        </span>
      ) : null}
      {canReset ? (
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
      {tellsLock ? <StatusTag tone="off" icon={IconLock} label={t('setting.rootOnly')} /> : null}
      {form.isChanged(option) ? (
        <StatusTag tone="warn" icon={IconPencil} label={t('setting.changed')} />
      ) : null}
      {/* Last: until the row is hovered it is a gap. */}
      <span className="mono">{option.key}</span>
    </Group>
  );
}

/** An option's default in words; undefined where it is too long to tell, or a secret. */
function useDefault(option: OptionDefinition): string | undefined {
  const { t, i18n } = useTranslation();
  if (option.secret || option.seeded || option.default.length > 60) return undefined;
  if (option.default === '') return t('setting.empty');
  switch (option.kind) {
    case 'boolean':
      return t(option.default === 'true' ? 'setting.on' : 'setting.off');
    case 'integer':
    case 'decimal':
      return Number(option.default).toLocaleString();
    case 'choice':
      return choiceLabel(i18n, option.default);
    default:
      return option.default;
  }
}

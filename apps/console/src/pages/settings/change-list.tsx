import { findOption } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { useQuotaDisplay } from '../../status.ts';
import { translateEnum } from '../../ui/format/translate-enum.ts';
import { describeChange } from './describe-change.ts';
import { toDisplayText } from './option-text.ts';

export interface Change {
  key: string;
  from: string;
  to: string;
}

const PARTS_MAX = 20;
const LENGTH_MAX = 300;

/** The changes: each option with its value before and after, tables by member. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  const { t, i18n } = useTranslation();
  const display = useQuotaDisplay();
  return (
    <ul className="change-list">
      {changes.map((change) => {
        const parts = describeChange(change.from, change.to);
        const option = findOption(change.key);
        const secret = option?.secret === true;
        const format = (value: string) => brief(toDisplayText(option, value, display));
        return (
          <li key={change.key}>
            <span>{translateEnum(i18n, 'options', change.key)}</span>
            <ul>
              {parts.slice(0, PARTS_MAX).map(({ name, from, to }) => (
                <li key={name}>
                  {name === '' ? null : <span className="mono">{name}: </span>}
                  <del>{secret ? '' : format(from ?? '')}</del>
                  {from && to !== undefined ? ' → ' : null}
                  {to === undefined ? null : (
                    <ins>{secret ? t('setting.newSecret') : format(to) || t('setting.empty')}</ins>
                  )}
                </li>
              ))}
              {parts.length > PARTS_MAX ? (
                <li>{t('setting.furtherParts', { count: parts.length - PARTS_MAX })}</li>
              ) : null}
            </ul>
          </li>
        );
      })}
    </ul>
  );
}

function brief(text: string): string {
  return text.length > LENGTH_MAX ? `${text.slice(0, LENGTH_MAX)}…` : text;
}

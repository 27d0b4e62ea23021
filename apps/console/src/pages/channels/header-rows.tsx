import { useTranslation } from '../../texts.tsx';
import { FieldGroup } from '../../ui/forms/field-group.tsx';
import { KeyValueRows } from '../../ui/forms/key-value-rows.tsx';
import type { ChannelFormState } from './use-channel-form.ts';

/** Headers as rows of name and value. */
export function HeaderRows({ form }: { form: ChannelFormState }) {
  const { t } = useTranslation();
  const path = 'settings.headers';
  const label = t('channels.setting.headers');
  return (
    <FieldGroup
      label={label}
      description={t('channels.setting.headersHint')}
      error={form.errors[path]}
    >
      <KeyValueRows
        label={label}
        path={path}
        examples={{ name: 'X-Team', value: 'blue' }}
        rows={form.getValues().settings.headers}
        change={(rows) => {
          form.setFieldValue(path, rows);
          form.clearFieldError(path);
        }}
        error={form.errors[path] !== undefined}
      />
    </FieldGroup>
  );
}

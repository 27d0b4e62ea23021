import { Button, Group } from '@mantine/core';
import { IconBraces, IconForms } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../texts.tsx';
import { FieldGroup } from './field-group.tsx';
import { JsonEditor } from './json-editor.tsx';
import { KeyValueRows, type KeyValueRowsProps } from './key-value-rows.tsx';
import { type KeyValuePairs, toggleKeyValueView } from './key-value-pairs.ts';

export interface KeyValueFieldProps extends Pick<KeyValueRowsProps, 'label' | 'examples' | 'path'> {
  description: string;
  /** Placeholder of the empty JSON. */
  placeholder?: string;
  value: KeyValuePairs;
  onChange: (value: KeyValuePairs) => void;
  error?: ReactNode;
  /** Further actions on the whole field. */
  children?: ReactNode;
}

/** A JSON object of strings as rows, with its JSON one click away. */
export function KeyValueField(props: KeyValueFieldProps) {
  const { label, description, placeholder, value, onChange, error, path, examples } = props;
  const { t } = useTranslation();
  const asRows = value.view === 'rows';
  const turned = toggleKeyValueView(value);
  const more = (
    <>
      <Button
        size="compact-xs"
        variant="default"
        disabled={!turned}
        leftSection={asRows ? <IconBraces size={13} /> : <IconForms size={13} />}
        aria-label={`${t(asRows ? 'ui.pairs.asJson' : 'ui.pairs.asRows')}: ${label}`}
        onClick={() => turned && onChange(turned)}
      >
        {t(asRows ? 'ui.pairs.asJson' : 'ui.pairs.asRows')}
      </Button>
      {props.children}
    </>
  );
  return (
    <FieldGroup label={label} description={description} error={error}>
      {asRows ? (
        <KeyValueRows
          label={label}
          path={path}
          rows={value.rows}
          change={(rows) => onChange({ ...value, rows })}
          error={Boolean(error)}
          {...(examples ? { examples } : {})}
        >
          {more}
        </KeyValueRows>
      ) : (
        <>
          <JsonEditor
            aria-label={label}
            data-path={path}
            placeholder={placeholder}
            value={value.json}
            onChange={(event) => onChange({ ...value, json: event.currentTarget.value })}
          />
          <Group gap={6} my={6}>
            {more}
          </Group>
        </>
      )}
    </FieldGroup>
  );
}

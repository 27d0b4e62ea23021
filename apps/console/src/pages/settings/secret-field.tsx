import { ActionIcon, Anchor, Button, Group, Input, Text } from '@mantine/core';
import { IconAlertTriangle, IconLock, IconTrash } from '@tabler/icons-react';
import type { OptionDefinition } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { useRefetch } from '../../api/refetch.ts';
import { useEndpoint, useEndpointMutation } from '../../api/use-endpoint.ts';
import { StatusTag } from '../../ui/display/status-tag.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { tip } from '../../ui/feedback/tip.ts';
import { toastError, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { formatTime } from '../../ui/format/format-time.ts';
import type { OptionsForm } from './use-options-form.ts';
import { PasswordField } from '../../ui/forms/password-field.tsx';

export interface SecretFieldProps {
  option: OptionDefinition;
  form: OptionsForm;
  label: string;
  description: ReactNode;
  error: ReactNode;
  disabled: boolean;
  className: string;
}

const DOTS = '••••••••••';

/**
 * A write-only option in its three states: set (last characters, who set it and when, with Replace and
 * Clear), being replaced, and not set.
 */
export function SecretField({ option, form, label, error, ...props }: SecretFieldProps) {
  const { t } = useTranslation();
  const [openedAt, setOpenedAt] = useState<string>();
  const { data: details = [] } = useEndpoint(calls.describeSecrets);
  const { key } = option;
  const typed = form.shown(option);
  const isSet = form.isSecretSet(key);
  const detail = details.find((one) => one.key === key);
  // Identifies the stored value when the field was opened; once it differs, the new value was saved.
  const stamp = `${isSet} ${detail?.changed_at ?? 0}`;
  const opened = openedAt === stamp;
  const isTyping = opened || typed !== '' || error !== undefined;
  const keep = () => {
    form.discard([option]);
    setOpenedAt(undefined);
  };
  if (isTyping)
    return (
      <PasswordField
        {...props}
        label={label}
        error={error}
        description={
          <>
            {isSet ? t('setting.secret.inUse') : props.description}{' '}
            {isSet || opened ? (
              <Anchor component="button" type="button" inherit onClick={keep}>
                {t(isSet ? 'setting.secret.keep' : 'ui.cancel')}
              </Anchor>
            ) : null}
          </>
        }
        autoComplete="new-password"
        data-path={key}
        value={typed}
        onChange={(event) => form.set(key, event.currentTarget.value)}
      />
    );
  return (
    <Input.Wrapper
      className={props.className}
      label={label}
      labelElement="div"
      description={
        <>
          {props.description}
          {isSet && detail && detail.changed_at > 0 ? (
            <Text component="span" inherit display="block">
              {t('setting.secret.by', {
                time: formatTime(detail.changed_at),
                name: detail.actor_name || '–',
              })}
            </Text>
          ) : null}
        </>
      }
    >
      <Group gap="xs" wrap="nowrap" className="mantine-Input-wrapper" data-path={key}>
        {isSet ? (
          <span className="secret-mask mono">
            <IconLock size={14} stroke={1.8} aria-hidden /> {DOTS}
            {detail?.tail}
          </span>
        ) : (
          <StatusTag tone="warn" icon={IconAlertTriangle} label={t('setting.secret.unset')} />
        )}
        {props.disabled ? null : (
          <>
            <Button
              variant="default"
              style={{ flexShrink: 0 }}
              aria-label={`${t(isSet ? 'setting.secret.replace' : 'setting.secret.set')}: ${label}`}
              onClick={() => setOpenedAt(stamp)}
            >
              {t(isSet ? 'setting.secret.replace' : 'setting.secret.set')}
            </Button>
            {isSet ? <ClearSecret name={key} label={label} /> : null}
          </>
        )}
      </Group>
    </Input.Wrapper>
  );
}

function ClearSecret({ name, label }: { name: string; label: string }) {
  const { t } = useTranslation();
  const refetch = useRefetch();
  const clear = useEndpointMutation(calls.clearSecret);
  const run = async () => {
    try {
      await clear.mutateAsync({ params: { key: name } });
    } catch (error) {
      return toastError(error);
    }
    await refetch();
    toastSuccess(t('setting.secret.cleared', { name: label }));
  };
  return (
    <ActionIcon
      {...tip(t('setting.secret.clear'))}
      variant="default"
      size={36}
      loading={clear.isPending}
      aria-label={`${t('setting.secret.clear')}: ${label}`}
      onClick={() =>
        confirm({
          title: t('setting.secret.clearTitle', { name: label }),
          text: t('setting.secret.clearText'),
          confirm: t('setting.secret.clear'),
          run: () => void run(),
        })
      }
    >
      <IconTrash size={16} stroke={1.6} />
    </ActionIcon>
  );
}

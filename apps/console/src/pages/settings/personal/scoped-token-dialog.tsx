import { Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  OWN_SCOPE_AREAS,
  ROLE_ADMIN,
  type Scope,
  SCOPE_AREAS,
  SCOPED_TOKEN_NAME_MAX,
} from '@tollgate/contract';
import { useTranslation } from '../../../texts.tsx';
import { calls } from 'virtual:calls';
import { unixSeconds } from '../../../server-clock.ts';
import { useEndpointMutation } from '../../../api/use-endpoint.ts';
import { FormFrame } from '../../../ui/forms/form-frame.tsx';
import { showRefusalAt } from '../../../ui/forms/show-refusal-at.ts';
import { FormModal, useConfirmedClose } from '../../../ui/forms/unsaved-changes.tsx';

const DAY_SECONDS = 86_400;
const LIFETIMES = ['30', '90', '365', '0'] as const;
const RIGHTS = ['chosen', 'read', 'write'] as const;
const LEVELS = ['none', 'read', 'write'] as const;

interface Values {
  name: string;
  days: string;
  rights: string;
  levels: Readonly<Record<string, string>>;
}

/** Creates an access token with the selected scopes, and passes it to `created`. */
export function ScopedTokenDialog({
  role,
  close,
  created,
}: {
  role: number;
  close: () => void;
  created: (token: string) => void;
}) {
  const { t } = useTranslation();
  const create = useEndpointMutation(calls.createScopedToken, [calls.listScopedTokens]);
  const form = useForm<Values>({
    initialValues: { name: '', days: '90', rights: 'chosen', levels: {} },
    validate: {
      name: (name) => (name.trim() === '' ? t('errors.scoped_token_name') : null),
      rights: (_rights, values) =>
        readScopes(values).length === 0 ? t('errors.scoped_token_scopes') : null,
    },
  });
  const leave = useConfirmedClose(form.isDirty(), close);
  const submit = form.onSubmit((values) =>
    create.mutate(
      { body: toBody(values) },
      {
        onSuccess({ token }) {
          close();
          created(token);
        },
        onError: showRefusalAt(form, {
          scoped_token_name: 'name',
          name_unreadable: 'name',
          scoped_token_expiry_past: 'days',
        }),
      },
    ),
  );
  const areas = role >= ROLE_ADMIN ? SCOPE_AREAS : OWN_SCOPE_AREAS;
  return (
    <FormModal title={t('personal.scopedTokens.dialog')} leave={leave}>
      <FormFrame
        submit={submit}
        submitLabel={t('personal.scopedTokens.create')}
        busy={create.isPending}
        leave={leave}
      >
        <TextInput
          label={t('personal.scopedTokens.name')}
          description={t('personal.scopedTokens.nameHint')}
          maxLength={SCOPED_TOKEN_NAME_MAX}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Select
          label={t('personal.scopedTokens.lifetime')}
          data={LIFETIMES.map((value) => ({
            value,
            label: t(`personal.scopedTokens.lifetimes.${value}`),
          }))}
          allowDeselect={false}
          {...form.getInputProps('days')}
        />
        <Select
          label={t('personal.scopedTokens.rights')}
          description={t('personal.scopedTokens.rightsHint')}
          data={RIGHTS.map((value) => ({
            value,
            label: t(`personal.scopedTokens.rightsOf.${value}`),
          }))}
          allowDeselect={false}
          {...form.getInputProps('rights')}
        />
        {form.values.rights === 'chosen' ? (
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            {areas.map((area) => (
              <Select
                key={area}
                label={t(`personal.scopedTokens.areas.${area}`)}
                data={LEVELS.map((value) => ({
                  value,
                  label: t(`personal.scopedTokens.levels.${value}`),
                }))}
                allowDeselect={false}
                value={form.values.levels[area] ?? 'none'}
                onChange={(level) =>
                  form.setFieldValue('levels', { ...form.values.levels, [area]: level ?? 'none' })
                }
              />
            ))}
          </SimpleGrid>
        ) : null}
        <Text size="sm" c="dimmed">
          {t('personal.scopedTokens.limits')}
        </Text>
      </FormFrame>
    </FormModal>
  );
}

function readScopes({ rights, levels }: Values): Scope[] {
  if (rights !== 'chosen') return [`*:${rights}` as Scope];
  return SCOPE_AREAS.flatMap((area): Scope[] => {
    const level = levels[area];
    return level === 'read' || level === 'write' ? [`${area}:${level}`] : [];
  });
}

function toBody(values: Values) {
  const lifetime = Number(values.days) * DAY_SECONDS;
  return {
    name: values.name,
    scopes: readScopes(values),
    expires_at: lifetime === 0 ? 0 : unixSeconds() + lifetime,
  };
}

import { Text } from '@mantine/core';
import { findLoginProvider, type SignIn } from '@tollgate/contract';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { StatusTag } from '../../../ui/display/status-tag.tsx';
import { MomentText } from '../../../ui/display/time-text.tsx';
import { deviceName } from '../../../ui/format/device-name.ts';
import type { Column } from '../../../ui/tables/column.ts';

const METHODS = ['password', 'passkey', 'totp', 'recovery_code'] as const;
const FAILURES = [
  'login_failed',
  'user_disabled',
  'second_factor_wrong',
  'passkey_failed',
] as const;

function methodName(t: TFunction, method: string): string {
  const knownMethod = METHODS.find((known) => known === method);
  return knownMethod
    ? t(`personal.signIns.methods.${knownMethod}`)
    : (findLoginProvider(method)?.name ?? method);
}

/** Returns why attempts failed, and how many there were. */
function failureText(t: TFunction, { failure, tries }: SignIn): string {
  const cause = FAILURES.find((known) => known === failure) ?? 'other';
  const text = t(`personal.signIns.failures.${cause}`);
  return tries > 1 ? t('personal.signIns.times', { text, count: tries }) : text;
}

/** Returns the columns of a sign-in history. */
export function signInColumns(t: TFunction): Column<SignIn>[] {
  const column = (key: 'outcome' | 'time' | 'method' | 'from') => ({
    key,
    header: t(`personal.signIns.columns.${key}`),
  });
  return [
    {
      ...column('outcome'),
      fixed: true,
      mobile: 'title',
      render: (row) =>
        row.failure === '' ? (
          <StatusTag tone="good" icon={IconCircleCheck} label={t('personal.signIns.success')} />
        ) : (
          <StatusTag tone="bad" icon={IconCircleX} label={failureText(t, row)} />
        ),
    },
    {
      ...column('time'),
      mobile: 'meta',
      render: ({ time }) => <MomentText seconds={time} />,
    },
    { ...column('method'), render: ({ method }) => methodName(t, method) },
    {
      ...column('from'),
      render: (row) => (
        <div>
          <Text size="sm" className="mono">
            {row.ip || t('personal.signIns.manyAddresses')}
          </Text>
          <Text size="xs" c="dimmed">
            {deviceName(t, row)}
          </Text>
        </div>
      ),
    },
  ];
}

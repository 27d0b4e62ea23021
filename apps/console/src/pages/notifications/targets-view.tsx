import { Alert, Button, Group, Text } from '@mantine/core';
import type { NotificationTarget } from '@tollgate/contract';
import {
  IconAlertTriangle,
  IconBell,
  IconCircleCheck,
  IconCircleOff,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { StatusTag } from '../../ui/display/status-tag.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { toastError } from '../../ui/feedback/toasts.tsx';
import { useStableCallbacks } from '../../ui/hooks/use-stable-callbacks.ts';
import type { Column } from '../../ui/tables/column.ts';
import { DataTable } from '../../ui/tables/data-table.tsx';
import { RowMenu } from '../../ui/tables/row-menu.tsx';
import type { NotificationCalls } from './calls-of.ts';
import { MailOff } from './mail-off.tsx';
import { nameTarget } from './name-target.ts';
import { OwnMail } from './own-mail.tsx';
import type { NotificationOwner } from './query.ts';
import { TargetForm } from './target-form.tsx';
import type { Overview } from './to-subscription.ts';

interface TargetActions {
  test: (target: NotificationTarget) => void;
  edit: (target: NotificationTarget) => void;
  remove: (target: NotificationTarget) => void;
}

/** Targets of notifications: add, edit, delete, and test with the provider's own response. */
export function TargetsView({
  calls,
  owner,
  overview,
}: {
  calls: NotificationCalls;
  owner: NotificationOwner;
  overview: Overview;
}) {
  const { t } = useTranslation();
  const { email, email_settings: mail, targets } = overview;
  const [editing, setEditing] = useState<NotificationTarget | 'new'>();
  const [tested, setTested] = useState<{ name: string; ok: boolean; answer: string }>();
  const removal = useEndpointMutation(calls.deleteTarget, [calls.read]);
  const trial = useEndpointMutation(calls.testTarget);
  const add = () => setEditing('new');
  const steady = useStableCallbacks({
    edit: setEditing,
    test: (target: NotificationTarget) => {
      setTested(undefined);
      trial.mutate(
        { params: { id: target.id } },
        {
          onSuccess: (result) => setTested({ name: nameTarget(t, target), ...result }),
          onError: toastError,
        },
      );
    },
    remove: (target: NotificationTarget) =>
      confirm({
        title: t('notifications.deleteConfirm', { name: nameTarget(t, target) }),
        text: t('notifications.deleteText'),
        confirm: t('notifications.delete'),
        run: () => removal.mutate({ params: { id: target.id } }, { onError: toastError }),
      }),
  });
  const running = trial.isPending ? Number(trial.variables.params?.id) : 0;
  const columns = useMemo(() => targetColumns(t, steady, running), [t, steady, running]);
  return (
    <>
      <MailOff owner={owner} overview={overview} />
      <Group justify="space-between" my="xs">
        <Group gap="sm">
          {email === '' ? null : (
            <Text c="dimmed">
              {t(owner === 'site' ? 'notifications.siteEmail' : 'notifications.ownEmail')}: {email}
            </Text>
          )}
          {mail && email !== '' ? <OwnMail settings={mail} /> : null}
        </Group>
        <Button leftSection={<IconPlus size={16} />} onClick={add}>
          {t('notifications.add')}
        </Button>
      </Group>
      <div role="status">{tested ? <TestAnswer {...tested} /> : null}</div>
      <DataTable
        label={t('notifications.tabs.targets')}
        columns={columns}
        rows={targets}
        rowId={({ id }) => id}
        error={null}
        fetching={false}
        retry={() => undefined}
        open={setEditing}
        empty={
          <EmptyState
            icon={IconBell}
            title={t('notifications.emptyTargets')}
            text={t('notifications.emptyTargetsHint')}
            action={{ label: t('notifications.add'), run: add }}
          />
        }
      />
      {editing === undefined ? null : (
        <TargetForm
          target={editing === 'new' ? undefined : editing}
          calls={calls}
          owner={owner}
          close={() => setEditing(undefined)}
        />
      )}
    </>
  );
}

function TestAnswer({ name, ok, answer }: { name: string; ok: boolean; answer: string }) {
  const { t } = useTranslation();
  return (
    <Alert
      mb="md"
      variant="light"
      color={ok ? 'green' : 'red'}
      icon={ok ? <IconCircleCheck size={18} /> : <IconAlertTriangle size={18} />}
      title={`${name}: ${t(ok ? 'notifications.testOk' : 'notifications.testFailed')}`}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {t('notifications.answer')}: {answer || '–'}
      </Text>
    </Alert>
  );
}

function targetColumns(
  t: TFunction,
  { test, edit, remove }: TargetActions,
  running: number,
): Column<NotificationTarget>[] {
  const column = (key: 'name' | 'channel' | 'enabled' | 'digest' | 'language') => ({
    key,
    header: t(`notifications.${key}`),
  });
  return [
    {
      ...column('name'),
      fixed: true,
      mobile: 'title',
      render: (target) => nameTarget(t, target),
    },
    { ...column('channel'), render: ({ channel }) => t(`notifications.channels.${channel}`) },
    {
      ...column('enabled'),
      mobile: 'badge',
      render: ({ enabled }) => (
        <StatusTag
          tone={enabled ? 'good' : 'off'}
          icon={enabled ? IconCircleCheck : IconCircleOff}
          label={t(enabled ? 'notifications.enabled' : 'notifications.disabled')}
        />
      ),
    },
    { ...column('digest'), render: ({ digest }) => t(`notifications.digests.${digest}`) },
    { ...column('language'), render: ({ language }) => t(`notifications.languages.${language}`) },
    {
      key: 'actions',
      header: '',
      fixed: true,
      align: 'end',
      mobile: 'actions',
      render: (target) => (
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <Button
            size="compact-sm"
            variant="default"
            loading={running === target.id}
            aria-label={`${t('notifications.test')}: ${nameTarget(t, target)}`}
            onClick={() => test(target)}
          >
            {t('notifications.test')}
          </Button>
          <RowMenu
            label={nameTarget(t, target)}
            actions={[
              { label: t('notifications.editAction'), icon: IconPencil, run: () => edit(target) },
              {
                label: t('notifications.delete'),
                icon: IconTrash,
                danger: true,
                run: () => remove(target),
              },
            ]}
          />
        </Group>
      ),
    },
  ];
}

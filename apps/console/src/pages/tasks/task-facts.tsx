import { Alert, Badge, Button, Group } from '@mantine/core';
import type { ImageTask, MusicTask } from '@tollgate/contract';
import { IconCode } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isAdmin, useStoredUser } from '../../session.ts';
import { CopyText } from '../../ui/copy.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { ActionName } from './action-name.tsx';
import { Elapsed } from './elapsed.tsx';
import { showRecord } from './show-text.tsx';

/** What both kinds of tasks are told by; times in milliseconds. */
export interface TaskTimes {
  id: string;
  submitted: number;
  started: number;
  finished: number;
}

/** The named values of a task, of either kind. */
export function TaskFacts({
  task,
  times: { id, submitted, started, finished },
  children,
}: {
  task: ImageTask | MusicTask;
  times: TaskTimes;
  children?: React.ReactNode;
}) {
  const { t } = useTranslation();
  const admin = isAdmin(useStoredUser());
  return (
    <Facts>
      <Fact name={t('tasks.columns.id')}>
        <CopyText text={id} />
      </Fact>
      <Fact name={t('tasks.columns.action')}>
        <ActionName action={task.action} />
      </Fact>
      {children}
      <Fact name={t('tasks.columns.submitted')}>
        <TimeText seconds={submitted / 1000} precise />
      </Fact>
      <Fact name={t('tasks.started')} show={started !== 0}>
        <TimeText seconds={started / 1000} precise />
      </Fact>
      <Fact name={t('tasks.columns.finished')} show={finished !== 0}>
        <TimeText seconds={finished / 1000} precise />
      </Fact>
      <Fact name={t('tasks.columns.elapsed')} show={finished !== 0}>
        <Elapsed ms={finished - submitted} />
      </Fact>
      <Fact name={t('tasks.columns.channel')} show={task.channel_id !== 0}>
        {task.channel_id}
      </Fact>
      <Fact name={t('tasks.user')} show={admin}>
        {task.user_id}
      </Fact>
      <Fact name={t('tasks.cost')}>
        <Group gap={6} wrap="nowrap">
          <Money quota={task.quota} exact />
          {task.refunded ? (
            <Badge
              size="sm"
              variant="light"
              color="slate"
              tt="none"
              autoContrast={false}
              c="dimmed"
            >
              {t('tasks.refunded')}
            </Badge>
          ) : null}
        </Group>
      </Fact>
    </Facts>
  );
}

/** Why a task failed, in full. */
export function FailReason({ reason }: { reason: string }) {
  const { t } = useTranslation();
  if (reason === '') return null;
  return (
    <Alert color="red" variant="light" title={t('tasks.columns.reason')} className="wraps">
      {reason}
    </Alert>
  );
}

/** Leads to all fields of a task. */
export function RecordButton({ id, task }: { id: string; task: object }) {
  const { t } = useTranslation();
  return (
    <Group>
      <Button
        variant="default"
        leftSection={<IconCode size={16} />}
        onClick={() => showRecord(id, task)}
      >
        {t('tasks.showRecord')}
      </Button>
    </Group>
  );
}

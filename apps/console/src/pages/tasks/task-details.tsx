import { Alert, Anchor, Button, Group } from '@mantine/core';
import type { BatchTask, ImageTask, MusicTask } from '@tollgate/contract';
import { IconCode } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { unixSeconds } from '../../server-clock.ts';
import { useTranslation } from '../../texts.tsx';
import { isAdmin, useStoredUser } from '../../session/session.ts';
import { CopyText } from '../../ui/display/copy.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx';
import { Money } from '../../ui/display/money.tsx';
import { TimeText } from '../../ui/display/time-text.tsx';
import { pages } from '../index.ts';
import { LogLink } from '../logs/log-link.tsx';
import { UserLink } from '../users/user-link.tsx';
import { ActionName } from './action-name.tsx';
import { Elapsed } from './elapsed.tsx';
import { ownerName } from './party-columns.tsx';
import { showRecord } from './show-text.tsx';

/** Fields shared by both kinds of tasks; times in milliseconds. */
export interface TaskTimes {
  id: string;
  submitted: number;
  started: number;
  finished: number;
}

/** For administrators: channel and owner of a task, with links. */
export function TaskParties({
  task,
}: {
  task: Pick<BatchTask, 'user_id' | 'username' | 'is_team' | 'channel_id' | 'channel_name'>;
}) {
  const { t } = useTranslation();
  const { channel_id: channel, user_id: user } = task;
  if (!isAdmin(useStoredUser())) return null;
  return (
    <>
      <DescriptionItem name={t('tasks.columns.channel')} show={channel !== 0}>
        <Anchor
          component={Link}
          className="touch-target"
          to={pages.channelEdit.path.replace('$id', String(channel))}
        >
          {`#${channel} ${task.channel_name}`}
        </Anchor>
      </DescriptionItem>
      <DescriptionItem name={t('tasks.user')}>
        <UserLink id={user} username={ownerName(task)} isTeam={task.is_team} />
      </DescriptionItem>
    </>
  );
}

/** The details of a task of either kind. */
export function TaskDetails({
  task,
  times: { id, submitted, started, finished },
  children,
}: {
  task: ImageTask | MusicTask;
  times: TaskTimes;
  children?: React.ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <DescriptionList>
      <DescriptionItem name={t('tasks.columns.id')}>
        <CopyText text={id} />
      </DescriptionItem>
      <DescriptionItem name={t('tasks.columns.action')}>
        <ActionName action={task.action} />
      </DescriptionItem>
      {children}
      <DescriptionItem name={t('tasks.columns.submitted')}>
        <TimeText seconds={submitted / 1000} precise />
      </DescriptionItem>
      <DescriptionItem name={t('tasks.started')} show={started !== 0}>
        <TimeText seconds={started / 1000} precise />
      </DescriptionItem>
      <DescriptionItem name={t('tasks.columns.finished')} show={finished !== 0}>
        <TimeText seconds={finished / 1000} precise />
      </DescriptionItem>
      <DescriptionItem name={t('tasks.columns.elapsed')} show={finished !== 0}>
        <Elapsed ms={finished - submitted} />
      </DescriptionItem>
      <TaskParties task={task} />
      <DescriptionItem name={t('tasks.cost')}>
        <Money quota={task.quota} exact />
      </DescriptionItem>
      <DescriptionItem name={t('tasks.refunded')} show={task.refunded}>
        −<Money quota={task.quota} exact />
      </DescriptionItem>
      <DescriptionItem name={t('tasks.log')}>
        <LogLink search={logOf(task)} />
      </DescriptionItem>
    </DescriptionList>
  );
}

/**
 * Returns the log query for a task's charge and refund, with a time window because the log defaults to three
 * days.
 */
function logOf({ request_id, created_at }: ImageTask | MusicTask) {
  return { request_id, start_timestamp: created_at - 60, end_timestamp: unixSeconds() + 3600 };
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

/** Shows all fields of a task. */
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

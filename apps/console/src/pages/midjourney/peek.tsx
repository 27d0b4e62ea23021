import { Group, Stack, Text, Title } from '@mantine/core';
import type { ImageTask } from '@tollgate/contract';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { isAdmin, useStoredUser } from '../../session/session.ts';
import { copyText } from '../../ui/display/copy.tsx';
import { DescriptionItem } from '../../ui/display/description-list.tsx';
import { IconButton } from '../../ui/display/icon-button.tsx';
import { FailReason, RecordButton, TaskDetails } from '../tasks/task-details.tsx';
import { TaskStatus } from '../tasks/task-status.tsx';
import { ProgressBar, SubmitResult } from './columns.tsx';
import { TaskImage } from './task-image.tsx';

/** All details of one image task: image, prompt and outcome. */
export function ImagePeek({ task }: { task: ImageTask }) {
  const { t } = useTranslation();
  const admin = isAdmin(useStoredUser());
  const times = {
    id: task.mj_id,
    submitted: task.submit_time,
    started: task.start_time,
    finished: task.finish,
  };
  const { prompt, prompt_en: translated, description } = task;
  return (
    <Stack gap="md">
      <Group justify="space-between">
        {admin ? <TaskStatus status={task.status} /> : null}
        <ProgressBar task={task} />
      </Group>
      <TaskImage key={task.id} address={task.image_url} prompt={prompt} />
      <FailReason reason={task.fail_reason} />
      <LongText title={t('tasks.columns.prompt')} text={prompt} />
      <LongText title={t('tasks.promptEn')} text={translated === prompt ? '' : translated} />
      <LongText title={t('tasks.description')} text={description === prompt ? '' : description} />
      <TaskDetails task={task} times={times}>
        <DescriptionItem name={t('tasks.columns.result')} show={admin}>
          <SubmitResult code={task.code} />
        </DescriptionItem>
      </TaskDetails>
      <RecordButton id={task.mj_id} task={task} />
    </Stack>
  );
}

/** A full text with a copy button; nothing if empty. */
function LongText({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation();
  if (text === '') return null;
  return (
    <section>
      <Group justify="space-between">
        <Title order={3}>{title}</Title>
        <IconButton
          label={`${t('ui.copy')}: ${title}`}
          icon={IconCopy}
          run={() => void copyText(text)}
        />
      </Group>
      <Text size="sm" className="wraps" style={{ whiteSpace: 'pre-wrap' }}>
        {text}
      </Text>
    </section>
  );
}

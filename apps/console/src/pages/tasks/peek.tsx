import { Group, Stack, Text, Title } from '@mantine/core';
import type { MusicTask } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { DescriptionItem } from '../../ui/display/description-list.tsx';
import { ExternalLink } from '../../ui/display/external-link.tsx';
import { PlatformName } from './columns.tsx';
import { listOutputs } from './outputs.ts';
import { FailReason, RecordButton, TaskDetails } from './task-details.tsx';
import { TaskStatus } from './task-status.tsx';

/** All details of one music task, and its output. */
export function MusicPeek({ task }: { task: MusicTask }) {
  const { t } = useTranslation();
  const times = {
    id: task.task_id,
    submitted: task.submit_time * 1000,
    started: task.start_time * 1000,
    finished: task.finish_time * 1000,
  };
  return (
    <Stack gap="md">
      <TaskStatus status={task.status} />
      <TaskDetails task={task} times={times}>
        <DescriptionItem name={t('tasks.columns.platform')}>
          <PlatformName platform={task.platform} />
        </DescriptionItem>
      </TaskDetails>
      <FailReason reason={task.fail_reason} />
      <Outputs data={task.data} />
      <RecordButton id={task.task_id} task={task} />
    </Stack>
  );
}

function Outputs({ data }: { data: unknown }) {
  const { t } = useTranslation();
  const outputs = listOutputs(data);
  if (outputs.length === 0) return null;
  return (
    <section>
      <Title order={3} mb={6}>
        {t('tasks.results')}
      </Title>
      <Stack gap="sm">
        {outputs.map(({ title, text, links }, index) => (
          <div key={index} className="wraps">
            {title === '' ? null : <Text fw={500}>{title}</Text>}
            {links.length === 0 ? null : (
              <Group gap="md">
                {links.map(({ kind, address }) => (
                  <ExternalLink key={kind} href={address}>
                    {t(`tasks.outputs.${kind}`)}
                  </ExternalLink>
                ))}
              </Group>
            )}
            {text === '' ? null : (
              <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-wrap' }}>
                {text}
              </Text>
            )}
          </div>
        ))}
      </Stack>
    </section>
  );
}

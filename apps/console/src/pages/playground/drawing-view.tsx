import { Button, Group } from '@mantine/core';
import type { ImageTask } from '@tollgate/contract';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { TimeText } from '../../ui/display/time-text.tsx';
import { ProgressBar } from '../midjourney/columns.tsx';
import { TaskImage } from '../midjourney/task-image.tsx';
import { ActionName } from '../tasks/action-name.tsx';
import { isRunning } from '../tasks/progress.ts';
import { TaskCost } from '../tasks/task-cost.tsx';
import { FailReason } from '../tasks/task-details.tsx';
import type { ImageTaskRequest } from './drawing-calls.ts';
import { LogLink } from '../logs/log-link.tsx';

/** Actions that produce a grid of four images, each of which can be upscaled or varied. */
const GRIDS: ReadonlySet<string> = new Set(['IMAGINE', 'VARIATION', 'REROLL']);
const PLACES = [1, 2, 3, 4];

/** One image task: progress, image, cost and possible follow-ups. */
export function DrawingView({
  task,
  busy,
  go,
}: {
  task: ImageTask;
  busy: boolean;
  go: (work: ImageTaskRequest) => void;
}) {
  const { t } = useTranslation();
  return (
    <div>
      <div className="playground-question">{task.prompt}</div>
      {isRunning(task) ? <ProgressBar task={task} /> : null}
      <FailReason reason={task.fail_reason} />
      <div className="playground-drawing">
        <TaskImage address={task.image_url} prompt={task.prompt} />
      </div>
      {task.status === 'SUCCESS' && GRIDS.has(task.action) ? (
        <FollowUps taskId={task.mj_id} {...{ busy, go }} />
      ) : null}
      {task.status === 'FAILURE' && task.action === 'IMAGINE' ? (
        <Button
          mt="xs"
          size="compact-sm"
          variant="default"
          disabled={busy}
          leftSection={<IconRefresh size={14} />}
          onClick={() => go({ action: 'IMAGINE', prompt: task.prompt })}
        >
          {t('ui.retry')}
        </Button>
      ) : null}
      <Group gap="sm" mt="xs" className="tabular" c="dimmed" fz="sm">
        <ActionName action={task.action} />
        <TimeText seconds={task.submit_time / 1000} />
        <span data-testid="cost">
          <TaskCost task={task} />
        </span>
        {task.request_id === '' ? null : <LogLink search={{ request_id: task.request_id }} />}
      </Group>
    </div>
  );
}

function FollowUps({
  taskId,
  busy,
  go,
}: {
  taskId: string;
  busy: boolean;
  go: (work: ImageTaskRequest) => void;
}) {
  const { t } = useTranslation();
  const rows = [
    { action: 'UPSCALE', label: t('playground.drawing.upscale'), letter: 'U' },
    { action: 'VARIATION', label: t('playground.drawing.variation'), letter: 'V' },
  ] as const;
  return (
    <Group gap="md" mt="xs">
      {rows.map(({ action, label, letter }) => (
        <Group gap={4} key={action} role="group" aria-label={label}>
          <span className="playground-drawing-action">{label}</span>
          {PLACES.map((index) => (
            <Button
              key={index}
              size="compact-sm"
              variant="default"
              disabled={busy}
              aria-label={t('playground.drawing.nth', { action: label, number: index })}
              onClick={() => go({ action, taskId, index })}
            >
              {letter}
              {index}
            </Button>
          ))}
        </Group>
      ))}
      <Button
        size="compact-sm"
        variant="default"
        disabled={busy}
        leftSection={<IconRefresh size={14} />}
        onClick={() => go({ action: 'REROLL', taskId })}
      >
        {t('playground.drawing.reroll')}
      </Button>
    </Group>
  );
}

import {
  IconAlertTriangle,
  IconAppWindow,
  IconBan,
  IconCircleCheck,
  IconClock,
  type Icon,
  IconLoader,
  IconQuestionMark,
  IconSend,
  IconStack2,
} from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { translateEnum } from '../../ui/format/translate-enum.ts';
import { StatusTag, type Tone } from '../../ui/display/status-tag.tsx';

const LOOKS: Readonly<Record<string, [Tone, Icon]>> = {
  '': ['off', IconSend],
  NOT_START: ['off', IconClock],
  SUBMITTED: ['info', IconStack2],
  QUEUED: ['info', IconStack2],
  IN_PROGRESS: ['info', IconLoader],
  MODAL: ['warn', IconAppWindow],
  SUCCESS: ['good', IconCircleCheck],
  FAILURE: ['bad', IconAlertTriangle],
  CANCEL: ['off', IconBan],
  validating: ['info', IconStack2],
  in_progress: ['info', IconLoader],
  finalizing: ['info', IconLoader],
  cancelling: ['off', IconBan],
  completed: ['good', IconCircleCheck],
  failed: ['bad', IconAlertTriangle],
  expired: ['warn', IconClock],
  cancelled: ['off', IconBan],
};

/** The status of a task; one unknown to us is shown as the upstream sent it. */
export function TaskStatus({ status }: { status: string }) {
  const { i18n } = useTranslation();
  const [tone, icon] = LOOKS[status] ?? ['off', IconQuestionMark];
  const label = translateEnum(i18n, 'tasks.statuses', status === '' ? 'SUBMITTING' : status);
  return <StatusTag tone={tone} icon={icon} label={label} />;
}

import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ServiceStatus } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { StatusTag } from '../../ui/display/status-tag.tsx';

/** Below this success rate on its last day, a model counts as failing. */
const OFTEN = 0.9;

/** Whether the models work today. */
export function StatusText({ service }: { service: ServiceStatus }) {
  const { t } = useTranslation();
  const fails = service.models.some(({ days }) => (days.at(-1) ?? 1) < OFTEN);
  return fails ? (
    <StatusTag tone="warn" icon={IconAlertTriangle} label={t('home.status.some')} />
  ) : (
    <StatusTag tone="good" icon={IconCircleCheck} label={t('home.status.all')} />
  );
}

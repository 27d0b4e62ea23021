import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ServiceStatus } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { StatusTag } from '../../ui/display/status-tag.tsx';
import { formatAnswered } from '../../ui/format/format-answered.ts';

/** Below this share of its last day a model fails often. */
const OFTEN = 0.9;

/** Whether the models answer, by real calls; nothing while too few are known. */
export function StatusPill({ service }: { service: ServiceStatus | undefined }) {
  const { t } = useTranslation();
  if (!service || service.answered === null) return null;
  const fails = service.models.some(({ days }) => (days.at(-1) ?? 1) < OFTEN);
  return (
    <span className="home-status tabular">
      {fails ? (
        <StatusTag tone="warn" icon={IconAlertTriangle} label={t('home.status.some')} />
      ) : (
        <StatusTag tone="good" icon={IconCircleCheck} label={t('home.status.all')} />
      )}
      {t('home.status.share', { share: formatAnswered(service.answered) })}
    </span>
  );
}

import type { ServiceStatus } from '@tollgate/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { formatAnswered } from '../../ui/format/format-answered.ts';
import { pages } from '../index.ts';
import { StatusText } from './status-text.tsx';

/**
 * Whether the models work, judged by real calls, with a link to details; nothing while too little is known.
 */
export function StatusPill({ service }: { service: ServiceStatus | undefined }) {
  const { t } = useTranslation();
  if (!service || service.answered === null) return null;
  return (
    <Link to={pages.serviceStatus.path} className="home-status tabular touch-target">
      <StatusText service={service} />
      {t('home.status.share', { share: formatAnswered(service.answered) })}
    </Link>
  );
}

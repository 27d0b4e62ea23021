import { Link } from '@tanstack/react-router';
import { isAdmin, useStoredUser } from '../session/session.ts';
import { useIsFeatureEnabled, useStatus } from '../status.ts';
import { useTranslation } from '../texts.tsx';
import { DOCS_PATH, pages } from '../pages/index.ts';
import './public-frame.css';

/** Links below public pages; an empty About page is linked only for administrators, who are told how to fill it. */
export function PublicFooter() {
  const { t } = useTranslation();
  const isEnabled = useIsFeatureEnabled();
  const hasAbout = useStatus().data?.about === true;
  const fillsAbout = isAdmin(useStoredUser());
  return (
    <nav className="public-foot" aria-label={t('shell.footerNav')}>
      <Link to={pages.pricing.path}>{t('shell.modelsAndPrices')}</Link>
      <Link to={DOCS_PATH}>{t('shell.pages.docs')}</Link>
      {isEnabled(pages.serviceStatus) ? (
        <Link to={pages.serviceStatus.path}>{t('shell.pages.serviceStatus')}</Link>
      ) : null}
      {hasAbout || fillsAbout ? <Link to={pages.about.path}>{t('shell.pages.about')}</Link> : null}
    </nav>
  );
}

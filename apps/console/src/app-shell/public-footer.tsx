import { Link } from '@tanstack/react-router';
import { useIsFeatureEnabled } from '../status.ts';
import { useTranslation } from '../texts.tsx';
import { DOCS_PATH, pages } from '../pages/index.ts';
import './public-frame.css';

/** Links below public pages. */
export function PublicFooter() {
  const { t } = useTranslation();
  const isEnabled = useIsFeatureEnabled();
  return (
    <nav className="public-foot" aria-label={t('shell.footerNav')}>
      <Link to={pages.pricing.path}>{t('shell.modelsAndPrices')}</Link>
      <Link to={DOCS_PATH}>{t('shell.pages.docs')}</Link>
      {isEnabled(pages.serviceStatus) ? (
        <Link to={pages.serviceStatus.path}>{t('shell.pages.serviceStatus')}</Link>
      ) : null}
      <Link to={pages.about.path}>{t('shell.pages.about')}</Link>
    </nav>
  );
}

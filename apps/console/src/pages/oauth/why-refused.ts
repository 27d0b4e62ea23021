import i18next from 'i18next';

/** Of the codes that providers send back (RFC 6749, 4.1.2.1). */
const CODE = /^[a-z_]{1,40}$/;

/**
 * Why a provider sent the browser back without a code. Whoever makes a link can write its description, which
 * would stand here as if we said it; so no more than the code is shown.
 */
export function whyRefused(error: string): string {
  const said = i18next.t('errors.oauth_failed');
  return CODE.test(error) ? `${said} (${error})` : said;
}

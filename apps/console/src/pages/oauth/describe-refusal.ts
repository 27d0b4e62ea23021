import i18next from 'i18next';

/** The format of error codes that providers return (RFC 6749, 4.1.2.1). */
const CODE = /^[a-z_]{1,40}$/;

/**
 * Returns why a provider redirected back without a code. Anybody can craft a link with a description, which
 * would look like ours; so only the error code is shown.
 */
export function describeRefusal(error: string): string {
  const message = i18next.t('errors.oauth_failed');
  return CODE.test(error) ? `${message} (${error})` : message;
}

import { isHttpUrl } from '../../../ui/format/is-http-url.ts';

/** Safari, and every browser of an iPhone, opens no tab once an answer was waited for. */
export function isSafari(userAgent: string): boolean {
  return /safari/i.test(userAgent) && !/chrome|chromium|android/i.test(userAgent);
}

/**
 * Sends fields to an address as a form that nobody sees: in a new tab, Safari in this one.
 * Answers whether there was anything to send to.
 */
export function postForm(url: string, fields: Readonly<Record<string, string>>): boolean {
  if (!isHttpUrl(url)) return false;
  const form = document.createElement('form');
  form.method = 'POST';
  form.action = url;
  form.hidden = true;
  if (!isSafari(navigator.userAgent)) form.target = '_blank';
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
  return true;
}

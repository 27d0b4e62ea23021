import { isHttpUrl } from '../../../ui/format/is-http-url.ts';

/** Whether the browser is Safari or runs on an iPhone: these open no tab after waiting for a response. */
export function isSafari(userAgent: string): boolean {
  return /safari/i.test(userAgent) && !/chrome|chromium|android/i.test(userAgent);
}

/**
 * Posts fields to a URL with a hidden form: in a new tab, or in this one for Safari. Returns whether the URL
 * was http(s).
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

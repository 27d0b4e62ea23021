import { isWebAddress } from '../../../ui/is-web-address.ts';

/** Goes to where a payment leads: a page of this console, or an address of the web; nowhere else. */
export function leaveFor(target: string, navigate: (path: string) => void): void {
  if (/^\/(?![/\\])/.test(target)) navigate(target);
  else if (isWebAddress(target)) location.assign(target);
}

const TAG = /<(?:img|image|source|video|iframe|embed|object)\b[^<>]*>/gi;
const TAG_ADDRESS = /\s(?:src|srcset|poster|href|data)\s*=\s*["']?\s*http:\/\//i;
/** The name of a picture is bounded: what strangers send takes linear time. */
const MARKDOWN_PICTURE = /!\[[^\]\n]{0,300}\]\(\s{0,9}<?http:\/\//i;
const STYLE_PICTURE = /url\(\s{0,9}["']?\s{0,9}http:\/\//i;
const PAGE = /^http:\/\/\S+$/i;

/**
 * Whether a text of the site shows a picture from http, which the console's content policy blocks. Links
 * to http are fine: they are followed, not shown.
 */
export function showsBlockedPicture(text: string): boolean {
  return (
    MARKDOWN_PICTURE.test(text) ||
    STYLE_PICTURE.test(text) ||
    (text.match(TAG) ?? []).some((tag) => TAG_ADDRESS.test(tag))
  );
}

/** Whether a text is nothing but the address of a page that can't be shown in the console, as it is http. */
export const isBlockedPage = (text: string): boolean => PAGE.test(text.trim());

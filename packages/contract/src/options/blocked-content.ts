const TAG = /<(?:img|image|source|video|iframe|embed|object)\b[^<>]*>/gi;
const TAG_ADDRESS = /\s(?:src|srcset|poster|href|data)\s*=\s*["']?\s*http:\/\//i;
/** The length of the alt text is bounded, so that untrusted input takes linear time. */
const MARKDOWN_IMAGE = /!\[[^\]\n]{0,300}\]\(\s{0,9}<?http:\/\//i;
const STYLE_IMAGE = /url\(\s{0,9}["']?\s{0,9}http:\/\//i;
const PAGE = /^http:\/\/\S+$/i;

/**
 * Whether a text of the site shows an image over http, which the console's content security policy blocks.
 * Links to http are fine: they are followed, not shown.
 */
export function hasBlockedImage(text: string): boolean {
  return (
    MARKDOWN_IMAGE.test(text) ||
    STYLE_IMAGE.test(text) ||
    (text.match(TAG) ?? []).some((tag) => TAG_ADDRESS.test(tag))
  );
}

/** Whether a text is only the URL of a page that the console can't show because it is http. */
export const isBlockedPage = (text: string): boolean => PAGE.test(text.trim());

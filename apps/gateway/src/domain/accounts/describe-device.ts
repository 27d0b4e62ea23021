/**
 * Browsers by a pattern that only their user agents contain. The first match wins, because most user agents
 * also name other browsers.
 */
const BROWSERS: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bMicroMessenger\//, 'WeChat'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

const SYSTEMS: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bWindows\b/, 'Windows'],
  [/\biPad\b/, 'iPadOS'],
  [/\b(?:iPhone|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\b(?:OpenHarmony|HarmonyOS)\b/, 'HarmonyOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/**
 * Returns the common names of the browser and system in a user agent (RFC 9110, 10.1.5); empty if unknown. A
 * hint for the user, not proof.
 */
export function describeDevice(userAgent: string): { browser: string; system: string } {
  return { browser: nameIn(BROWSERS, userAgent), system: nameIn(SYSTEMS, userAgent) };
}

function nameIn(table: typeof BROWSERS, userAgent: string): string {
  return table.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';
}

/// <reference lib="dom" />
import type { Browser } from 'playwright-core';

/** Chromium's developer tools preset: bytes per second, and latency per request (ms). */
const FAST_3G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 180_000,
  uploadThroughput: 84_375,
};
const CPU_SLOWDOWN = 4;
const QUIET_MS = 1500;

export interface Load {
  /** Largest contentful paint, in milliseconds after the navigation began. */
  lcpMs: number;
  /** The element of the largest contentful paint. */
  largest: string;
  /** Cumulative layout shift. */
  cls: number;
  /** When the page's main content, its rows or figures, was present. */
  filledMs: number;
  kib: number;
  requests: number;
}

declare global {
  interface Window {
    vitals: { lcpMs: number; largest: string; cls: number };
  }
}

/** Opens a page in a browser with an empty cache, on a slow network and CPU. */
export async function measureLoad(
  browser: Browser,
  {
    url,
    user,
    language,
    filled,
  }: { url: string; user: string; language: 'zh' | 'en'; filled: string },
): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(watchVitals, { user, language });
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', FAST_3G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const sent = { bytes: 0, requests: 0, lastMs: performance.now() };
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      sent.bytes += encodedDataLength;
      sent.requests += 1;
      sent.lastMs = performance.now();
    });
    await page.goto(url, { waitUntil: 'commit' });
    await page.locator(filled).first().waitFor();
    const filledMs = await page.evaluate(() => performance.now());
    while (performance.now() - sent.lastMs < QUIET_MS) await page.waitForTimeout(200);
    const vitals = await page.evaluate(() => window.vitals);
    return { ...vitals, filledMs, kib: sent.bytes / 1024, requests: sent.requests };
  } finally {
    await context.close();
  }
}

/** Runs in the page, before its own scripts. */
function watchVitals({ user, language }: { user: string; language: string }): void {
  localStorage.setItem('language', language);
  if (user) localStorage.setItem('user', user);
  window.vitals = { lcpMs: 0, largest: '', cls: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element })[]) {
      window.vitals.lcpMs = entry.startTime;
      window.vitals.largest = `${entry.element?.tagName.toLowerCase() ?? '?'} “${entry.element?.textContent?.slice(0, 30) ?? ''}”`;
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      window.vitals.cls += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The library of the card provider, which may not be kept by others (PCI). */
const SOURCE = 'https://static.airwallex.com/components/sdk/v1/index.js';

export const RETRIES = 3;
export const RETRY_AFTER_MS = 500;

export interface CardElement {
  on: (event: string, listener: (event?: unknown) => void) => void;
  mount: (target: string | HTMLElement) => unknown;
  destroy?: () => void;
}

/** What the library puts into the window. */
export interface CardLibrary {
  init: (options: {
    env: 'prod' | 'demo';
    locale: string;
    enabledElements: readonly string[];
  }) => Promise<unknown>;
  createElement: (type: string, options: object) => Promise<CardElement | null>;
}

interface Loading {
  /** Puts the script into the page; answers once it ran, fails where it could not be had. */
  load: () => Promise<CardLibrary>;
  wait: (ms: number) => Promise<void>;
}

/** Loads the library; where that fails it is tried three times more, half a second after each failure. */
export async function loadCardScript(
  { load, wait }: Loading = { load: loadOnce, wait: pause },
): Promise<CardLibrary> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await load();
    } catch (error) {
      if (retries === RETRIES) throw error;
      await wait(RETRY_AFTER_MS);
    }
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function loadedLibrary(): CardLibrary | undefined {
  return (window as { AirwallexComponentsSDK?: CardLibrary }).AirwallexComponentsSDK;
}

function loadOnce(): Promise<CardLibrary> {
  const before = loadedLibrary();
  if (before) return Promise.resolve(before);
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = SOURCE;
    const fail = () => {
      script.remove();
      reject(new Error('the script of the card provider could not be loaded'));
    };
    script.addEventListener('error', fail);
    script.addEventListener('load', () => {
      const library = loadedLibrary();
      if (library) resolve(library);
      else fail();
    });
    document.head.append(script);
  });
}

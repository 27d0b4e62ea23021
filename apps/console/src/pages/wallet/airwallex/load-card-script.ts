/** The card provider's library, which must not be self-hosted (PCI). */
const SOURCE = 'https://static.airwallex.com/components/sdk/v1/index.js';

export const RETRIES = 3;
export const RETRY_AFTER_MS = 500;

export interface CardElement {
  on: (event: string, listener: (event?: unknown) => void) => void;
  mount: (target: string | HTMLElement) => unknown;
  destroy?: () => void;
}

/** The global object of the library. */
export interface CardLibrary {
  init: (options: {
    env: 'prod' | 'demo';
    locale: string;
    enabledElements: readonly string[];
  }) => Promise<unknown>;
  createElement: (type: string, options: object) => Promise<CardElement | null>;
}

interface Loading {
  /** Adds the script to the page; resolves once it ran, rejects if it could not be loaded. */
  load: () => Promise<CardLibrary>;
  wait: (ms: number) => Promise<void>;
}

/** Loads the library; retried up to three times, half a second after each failure. */
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

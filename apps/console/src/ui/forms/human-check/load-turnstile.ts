/** The part of the Turnstile script's API that is used. */
export interface Turnstile {
  render(
    container: HTMLElement,
    options: {
      sitekey: string;
      theme: 'light' | 'dark';
      language: string;
      callback: (token: string) => void;
      'expired-callback': () => void;
      'error-callback': () => void;
    },
  ): string;
  reset(widget: string): void;
  remove(widget: string): void;
}

const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';
let loading: Promise<Turnstile> | undefined;

const loadedTurnstile = () => (window as { turnstile?: Turnstile }).turnstile;

/** Loads the script once; after a failure the next call retries. */
export function loadTurnstile(): Promise<Turnstile> {
  loading ??= new Promise<Turnstile>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.async = true;
    script.addEventListener('load', () => {
      const turnstile = loadedTurnstile();
      if (turnstile) resolve(turnstile);
      else reject(new Error('the script brought nothing'));
    });
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error('the script could not be loaded'));
    });
    document.head.append(script);
  }).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

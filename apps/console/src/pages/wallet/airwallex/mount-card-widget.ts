import type { PaymentIntent } from '@tollgate/contract';
import { type CardEvents, collectCardEvents } from './card-events.ts';
import { logCardWidget } from './log-card-widget.ts';
import { type CardElement, loadCardScript } from './load-card-script.ts';

/** The size of the widget and its popups, in pixels. */
export const WIDGET_SIZE = { width: 400, height: 549 } as const;
const TOLD = ['ready', 'click', 'focus', 'blur', 'cancel'] as const;

export interface CardWidget {
  intent: PaymentIntent;
  target: HTMLElement;
  /** Whether cards are really charged, or the provider's demo is used. */
  live: boolean;
  language: string;
  ready: () => void;
  paid: () => void;
}

/** Shows the provider's card form. Returns a function that removes it. */
export async function mountCardWidget(widget: CardWidget): Promise<() => void> {
  const { intent, target, live, language, ready, paid } = widget;
  const library = await loadCardScript();
  await library.init({
    env: live ? 'prod' : 'demo',
    locale: language === 'en' ? 'en' : 'zh',
    enabledElements: ['payments'],
  });
  const element = await library.createElement('dropIn', {
    intent_id: intent.id,
    client_secret: intent.client_secret,
    currency: intent.currency,
    popupWidth: WIDGET_SIZE.width,
    popupHeight: WIDGET_SIZE.height,
  });
  if (!element) throw new Error('the card provider made no form');
  const events = collectCardEvents((names) => logCardWidget('debug', names.join(', ')));
  listen(element, events);
  element.on('ready', ready);
  element.on('success', paid);
  element.mount(target);
  return () => {
    events.flush();
    element.destroy?.();
  };
}

/** Events of the form are only logged to the console: the provider's webhook is authoritative. */
function listen(element: CardElement, events: CardEvents): void {
  for (const name of TOLD) element.on(name, () => events.note(name));
  element.on('error', (event) => {
    events.note('error');
    logCardWidget('error', event);
  });
}

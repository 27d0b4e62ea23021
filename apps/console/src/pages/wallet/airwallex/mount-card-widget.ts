import type { PaymentIntent } from '@tollgate/contract';
import { type CardEvents, collectCardEvents } from './card-events.ts';
import { logCardWidget } from './log-card-widget.ts';
import { type CardElement, loadCardScript } from './load-card-script.ts';

/** The size of the widget and of what it opens, in pixels. */
export const WIDGET_SIZE = { width: 400, height: 549 } as const;
const TOLD = ['ready', 'click', 'focus', 'blur', 'cancel'] as const;

export interface CardWidget {
  intent: PaymentIntent;
  target: HTMLElement;
  /** Charges cards for real; else the provider's demo does as if. */
  live: boolean;
  language: string;
  ready: () => void;
  paid: () => void;
}

/** Shows the provider's form for a card. Answers what takes it away again. */
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

/** What happens in the form is only told to the console: the notice of the provider is what counts. */
function listen(element: CardElement, events: CardEvents): void {
  for (const name of TOLD) element.on(name, () => events.note(name));
  element.on('error', (event) => {
    events.note('error');
    logCardWidget('error', event);
  });
}

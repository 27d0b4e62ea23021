import type { Dialect, WireFormat } from '../ir/dialect.ts';
import type { RequestKind } from '../ir/call-kind.ts';
import type { Usage } from '../ir/usage.ts';
import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import type { Translation } from '../translate/translation.ts';
import { tryTranslation } from './translate-call.ts';

/** A client's call and a provider's response, as in a fixture. */
export interface Exchange {
  readonly request: object;
  /** A whole response of the provider. */
  readonly response?: object;
  /** Gemini's signatures that the gateway stored, by key. */
  readonly recalled?: Readonly<Record<string, string>>;
  /** Or its stream: the data of each event; strings are sent as they are. */
  readonly events?: readonly (object | string)[];
}

/** Origin and destination of a fixture's calls. */
export interface TranslationRoute {
  readonly from: Dialect;
  readonly to: WireFormat;
  readonly kind?: RequestKind;
  /** The model's name at the provider. */
  readonly model: string;
}

/** What the provider and the client received. */
export interface Outcome {
  readonly sent?: unknown;
  /** Warnings for the client. */
  readonly told?: readonly string[];
  /** The member because of which the call is refused, so that another provider may serve it. */
  readonly refused?: string | null;
  readonly received?: unknown;
  readonly receivedEvents?: readonly unknown[];
  /** Kind of the fault that the client receives instead of an end. */
  readonly fault?: string;
  /** Signatures that the gateway stores, by key. */
  readonly kept?: Readonly<Record<string, string>>;
  readonly usage?: Partial<Usage>;
}

/** Runs an exchange through the library, as the relay does. */
export function runExchange(route: TranslationRoute, exchange: Exchange): Outcome {
  const { request, events, recalled = {} } = exchange;
  const signatures: Record<string, string> = {};
  const opened = tryTranslation({
    ...route,
    body: request,
    stream: events !== undefined,
    keepSignature: (key, { value }) => void (signatures[key] = value),
    recallSignature: (key) => {
      const value = recalled[key];
      return value === undefined ? undefined : { by: 'gemini-generate', value };
    },
  });
  if (!opened.ok) return { refused: opened.fault.param };
  const outcome = runTranslation(opened.translation, exchange);
  return Object.keys(signatures).length === 0 ? outcome : { ...outcome, kept: signatures };
}

function runTranslation(translation: Translation, exchange: Exchange): Outcome {
  const sent: unknown = JSON.parse(decodeText(translation.body));
  const told = translation.warnings.map(({ feature, kind }) => `${feature};${kind}`);
  if (exchange.events) return { sent, told, ...runStream(translation, exchange.events) };
  if (!exchange.response) return { sent, told };
  const read = translation.readResponse(encodeText(JSON.stringify(exchange.response)));
  if (!read.ok) return { sent, told, fault: read.fault.kind };
  const received: unknown = JSON.parse(decodeText(read.body));
  return { sent, told, received, ...(read.usage ? { usage: counted(read.usage) } : {}) };
}

function runStream(translation: Translation, events: readonly (object | string)[]) {
  const port = translation.openStream();
  const texts = events.map((event) => (typeof event === 'string' ? event : JSON.stringify(event)));
  const bytes = encodeText(texts.map((text) => `data: ${text}\n\n`).join(''));
  const sent = port.push(bytes).map(decodeText).join('');
  const { tail, fault, usage } = port.end();
  const receivedEvents = (sent + decodeText(tail))
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => line.slice('data: '.length))
    .map((text): unknown => (text.startsWith('{') ? JSON.parse(text) : text));
  return {
    receivedEvents,
    ...(fault ? { fault: fault.kind } : {}),
    ...(usage ? { usage: counted(usage) } : {}),
  };
}

/** Drops the usage counters that are 0. */
function counted(usage: Usage): Partial<Usage> {
  return Object.fromEntries(Object.entries(usage).filter(([, count]) => count !== 0));
}

import { loginProviderTable, PAYMENT_PROVIDER_IDS, paymentProviderOf } from '@tollgate/contract';
import { environmentNames, readConfig } from '@tollgate/gateway';
import { asCode, renderTable } from './render-table.ts';
import { variableExamples } from './variable-examples.ts';
import { fillText, type Language, words } from './words.ts';

/** Set by the gateway itself. */
const NOT_FOR_PEOPLE = 'WORKER_NUMBER';

/** Variables for people to set, in the order the gateway reads them. */
export const listedVariables = environmentNames.filter((name) => name !== NOT_FOR_PEOPLE);

/** Renders a table of all environment variables. */
export function renderVariables(language: Language): string {
  const { tables } = words(language).manual;
  const usual = readConfig({}) as Readonly<Record<string, unknown>>;
  return renderTable(
    [tables.variable, tables.meaning, tables.default, tables.example],
    listedVariables.map((name) => [
      `\`${name}\``,
      meaningOf(name, language),
      asCode(writeValue(usual[name])),
      asCode(variableExamples[name] ?? (providerOf(name) ? 'https://example.com' : '')),
    ]),
  );
}

/**
 * Returns the provider whose URL a variable overrides: such variables need no text or example of their own.
 */
export function providerOf(variable: string): string | undefined {
  const login = loginProviderTable.find(({ addresses }) => Object.hasOwn(addresses, variable));
  const payment = PAYMENT_PROVIDER_IDS.map(paymentProviderOf).find(({ addresses = {} }) =>
    Object.hasOwn(addresses, variable),
  );
  return login?.name ?? Object.values(payment?.methods ?? {})[0];
}

/** Returns what a variable is for. */
export function meaningOf(name: string, language: Language): string {
  const { tables, variables } = words(language).manual;
  const provider = providerOf(name);
  return variables[name] ?? (provider ? fillText(tables.addressOf, { provider }) : '');
}

function writeValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'object' && value !== null) {
    const { points, duration } = value as { points: number; duration: number };
    return `${points}/${duration}`;
  }
  return value === undefined ? '' : String(value);
}

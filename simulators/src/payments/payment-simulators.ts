import type { SimulatorServer } from '../simulator-server.ts';
import { epayOptions, startEpaySimulator } from './epay-simulator.ts';
import type { PaymentSimulator, PaymentSimulatorOptions } from './payment-simulator.ts';
import { startUsdtSimulator, usdtOptions } from './usdt-simulator.ts';

/** The account that a development gateway has at every provider. */
const SECRET = 'simulated-payment-key';
/** Port offsets after the vendors', leaving space for more of them. */
const PORTS = { epay: 80, usdt: 81 } as const;

/** Starts the providers with a payment page, on ports after `firstPort`. */
export function startPaymentSimulators(firstPort: number): Promise<SimulatorServer[]> {
  return Promise.all([
    startEpaySimulator({ secret: SECRET, port: firstPort + PORTS.epay }),
    startUsdtSimulator({ secret: SECRET, port: firstPort + PORTS.usdt }),
  ]);
}

/** Returns the options of a gateway that accepts payments through these providers. */
export function simulatedPaymentOptions(firstPort: number): Readonly<Record<string, string>> {
  const address = (provider: keyof typeof PORTS) =>
    `http://127.0.0.1:${firstPort + PORTS[provider]}`;
  return { ...epayOptions(address('epay'), SECRET), ...usdtOptions(address('usdt'), SECRET) };
}

/**
 * Starts the simulator of a payment provider by its id: `start<Id>Simulator` of the file `<id>-simulator.ts`.
 * Throws if there is none.
 */
export async function startPaymentSimulator(
  id: string,
  options: PaymentSimulatorOptions,
): Promise<PaymentSimulator> {
  const file = (await import(`./${id}-simulator.ts`)) as Readonly<
    Record<string, (options: PaymentSimulatorOptions) => Promise<PaymentSimulator>>
  >;
  const start = file[`start${id.slice(0, 1).toUpperCase()}${id.slice(1)}Simulator`];
  if (!start) throw new Error(`${id}-simulator.ts starts no simulator`);
  return start(options);
}

import { startEpaySimulator } from './epay-simulator.ts';
import type { SimulatorServer } from '../simulator-server.ts';
import { startUsdtSimulator } from './usdt-simulator.ts';

/** The accounts that a gateway under development has. */
const ACCOUNTS = {
  epay: { pid: '1001', key: 'simulated-epay-key' },
  usdt: { key: 'simulated-usdt-key', merchant: '1001' },
} as const;

/** Behind the ports of vendors, with room for more of them. */
const PORTS = { epay: 80, usdt: 81 } as const;

/** The providers with a page to pay at, on ports of their own behind `firstPort`. */
export function startPaymentSimulators(firstPort: number): Promise<SimulatorServer[]> {
  const { epay, usdt } = ACCOUNTS;
  return Promise.all([
    startEpaySimulator({ ...epay, port: firstPort + PORTS.epay }),
    startUsdtSimulator({ key: usdt.key, port: firstPort + PORTS.usdt }),
  ]);
}

/** The options of a gateway that takes money by these providers. */
export function simulatedPaymentOptions(firstPort: number): Readonly<Record<string, string>> {
  const address = (provider: keyof typeof PORTS) =>
    `http://127.0.0.1:${firstPort + PORTS[provider]}`;
  return {
    PayAddress: address('epay'),
    EpayId: ACCOUNTS.epay.pid,
    EpayKey: ACCOUNTS.epay.key,
    UsdtApiUrl: address('usdt'),
    UsdtApiKey: ACCOUNTS.usdt.key,
    UsdtMerchantId: ACCOUNTS.usdt.merchant,
  };
}

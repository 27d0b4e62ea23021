import type { LoginSimulator } from './login-simulator.ts';

/** Starts the simulator of a login provider from the file named after its id. */
export async function startLoginSimulatorOf(id: string): Promise<LoginSimulator> {
  const name = `@tollgate/simulators/logins/${id}`;
  const file = (await import(/* @vite-ignore */ name)) as {
    startLoginSimulator(): Promise<LoginSimulator>;
  };
  return file.startLoginSimulator();
}

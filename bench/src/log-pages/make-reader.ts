import { openConsole } from '../open-console.ts';
import { READER } from './ask-questions.ts';
import { type DataLocation, startAt } from './place.ts';

/** Runs the gateway once, which creates the tables; returns the id of the user who reads. */
export async function makeReader(location: DataLocation): Promise<number> {
  const gateway = await startAt(location);
  try {
    const root = await openConsole(gateway.url);
    const { id } = await root.call<{ id: number }>('POST', '/api/user/', { ...READER, role: 1 });
    return id;
  } finally {
    await gateway.stop();
  }
}

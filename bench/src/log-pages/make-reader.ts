import { openConsole } from '../open-console.ts';
import { READER } from './ask-questions.ts';
import { type Place, startAt } from './place.ts';

/** Runs the gateway once, which creates the tables; returns the id of the user who reads. */
export async function makeReader(place: Place): Promise<number> {
  const gateway = await startAt(place);
  try {
    const root = await openConsole(gateway.url);
    const { id } = await root.call<{ id: number }>('POST', '/api/user/', { ...READER, role: 1 });
    return id;
  } finally {
    await gateway.stop();
  }
}

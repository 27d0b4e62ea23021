import { serveRaw } from './serve-raw.ts';
import { buildStreamWrites } from './stream-events.ts';

/** Run as a program: the upstream of streams, on PORT. */
const WRITES = buildStreamWrites();
serveRaw(() => WRITES);

import { setFlagsFromString } from 'node:v8';
import { lowerV8ThreadPriority } from './thread-priority.ts';

/**
 * Bodies live outside V8's heap, and by default every 64 MB of them trigger a full collection. Counted with
 * the heap, they are collected when memory is really short: bodies of 110 kB cost half as much (`npm run
 * bench -- --only large-bodies`).
 */
setFlagsFromString('--external-memory-accounted-in-global-limit');

lowerV8ThreadPriority();

import { setFlagsFromString } from 'node:v8';
import { lowerV8ThreadPriority } from './thread-priority.ts';

/**
 * Bodies live outside the heap of V8, which by default begins a full collection for every 64 MB of
 * them. Counted with the heap they are collected when memory is really short: bodies of 110 kB cost
 * half as much (`npm run bench -- --only large-bodies`).
 */
setFlagsFromString('--external-memory-accounted-in-global-limit');

lowerV8ThreadPriority();

import { setFlagsFromString } from 'node:v8';
import { lowerV8ThreadPriority } from './thread-priority.ts';

/**
 * Bodies live outside V8's heap, and by default every 64 MB of them trigger a full collection. Counted with
 * the heap, they are collected when memory is really short: bodies of 110 kB cost half as much (`npm run
 * bench -- --only large-bodies`).
 */
setFlagsFromString('--external-memory-accounted-in-global-limit');

/**
 * While streams run, much of what V8 looks at survives a young collection, and in some processes it then
 * allocates such objects in the old generation right away, for good, though they live for milliseconds: streams
 * of 40 tokens cost a tenth more, and 490 instead of 300 MB stay in use (3 of 8 processes, none of 8 without).
 */
setFlagsFromString('--no-allocation-site-pretenuring');

lowerV8ThreadPriority();

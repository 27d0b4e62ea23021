import { usePersistentCompileCache } from './platform/compile-cache.ts';

// The rest is loaded after this has run: only what comes later is taken from the cache.
usePersistentCompileCache();
await import('./serve.ts');

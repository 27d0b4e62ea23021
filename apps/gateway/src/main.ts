import { usePersistentCompileCache } from './platform/compile-cache.ts';

// The rest is imported afterwards: the cache only covers modules loaded after this call.
usePersistentCompileCache();
await import('./serve.ts');

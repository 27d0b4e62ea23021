import { usePersistentCompileCache } from './platform/compile-cache.ts';
import { restartWithMemoryOptions } from './platform/restart-with-memory-options.ts';

restartWithMemoryOptions();
// The rest is imported afterwards: the cache only covers modules loaded after this call.
usePersistentCompileCache();
await import('./serve.ts');

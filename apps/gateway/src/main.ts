import { keepCompiledCode } from './platform/compiled-code.ts';

// The rest is loaded after this has run: only what comes later is taken from the cache.
keepCompiledCode();
await import('./serve.ts');

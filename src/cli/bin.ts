#!/usr/bin/env node
import { enableCompileCache, setSourceMapsSupport } from 'node:module';

// The second start need not compile again.
enableCompileCache();
// Whoever reports a bug names lines of the sources, not of what was made of them.
if (process.env.SEXTANT_DEBUG) setSourceMapsSupport(true, { nodeModules: true });
await import('./main.ts');

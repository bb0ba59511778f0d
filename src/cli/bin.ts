#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// The second start need not compile again.
enableCompileCache();
await import('./main.ts');

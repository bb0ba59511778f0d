import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { nodeFree } from './node-free.ts';
import { noEval } from './replay/no-eval.ts';

/** Files beside each other for servers, one script for reports that are a single file, and one for surveys. */
export default defineConfig(({ mode }) => {
  const survey = mode === 'survey';
  const single = survey || mode === 'single';
  const checks = { pluginTimings: false };
  return {
    root: import.meta.dirname,
    // Relative, so that a static host may keep the page in any folder.
    base: './',
    publicDir: false,
    plugins: [react(), noEval(), nodeFree()],
    worker: {
      // A page from disk may start no worker that is a module.
      format: single ? 'iife' : 'es',
      plugins: () => [noEval(), nodeFree()],
      rolldownOptions: { checks, ...(single ? { output: { codeSplitting: false } } : {}) },
    },
    build: {
      outDir: join(import.meta.dirname, 'dist', mode),
      emptyOutDir: true,
      target: 'es2024',
      // The physics engine is a large file of its own; everything else is small.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: single ? 4000 : 2000,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      cssCodeSplit: !single,
      rolldownOptions: single
        ? {
            checks,
            input: join(import.meta.dirname, ...(survey ? ['survey', 'main.ts'] : ['shell', 'main.tsx'])),
            output: { codeSplitting: false, entryFileNames: 'page.js', assetFileNames: '[name][extname]' },
          }
        : { checks },
    },
  };
});

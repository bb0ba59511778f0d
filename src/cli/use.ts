import type { Command } from 'commander';

/**
 * Lets a verb know modules of the user's. Only those that are named here are ever loaded: never what a run, a pack or a file in
 * this folder names.
 */
export function takesModules(command: Command): Command {
  return command
    .option(
      '--use <file>',
      'your own benchmarks, models, policies, extractors, formats: a module, whose code runs; again for more',
      (file: string, files: string[] = []) => [...files, file],
    )
    .hook('preAction', async (_, called) => {
      const { use = [] } = called.opts<{ use?: string[] }>();
      if (use.length === 0) return;
      const [{ bringModule }, { formatRegistry }] = await Promise.all([
        import('../engine/index.ts'),
        import('../report/index.ts'),
      ]);
      for (const file of use) await bringModule(file, { cwd: process.cwd(), formats: formatRegistry });
    });
}

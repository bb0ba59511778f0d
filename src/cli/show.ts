import type { ControlReading } from '../contracts/index.ts';
import {
  conditionOf,
  controlSet,
  machineClock,
  type RunListener,
  type RunState,
  readControls,
  type ScoredRun,
} from '../engine/index.ts';
import {
  controlTables,
  createProgress,
  formatRegistry,
  render,
  reportPage,
  reportTables,
  type Table,
  taskLabel,
} from '../report/index.ts';
import { plural } from '../util/index.ts';
import { printJson } from './output.ts';

/** Tables on stdout, as wide as the terminal. */
export function printTables(tables: Table[], format = 'terminal'): void {
  const { columns, isTTY } = process.stdout;
  const color = isTTY === true && process.env.NO_COLOR === undefined;
  process.stdout.write(render(tables, format, { width: columns ?? 160, color }));
}

/** What `--format` takes; those that `--use` brings come on top. */
export function formatHelp(...others: string[]): string {
  return `how it looks: ${[...formatRegistry.all().map(({ id }) => id), ...others].join(', ')}`;
}

/** What runs came to, for a terminal. */
export function tablesOf(runs: readonly ScoredRun[], { breakdowns = false } = {}): Table[] {
  const summaries = runs.map(({ folder, summary }) => ({ run: folder, summary }));
  return reportPage(reportTables(summaries, { breakdowns }), [], 'terminal');
}

/** What runs show together that differ in nothing but their condition; nothing where there are no such runs. */
export function controlsOf(runs: readonly ScoredRun[]): { title: string; reading: ControlReading }[] {
  const sets = Map.groupBy(runs, ({ benchmark, run }) => controlSet(benchmark, run.spec));
  return [...sets].flatMap(([set, [first, ...others]]) => {
    const all = first ? [first, ...others] : [];
    const conditions = new Set(all.map(({ benchmark, run }) => conditionOf(benchmark, run.spec)));
    if (!first || set === undefined || conditions.size < 2) return [];
    const { benchmark, run, summary } = first;
    const reading = readControls(
      benchmark,
      all.map(({ run: { spec }, units }) => ({ spec, units })),
    );
    return [{ title: `${run.spec.model.id} on ${taskLabel(summary)}`, reading }];
  });
}

/** The same as tables. */
export function controlTablesOf(runs: readonly ScoredRun[]): Table[] {
  return controlsOf(runs).flatMap(({ title, reading }) => controlTables(title, reading));
}

/** A live line on stderr, or plain lines where that is no terminal. */
export function openProgress() {
  return createProgress({
    stream: process.stderr,
    isTTY: process.stderr.isTTY === true,
    color: process.stderr.isTTY === true && process.env.NO_COLOR === undefined,
    columns: () => process.stderr.columns ?? 100,
    now: machineClock.now,
  });
}

/** What a person wants to know besides how far it is: why it waits, what went wrong last, what is done before the first answer. */
function noteOf({ done, outcomes, waitingMs, trouble, doing, newestError, endpoints }: RunState): string | undefined {
  if (waitingMs > 0) return `the server wants silence for ${Math.ceil(waitingMs / 1000)} s`;
  if (trouble !== undefined) return trouble;
  if (doing !== undefined) return doing;
  const errors = (outcomes.provider_error ?? 0) + (outcomes.sim_error ?? 0);
  if (errors > 0 && newestError !== undefined) return `last error: ${newestError}`;
  if (done === 0)
    return endpoints ? 'waiting for the servers’ first answers' : 'making questions, waiting for the first answer';
  return undefined;
}

/** Shows a run while it works: a live line or plain lines on stderr, and `launch` for machines. */
export function progressListener(
  json: boolean,
  { stop, quiet }: { stop?: string; quiet?: boolean } = {},
): { listener: RunListener; end(): void } {
  const progress = openProgress();
  let latest: RunState | undefined;
  let begun = false;
  const show = () => {
    if (!begun) {
      const note = 'opening the benchmark and the contestant';
      progress.update({ done: 0, total: 0, note, ...(stop === undefined ? {} : { stop }) });
    }
    if (!latest) return;
    const { done, total, outcomes, cost, concurrency, usage } = latest;
    const used = usage.inputTokens + usage.outputTokens;
    const note = noteOf(latest);
    progress.update({
      done,
      total,
      outcomes,
      concurrency,
      ...(stop === undefined ? {} : { stop }),
      // Policies and scripts use neither tokens nor money.
      ...(used > 0 ? { tokens: used } : {}),
      ...(cost === 0 ? {} : { cost }),
      ...(note === undefined ? {} : { note }),
    });
  };
  // Also when nothing ends: a slow server should not look like a dead program.
  const timer = setInterval(show, 1000).unref();
  return {
    listener: {
      launch: (run, { spec, units }, state) => {
        const { benchmark, model, protocol, protocolHash } = spec;
        // Keys are sent to this address, so it is always shown.
        const { baseUrl: endpoint } = model.settings;
        const { endpoints = typeof endpoint === 'string' ? [endpoint] : [] } = state;
        const at = endpoints.length > 0 ? ` at ${endpoints.join(', ')}` : '';
        if (json) {
          printJson({
            event: 'launch',
            run,
            benchmark,
            model: model.id,
            ...(state.endpoints ? { endpoints } : at ? { endpoint } : {}),
            protocol: { id: protocol.id, hash: protocolHash },
            units,
            done: state.done,
          });
        }
        const resumed = state.done > 0 ? `, ${state.done} of them answered before` : '';
        // A story tells them itself.
        if (!quiet)
          progress.message(
            `${benchmark} · ${model.id}${at} · ${protocol.id} #${protocolHash.slice(0, 8)} · ${plural(units, 'unit')}${resumed} · ${run}`,
          );
        latest = state;
        begun = true;
        show();
      },
      restored: (files) => progress.message(`lost from the run folder, written again: ${plural(files, 'file')}`),
      halting: (_why, message) => progress.message(`nothing more is asked: ${message}`),
      warning: (text) => progress.message(`warning: ${text}`),
      progress: show,
    },
    end: () => {
      clearInterval(timer);
      latest = undefined;
      progress.done();
    },
  };
}

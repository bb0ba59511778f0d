import type { Summary } from '../contracts/index.ts';
import { demand } from '../util/index.ts';
import { percent, protocolLabel } from './format.ts';
import { limitsOf } from './metric-cells.ts';
import { oneLine } from './plain-text.ts';

/** Whether a run reaches what is demanded of it. `unmeasured`: the run cannot tell, which must not pass for success. */
export interface GateVerdict {
  run: string;
  summary: Summary;
  result: 'passed' | 'failed' | 'unmeasured';
  why: string;
}

/**
 * A run fails when its whole interval lies below the demanded value: then it is worse by more than chance explains.
 * Units that were not asked, or that errors left open, may hide anything; such a run passes only if it would with all of
 * them wrong.
 * @example judgeGate({ run: 'runs/a', summary, demanded: 0.6 }).result // 'failed'
 */
export function judgeGate({
  run,
  summary,
  demanded,
}: {
  run: string;
  summary: Summary;
  demanded: number;
}): GateVerdict {
  const [headline] = summary.metrics;
  const verdict = (result: GateVerdict['result'], why: string) => ({ run, summary, result, why });
  const asked = percent(demanded);
  if (!headline || headline.value === null) return verdict('unmeasured', 'no unit has a score');
  const limits = limitsOf(headline);
  const score = `${headline.name} ${percent(headline.value)}`;
  if (limits && limits.high < demanded) {
    return verdict('failed', `${score}: the interval ends at ${percent(limits.high)}, below the ${asked} demanded`);
  }
  if (summary.missing > 0)
    return verdict('unmeasured', `${score}, but ${summary.missing} of ${summary.units} units are not asked yet`);
  const { errors, worst } = headline;
  if (errors && worst === undefined)
    return verdict('unmeasured', `${score}, but nobody knows what it would be with all ${errors} errors wrong`);
  if (worst !== undefined && worst < demanded) {
    return verdict(
      'unmeasured',
      `${score}, but with all ${errors} errors wrong it would be ${percent(worst)}, below the ${asked} demanded`,
    );
  }
  return verdict('passed', `${score} is not shown to be below ${asked}`);
}

/** JUnit's XML, as CI systems read it: a suite per run, a failure or an error where it does not pass. */
export function junitOf(verdicts: readonly GateVerdict[]): string {
  const suites = verdicts.map(({ run, summary, result, why }) => {
    const name = attribute(
      `${summary.benchmark} · ${summary.model ?? summary.policy} · ${protocolLabel(summary.protocol)}`,
    );
    const seconds = summary.seconds.toFixed(3);
    const outcome =
      result === 'passed'
        ? `<system-out>${attribute(why)}</system-out>`
        : `<${result === 'failed' ? 'failure' : 'error'} message="${attribute(why)}"/>`;
    return [
      `  <testsuite name="${attribute(run)}" tests="1" failures="${result === 'failed' ? 1 : 0}" errors="${result === 'unmeasured' ? 1 : 0}" time="${seconds}">`,
      `    <testcase classname="${attribute(run)}" name="${name}" time="${seconds}">${outcome}</testcase>`,
      '  </testsuite>',
    ].join('\n');
  });
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...suites, '</testsuites>', ''].join('\n');
}

/** Names of runs and models are anybody's text. */
function attribute(text: string): string {
  const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
  return oneLine(text)
    .replace(/[\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (mark) => demand(marks, mark));
}

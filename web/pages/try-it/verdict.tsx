import type { TableState } from './use-table.ts';

/** What came of it: which block was taken, and whether it is the one that was meant. @param isShown the arms have come to rest on the screen, too */
export function Verdict({ state, isShown }: { state: TableState; isShown: boolean }) {
  const { phase, failure } = state;
  if (failure !== undefined)
    return (
      <p className="try-verdict is-miss" role="alert">
        {failure}
      </p>
    );
  const said = isShown ? verdictOf(state) : undefined;
  return (
    <p className={`try-verdict ${said?.kind ?? 'muted'}`} role="status">
      {said?.text ??
        { laying: 'Laying the table …', ready: 'Type what it should do.', acting: 'Acting …', over: 'Acting …' }[phase]}
    </p>
  );
}

/** @internal exported for its test */
export function verdictOf({
  episode,
  told,
}: Pick<TableState, 'episode' | 'told'>): { kind: string; text: string } | undefined {
  if (!episode || !told) return undefined;
  const { target } = told;
  const taken = episode.events.find(({ what }) => what === 'pick')?.block ?? episode.placed;
  const wanted = target === undefined ? 'The words name no single block of this table.' : `Block ${target} was meant.`;
  if (taken === null)
    return { kind: target === undefined ? 'muted' : 'is-miss', text: `✕ It took no block. ${wanted}` };
  const where =
    episode.placed === taken ? ' and put it into the grey zone' : ', and did not bring it into the grey zone';
  if (target === undefined) return { kind: 'muted', text: `It took block ${taken}${where}. ${wanted}` };
  if (target !== taken) return { kind: 'is-miss', text: `✕ It took block ${taken}${where}. ${wanted}` };
  return { kind: 'is-hit', text: `✓ It took block ${taken}, which was meant,${where.replace(/^,/, '')}.` };
}

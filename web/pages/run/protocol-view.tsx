import type { ReactNode } from 'react';
import type { Protocol } from '../../../src/contracts/index.ts';
import { Section } from '../../parts/section.tsx';
import { recipeOf } from '../../rescore/recipe.ts';
import { benchmarkOf } from '../../rescore/use-scored.ts';
import type { Query } from '../../shell/route.ts';
import type { RunHead } from '../../source/index.ts';

/** The whole recipe of the number, and everything else that decides it. */
export function ProtocolView({ head, query }: { head: RunHead; query: Query }) {
  const { spec, versions, price } = head.run;
  const recipe = recipeOf(spec.protocol, benchmarkOf(head), query);
  return (
    <div className="overview">
      <Section title="Protocol it was asked under" about={spec.protocol.about}>
        <Recipe protocol={spec.protocol} hash={spec.protocolHash} />
      </Section>
      {recipe !== spec.protocol && (
        <Section title="Protocol it is scored under here" about={recipe.about}>
          <Recipe protocol={recipe} />
        </Section>
      )}
      <Section title="Benchmark and contestant">
        <Facts
          facts={[
            ['folder', <code key="folder">{head.folder}</code>],
            ['benchmark', `${spec.benchmark} ${words(spec.args)}`],
            ['data', spec.data.source],
            ['data sha256', <code key="sha">{spec.data.sha256}</code>],
            ['model', spec.model.id],
            ['settings', <code key="settings">{JSON.stringify(spec.model.settings)}</code>],
            ['which samples', JSON.stringify(spec.select) === '{}' ? 'all' : JSON.stringify(spec.select)],
            ['repetitions', String(spec.epochs)],
            ['seed', String(spec.seed)],
            [
              'price',
              price ? `$${price.input} in, $${price.output} out per million tokens (${price.note})` : 'unknown',
            ],
            ['made', head.run.createdAt],
            ['versions', words(versions)],
          ]}
        />
      </Section>
    </div>
  );
}

function Recipe({ protocol, hash }: { protocol: Protocol; hash?: string }) {
  const { id, system, prompt, video, decoding, act, extractor, scorer, aggregate, askAgain } = protocol;
  return (
    <>
      <Facts
        facts={[
          ['name', id],
          ...(hash === undefined ? [] : [['hash', <code key="hash">{hash}</code>] as [string, ReactNode]]),
          ...(system === undefined ? [] : [['system', <pre key="system">{system}</pre>] as [string, ReactNode]]),
          [
            'prompt',
            <ol key="prompt" className="prompt">
              {prompt.map((part) => (
                <li key={JSON.stringify(part)}>
                  {'media' in part ? (
                    <span className="muted">{`every picture or clip${part.label ? `, each after “${part.label}”` : ''}`}</span>
                  ) : (
                    <pre>{'text' in part ? part.text : part.interleaved}</pre>
                  )}
                </li>
              ))}
            </ol>,
          ],
          ...(video ? [['clips', `${video.rule} ${video.value}`] as [string, ReactNode]] : []),
          ['decoding', Object.keys(decoding).length > 0 ? words(decoding) : 'the server’s defaults'],
          ...(act ? [['acted by', act] as [string, ReactNode]] : []),
          ['extractor', extractor],
          ['scorer', scorer],
          ['aggregate', aggregate],
          ['asked again while unreadable', `${askAgain} times`],
        ]}
      />
      <details>
        <summary>As stored</summary>
        <pre className="printed">{JSON.stringify(protocol, null, 2)}</pre>
      </details>
    </>
  );
}

function Facts({ facts }: { facts: [name: string, value: ReactNode][] }) {
  return (
    <dl className="recipe">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function words(values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

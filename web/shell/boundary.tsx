import { Component, type ReactNode } from 'react';
import { messageOf, SextantError } from '../../src/contracts/index.ts';

interface Props {
  children: ReactNode;
  /** Another value means another page: what went wrong on the last one is forgotten. */
  at: string;
}

/** One page that fails must not take the others with it. */
export class Boundary extends Component<Props, { error: unknown; at: string }> {
  override state = { error: undefined, at: this.props.at };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  static getDerivedStateFromProps({ at }: Props, state: { at: string }) {
    return at === state.at ? null : { error: undefined, at };
  }

  override render() {
    return this.state.error === undefined ? this.props.children : <Problem error={this.state.error} />;
  }
}

/** What went wrong, where, and what to do about it. */
export function Problem({ error }: { error: unknown }) {
  const { where, fix, code } =
    error instanceof SextantError ? error : { where: undefined, fix: undefined, code: undefined };
  return (
    <section className="panel problem" role="alert">
      <h2>This cannot be shown</h2>
      <p>{messageOf(error)}</p>
      {where && <p className="muted">{where}</p>}
      {fix && <p>{fix}</p>}
      <p className="row">
        <a className="button" href="#/">
          All runs
        </a>
        {code && <code className="muted">{code}</code>}
      </p>
    </section>
  );
}

export function NoSuchRun() {
  return <Problem error={new Error('There is no such run here; it may have been moved or deleted.')} />;
}

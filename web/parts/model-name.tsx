import { Fragment } from 'react';

/** A model's name, which is broken after a slash rather than within a word. */
export function ModelName({ id }: { id: string }) {
  return id.split('/').map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
    <Fragment key={at}>
      {at > 0 && (
        <>
          /<wbr />
        </>
      )}
      {part}
    </Fragment>
  ));
}

/**
 * What a heading is called in an address, as GitHub does it.
 * @internal exported for its test
 */
export function anchorOf(heading: string): string {
  const text = heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase();
  return text.replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-');
}

/** Names the headings of one page: a second one of the same name has `-1` behind it. */
export function anchorNames(): (heading: string) => string {
  const taken = new Set<string>();
  return (heading) => {
    const anchor = anchorOf(heading);
    let name = anchor;
    for (let i = 1; taken.has(name); i++) name = `${anchor}-${i}`;
    taken.add(name);
    return name;
  };
}

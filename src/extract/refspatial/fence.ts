/**
 * What stands in the first ``` fence, for `` re.search('```TAG(.*?)```', text, re.DOTALL) ``, where `tag` is sticky.
 * A closing fence opens the next one if it can: Python looks at the text, not at Markdown.
 */
export function firstFence(text: string, tag: RegExp): string | undefined {
  for (let fence = text.indexOf('```'); fence !== -1; fence = text.indexOf('```', fence + 1)) {
    tag.lastIndex = fence + 3;
    if (!tag.test(text)) continue;
    const end = text.indexOf('```', tag.lastIndex);
    // Nothing closes this one, so nothing closes a later one.
    return end === -1 ? undefined : text.slice(tag.lastIndex, end);
  }
  return undefined;
}

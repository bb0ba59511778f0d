const other: Readonly<Record<string, string>> = {
  left: 'right',
  right: 'left',
  leftmost: 'rightmost',
  rightmost: 'leftmost',
};

/** What a mirrored picture shows otherwise, or what a mirror changes and words do not tell: letters, clocks, winds, the traffic's side. */
const UNSAFE =
  /["“”]|(?<![A-Za-z])['‘][A-Za-z]|\b(words?|letters?|numbers?|digits?|texts?|written|reads|reading|says|saying|labell?ed|clock\w*|o['’]clock|counter-?clockwise|north\w*|south\w*|east\w*|west\w*|driver['’]?s|passenger['’]?s|mirror\w*|\w+-handed)\b/i;

/** Before a side: words after which "left" and "right" can only be sides. */
const BEFORE =
  /(\b(the|from|to|on|its|his|her|their|your|my|own|far|upper|lower|top|bottom|front|back|rear|facing|towards?|second|third)|['’]s)\s+$/i;
const AFTER = /^(-?\s*(of|hand|side|half|part|edge|corner|end|bank)\b|\s+to\b)/i;
/** "right next to", "right behind", "left behind": no sides. */
const ADVERB =
  /^\s+(next|in (front|between|the middle)|behind|above|below|under|underneath|beneath|beside|between|near|at|up|down|angle|now|here|there|over|open|alone|free|empty|by)\b/i;

/**
 * The words of a mirrored picture: left and right exchanged. Undefined where they cannot be exchanged safely.
 * @example mirroredWords('the cup to the left of the door') // 'the cup to the right of the door'
 */
export function mirroredWords(text: string): string | undefined {
  if (UNSAFE.test(text)) return undefined;
  let isSafe = true;
  const mirrored = text.replace(/\b(left|right)(most)?\b/gi, (found, ...rest) => {
    const place = Number(rest.at(-2));
    const [before, after] = [text.slice(0, place), text.slice(place + found.length)];
    const isSide = /most$/i.test(found) || BEFORE.test(before) || AFTER.test(after);
    // "on the right in front of": whether it is a side or an adverb, nobody can tell.
    if (!isSide || ADVERB.test(after)) isSafe = false;
    const now = other[found.toLowerCase()] ?? found;
    return /^[A-Z]/.test(found) ? now.charAt(0).toUpperCase() + now.slice(1) : now;
  });
  return isSafe ? mirrored : undefined;
}

/** Text in the picture, which a mirror makes unreadable, and things that it turns into others: dials, flags, the side of a driver. */
const UNSAFE = [
  /["“”„«»‹›`]|(?<![A-Za-z])['‘][A-Za-z]/,
  /\b(words?|letters?|numbers?|numeric\w*|digits?|texts?|titles?|captions?|alphabet\w*|writ\w*|reads|reading|say(s|ing)|spell\w*|print\w*|labell?ed|named)\b/i,
  /\b(\w*clock\w*|(hour|minute|second) hand|(half|quarter) past|dials?|gauges?|compass\w*|mirror\w*|flags?|\w*handed\w*)\b/i,
  /\b(north|south|east|west)\w*|\b(port ?side|starboard|near ?side|off ?side|(wrong|correct) side|stage (left|right))\b/i,
  /\b(driver|passenger)(['’]?s\b|\s+(side|seat|door|window)\b)/i,
  // Numbers that are no ordinals, capitals that are no known abbreviation: what is written on something.
  /\d(?!\d*(st|nd|rd|th)\b)|\b(?!(TV|SUV|RV|PC|LED|LCD|USB|HDMI|CD|DVD|ATM|AC)s?\b)[A-Z]{2,}/,
  // A single capital, but for "A" at the beginning and for what looks the same in a mirror: T-shirt, L-shaped.
  /(?<![\w.'’-])(?!I\b|[AHLMOTUVWXY]-)[A-Z](?![\w'’])(?<!(^|[.?!]\s+)A)/,
  /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u,
];

const ORDINAL = '\\b(first|second|third|fou?rth|fifth|sixth|seventh|eighth|ninth|tenth|last|\\d+(st|nd|rd|th))\\b';
const COUNTED = new RegExp(ORDINAL, 'i');
/** Counted from somewhere that is told, or by distance or height; "the second bottle on the shelf" goes by the eye that reads. */
const COUNTED_FROM = new RegExp(
  `${ORDINAL}\\s+(\\w+[eo]st|rows?|shel(f|ves)|levels?|floors?|layers?|tiers?|drawers?|steps?)\\b|\\b(from|ahead|above|below|behind|at the (back|front)|to (the )?(left|right))\\b`,
  'i',
);

/** Words that have "left" or "right" in them and no side. */
const HARMLESS = /^(bright\w*|upright\w*|fright\w*|copyright\w*|leftovers?)$/i;

/** Before a side: words after which "left" and "right" can only be sides. */
const BEFORE =
  /(\b(the|from|to|on|its|his|her|their|your|my|own|far|upper|lower|top|bottom|front|back|rear|facing|towards?|second|third)|['’]s)\s+$/i;
const CORNER = /\b(top|bottom|upper|lower|front|back|rear|far|near)-$/i;
const AFTER = /^(-?\s*(of|hand|side|half|part|edge|corner|end|bank)\b|\s+to\s+(the\s+)?(left|right)\b)/i;

/** "Right next to", "left behind", "the right size", "right of way", "what is left of it", "a right to": no sides. */
const ADVERB =
  /^\s+(next|in (front|between|the middle)|behind|above|below|under|underneath|beneath|beside|between|near|at|up|down|now|here|there|over|open|alone|free|empty|by|before|after|into|onto|through|across|along|against|towards?|away|around|past|un\w+ed)\b/i;
const CORRECT =
  /^\s+(one|answer|choice|tool|way|size|amount|number|place|spot|position|time|moment|order|thing|fit|kind|type|shape|colou?r|height|distance|direction)\b/i;
const OTHER_SENSE =
  /^([\s-]+(angle|triangle|luggage|of (way|access)\b|side (up|out)\b)|-of-|-(?!(hand|side|most|facing|pointing)\b)|\s+to\b(?!\s+(the\s+)?(left|right)\b))/i;
const REMAINS =
  /\b(what|all|anything|nothing|everything|little|much|one|some|pieces?|parts?|rest|seats?)(['’]s|\s+(that\s+)?(is|are|was|were))?\s+$/i;

/**
 * The words of a mirrored picture: left and right exchanged. Undefined where they cannot be exchanged safely.
 * @example mirroredWords('the cup to the left of the door') // 'the cup to the right of the door'
 */
export function mirroredWords(text: string): string | undefined {
  if (UNSAFE.some((pattern) => pattern.test(text))) return undefined;
  if (COUNTED.test(text) && !COUNTED_FROM.test(text)) return undefined;
  let isSafe = true;
  const mirrored = text.replace(/\w*(?:left|right)\w*/gi, (found, place: number) => {
    if (HARMLESS.test(found)) return found;
    const [before, after] = [text.slice(0, place), text.slice(place + found.length)];
    if (!isSide(found, before, after)) isSafe = false;
    return exchanged(found);
  });
  return isSafe ? mirrored : undefined;
}

function isSide(found: string, before: string, after: string): boolean {
  // A name, as in "the Left Bank".
  if (/^[A-Z]/.test(found) && /^\s+[A-Z]/.test(after)) return false;
  if (/^(left|right)(most|wards?)$/i.test(found)) return true;
  if (!/^(left|right)$/i.test(found)) return false;
  if (before.endsWith('-') && !CORNER.test(before)) return false;
  // "On the right in front of": whether it is a side or an adverb, nobody can tell.
  if ([ADVERB, CORRECT, OTHER_SENSE].some((sense) => sense.test(after))) return false;
  if (/^\s+of\b/i.test(after) && REMAINS.test(before)) return false;
  return BEFORE.test(before) || AFTER.test(after);
}

function exchanged(found: string): string {
  const [, side = '', ending = ''] = /^(left|right)(\w*)$/i.exec(found) ?? [];
  const now = side.toLowerCase() === 'left' ? 'right' : 'left';
  return (/^[A-Z]/.test(side) ? now.charAt(0).toUpperCase() + now.slice(1) : now) + ending;
}

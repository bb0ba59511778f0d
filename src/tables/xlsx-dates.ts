import { xmlTokens } from './xml.ts';

/** Number formats of Excel's own that show a date or a time. */
function isBuiltIn(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
}

/** Which styles of a workbook (the `s` of a cell) show numbers as dates. */
export function dateStyles(styles: string): Set<number> {
  const custom = new Set<number>();
  const dates = new Set<number>();
  let style = 0;
  let inCells = false;
  for (const token of xmlTokens(styles)) {
    if ('close' in token && token.close === 'cellXfs') inCells = false;
    if (!('open' in token)) continue;
    const { open, attributes } = token;
    const id = Number(attributes.numFmtId);
    if (open === 'numFmt' && showsDate(attributes.formatCode ?? '')) custom.add(id);
    if (open === 'cellXfs') inCells = true;
    if (open === 'xf' && inCells) {
      if (isBuiltIn(id) || custom.has(id)) dates.add(style);
      style += 1;
    }
  }
  return dates;
}

function showsDate(format: string): boolean {
  // Texts in quotes, escaped characters and colours or locales in brackets are no date parts.
  const bare = format.replace(/"[^"]*"|\\.|_.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  return /[dmhysDMHYS]/.test(bare);
}

/** A date as Python prints it: `2024-01-02 00:00:00`. */
export function dateText(serial: number, from1904: boolean): string {
  const days = serial - (from1904 ? 24107 : serial < 60 ? 25568 : 25569);
  const time = new Date(Math.round(days * 86_400_000));
  if (Number.isNaN(time.getTime())) throw new RangeError(`${serial} is not a date`);
  return time.toISOString().slice(0, 19).replace('T', ' ');
}

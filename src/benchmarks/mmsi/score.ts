import type { Extraction, Score, Scorer } from '../../contracts/index.ts';
import { mmsiEasi, pythonStrip as strip } from '../../extract/index.ts';
import type { MmsiSample } from './sample.ts';

type Rule = (given: string | null, sample: MmsiSample) => boolean;

/** The authors' comparison, which lmms-eval shares: in lower case, with the first character of what was read. */
const letter: Rule = (given, { answer }) => given !== null && lowered(answer) === lowered(given).charAt(0);

/** In the circular codes nothing is changed before comparing. `Z`, a refusal, is a wrong letter. */
const exact: Rule = (given, { answer }) => given === answer;

/** EASI reads the right answer as it reads the reply. Where neither can be read, False equals False: a hit. */
const easi: Rule = (given, { answer }) => given === letterOf(mmsiEasi.extract(strip(answer), {}));

export const scorers = { letter: scorer(letter), exact: scorer(exact), easi: scorer(easi) } as const;

function scorer(rule: Rule): Scorer<MmsiSample> {
  return {
    score(sample, extraction): Score {
      const given = letterOf(extraction);
      const { answer: gold, label, media } = sample;
      const images = media.length;
      return {
        value: rule(given, sample) ? 1 : 0,
        note: `gold ${gold}, ${given === null ? 'none given' : `given ${given}`}`,
        facts: given === null ? { gold, images, label } : { gold, letter: given, images, label },
      };
    },
  };
}

function letterOf(extraction: Extraction): string | null {
  return 'answer' in extraction && extraction.answer !== null ? String(extraction.answer) : null;
}

function lowered(text: string): string {
  return strip(text.toLowerCase().replaceAll('\n', ' '));
}

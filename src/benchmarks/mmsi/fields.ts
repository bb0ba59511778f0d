import type { Fields } from '../../contracts/index.ts';
import { pythonStrip as strip } from '../../extract/index.ts';
import type { MmsiSample } from './sample.ts';

/** What the prompts are filled with: each recipe lists options in its own way. */
export function fields({ question, stem, choices, hint }: MmsiSample): Fields {
  const options = Object.entries(choices);
  const lines = options.map(([letter, text]) => `${letter}. ${text}\n`).join('');
  return {
    question,
    trimmed: strip(question),
    stem,
    hint: hint === undefined ? '' : `Hint: ${hint}\n`,
    // The comma behind the last option is EASI's.
    inline: options.length === 0 ? '' : `Options: ${options.map(([letter, text]) => `${letter}: ${text}, `).join('')}`,
    lines,
    // VLMEvalKit's Qwen2-VL looks at all that it has put together so far.
    qwenRequest: /[\u4e00-\u9fff]/.test(`${hint ?? ''}${stem}${lines}`)
      ? '请直接回答选项字母。'
      : 'Please select the correct answer from the options above.',
  };
}

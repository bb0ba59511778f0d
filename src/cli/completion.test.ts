import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder, sextant } from './testing/sextant.ts';

/** How each shell is asked what it would offer after these words; the last one is being typed. */
const shells: Record<string, (script: string, words: string[]) => string> = {
  bash: (script, words) =>
    `source ${script}; COMP_WORDS=(${quoted(words)}); COMP_CWORD=${words.length - 1}; _sextant; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: (script, words) =>
    `compdef() { }; source ${script}; _files() { }; compadd() { print -l -- "\${@[\${@[(i)--]}+1,-1]}" }; words=(${quoted(words)}); CURRENT=${words.length}; _sextant`,
  fish: (script, words) => `source ${script}; complete -C '${words.join(' ')}'`,
};

const quoted = (words: string[]) => words.map((word) => `'${word}'`).join(' ');
const isHere = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0;

test.each(Object.keys(shells).filter(isHere))('%s completes verbs, options, and names of things', async (shell) => {
  const cwd = newFolder();
  const { stdout, code, stderr } = await sextant({ cwd }, 'completion', shell);
  expect([code, stderr]).toEqual([0, '']);
  const script = join(cwd, 'completion');
  writeFileSync(script, stdout);
  const offered = (...words: string[]) => {
    const { stdout, stderr } = spawnSync(shell, ['-c', shells[shell]?.(script, ['sextant', ...words]) ?? ''], { cwd });
    expect(String(stderr)).toBe('');
    return String(stdout).trim().split('\n');
  };
  expect(offered('')).toEqual(expect.arrayContaining(['run', 'report', 'rsb', 'data']));
  expect(offered('data', 'p')).toEqual(expect.arrayContaining(['pull', 'path', 'pack']));
  expect(offered('run', '')).toEqual(expect.arrayContaining(['tiny', 'mmsi', 'easi-8']));
  expect(offered('run', 'tiny', '--pro')).toContain('--protocol');
  expect(offered('run', 'tiny', '--model', '')).toEqual(expect.arrayContaining(['baseline/random', 'openai/']));
  expect(offered('report', 'runs/a', '--format', '')).toEqual(expect.arrayContaining(['latex', 'html', 'junit']));
  expect(offered('export', 'runs/a', '--to', '')).toEqual(expect.arrayContaining(['inspect', 'roborefer-jsonl']));
  expect(offered('score', '--from', '')).toEqual(expect.arrayContaining(['inspect', 'jsonl']));
  expect(offered('rsb', 'questions', 'a')).toContain('audit');
});

/** Types into an interactive zsh, presses Tab, then Enter; `sextant` there says what it was called with. */
const ZSH = `
zmodload zsh/zpty
zpty shell env TERM=dumb ZDOTDIR=/nowhere zsh -f -i
zpty -w shell 'fpath=($PWD $fpath); autoload -Uz compinit; compinit -D -u'
zpty -w shell 'sextant() { print -r -- "called" "with $@." }'
zpty -n -w shell $'sextant data pu\\trunning\\n'
zpty -r shell seen '*called with data*.*'; print -r -- $seen
zpty -n -w shell $'sextant run tiny --model opena\\tgpt\\n'
zpty -r shell seen '*called with run*.*'; print -r -- $seen
`;

test.runIf(isHere('zsh'))(
  'a real zsh completes what is typed, and puts no space behind a name that goes on',
  async () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, '_sextant'), (await sextant({ cwd }, 'completion', 'zsh')).stdout);
    const { stdout, stderr } = spawnSync('zsh', ['-f', '-c', ZSH], { cwd });
    expect(String(stderr)).toBe('');
    expect(String(stdout)).toContain('called with data pull running.');
    expect(String(stdout)).toContain('called with run tiny --model openai/gpt.');
  },
);

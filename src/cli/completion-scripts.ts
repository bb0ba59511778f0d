import type { VerbWords } from './completion.ts';

// One script per shell. Each finds the verb that the line has so far, then what may follow its last option, then what may stand there.

/** In single quotes, which all three shells leave alone. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const all = (words: readonly string[]) => words.map(quoted).join(' ');

/** Verbs below the tool itself, each as a pattern. */
const paths = (verbs: readonly VerbWords[]) => verbs.flatMap(({ path }) => (path === '' ? [] : [quoted(path)]));

const followers = (verbs: readonly VerbWords[]) =>
  verbs.flatMap(({ path, values }) =>
    Object.entries(values).map(([option, words]) => ({ at: quoted(`${path}:${option}`), words })),
  );

export const shellScripts: Readonly<Record<string, (verbs: readonly VerbWords[]) => string>> = {
  bash: (verbs) => `# bash completion for sextant, made by \`sextant completion bash\`
_sextant() {
  local cur=\${COMP_WORDS[COMP_CWORD]} at= word list=
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${at:+$at }$word" in
      ${paths(verbs).join('|')}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at:\${COMP_WORDS[COMP_CWORD-1]}" in
${followers(verbs)
  .map(({ at, words }) => `    ${at}) list=${quoted(words.join(' '))} ;;`)
  .join('\n')}
  esac
  [ -n "$list" ] || case "$at" in
${verbs.map(({ path, words }) => `    ${quoted(path)}) list=${quoted(words.join(' '))} ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$list" -- "$cur"))
  # A name that ends in a slash goes on. The shell of macOS is too old for this.
  case "\${COMPREPLY[0]}" in */) compopt -o nospace 2>/dev/null ;; esac
}
complete -o default -F _sextant sextant
`,
  zsh: (verbs) => `#compdef sextant
# zsh completion for sextant, made by \`sextant completion zsh\`
_sextant() {
  local at= word
  local -a list
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${at:+$at }$word" in
      ${paths(verbs).join('|')}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at:\${words[CURRENT-1]}" in
${followers(verbs)
  .map(({ at, words }) => `    ${at}) list=(${all(words)}) ;;`)
  .join('\n')}
  esac
  (( \${#list} )) || case "$at" in
${verbs.map(({ path, words }) => `    ${quoted(path)}) list=(${all(words)}) ;;`).join('\n')}
  esac
  # A name that ends in a slash goes on.
  compadd -S '' -- \${(M)list:#*/}
  compadd -- \${list:#*/}
  _files
}
if [ "$funcstack[1]" = "_sextant" ]; then _sextant "$@"; else compdef _sextant sextant; fi
`,
  fish: (verbs) => `# fish completion for sextant, made by \`sextant completion fish\`
function __sextant_list
  set -l words (commandline -opc)
  set -l at ''
  for word in $words[2..-1]
    set -l next (string trim -- "$at $word")
    switch $next
      case ${paths(verbs).join(' ')}
        set at $next
    end
  end
  switch "$at:$words[-1]"
${followers(verbs)
  .map(({ at, words }) => `    case ${at}\n      printf '%s\\n' ${all(words)}\n      return`)
  .join('\n')}
  end
  switch "$at"
${verbs.map(({ path, words }) => `    case ${quoted(path)}\n      printf '%s\\n' ${all(words)}`).join('\n')}
  end
end
complete -c sextant -a '(__sextant_list)'
`,
};

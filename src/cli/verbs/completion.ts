import { Argument, Command } from 'commander';

/** Each shell asks the command itself for completions, so they are always complete. */
const scripts = {
  bash: `_filemill() {
  local IFS=$'\\n'
  COMPREPLY=($(filemill complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -o nosort -F _filemill filemill
`,
  zsh: `#compdef filemill
_filemill() {
  local -a found
  found=("\${(@f)$(filemill complete -- "\${words[@]:1:$((CURRENT-1))}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -- $found; else _files; fi
}
if [[ "$funcstack[1]" = _filemill ]]; then _filemill "$@"; else compdef _filemill filemill; fi
`,
  fish: `function __filemill_complete
  set -l words (commandline -opc) (commandline -ct)
  set -g __filemill_found (filemill complete -- $words[2..-1] 2>/dev/null)
  test -n "$__filemill_found"
end
complete -c filemill -n __filemill_complete -f -a '$__filemill_found'
`,
};

export const makeCompletionCommand = (): Command =>
  new Command('completion')
    .addArgument(new Argument('<shell>').choices(Object.keys(scripts)))
    .addHelpText(
      'after',
      `
  bash: filemill completion bash > ~/.local/share/bash-completion/completions/filemill
  zsh:  filemill completion zsh > "\${fpath[1]}/_filemill"
  fish: filemill completion fish > ~/.config/fish/completions/filemill.fish`,
    )
    .action((shell: keyof typeof scripts) => void process.stdout.write(scripts[shell]));

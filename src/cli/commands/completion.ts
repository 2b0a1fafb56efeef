import { flagName, settingKeys } from '../../config/settings.ts';
import { type Command, defineCommand, type NamedCommand } from '../command.ts';
import { UsageError } from '../usage-error.ts';

export const command = defineCommand({
  about: 'Prints a script that completes the commands and their flags in a shell.',
  usage: 'bash | zsh | fish',
  maxWords: 1,
  example: 'itemtape completion bash > ~/.local/share/bash-completion/completions/itemtape',
  flags: {},
  run: async ({ positionals, out, allCommands }) => {
    const [shell = ''] = positionals;
    const write = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
    if (write === undefined) {
      const problem = shell === '' ? 'name a shell' : `"${shell}" is not a supported shell`;
      throw new UsageError(`${problem}; supported shells are ${Object.keys(shells).join(', ')}`);
    }
    out(write(await allCommands()));
    return 0;
  },
});

const sharedFlags = ['help', 'config', ...settingKeys.map(flagName)];

const flagsOf = ({ flags }: Command): string[] => [...Object.keys(flags), ...sharedFlags].map((flag) => `--${flag}`);

const names = (all: readonly NamedCommand[]): string => all.map(({ name }) => name).join(' ');

const bash = (all: readonly NamedCommand[]): string => `_itemtape() {
  local word="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names(all)} help" -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
    help) COMPREPLY=($(compgen -W "${names(all)}" -- "$word")) ;;
${all.map((command) => `    ${command.name}) COMPREPLY=($(compgen -W "${flagsOf(command).join(' ')}" -- "$word")) ;;`).join('\n')}
  esac
}
complete -o default -F _itemtape itemtape
`;

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const zsh = (all: readonly NamedCommand[]): string => `#compdef itemtape
_itemtape() {
  if (( CURRENT == 2 )); then
    local -a names=(
${all.map(({ name, about }) => `      ${quoted(`${name}:${about}`)}`).join('\n')}
    )
    _describe command names
    return
  fi
  case "$words[2]" in
${all.map((command) => `    ${command.name}) compadd -- ${flagsOf(command).join(' ')} ;;`).join('\n')}
    help) compadd -- ${names(all)} ;;
  esac
}
compdef _itemtape itemtape
`;

const fish = (all: readonly NamedCommand[]): string =>
  all
    .flatMap((command) => [
      `complete -c itemtape -f -n __fish_use_subcommand -a ${command.name} -d ${quoted(command.about)}`,
      ...flagsOf(command).map(
        (flag) =>
          `complete -c itemtape -n ${quoted(`__fish_seen_subcommand_from ${command.name}`)} -l ${flag.slice(2)}`,
      ),
    ])
    .join('\n')
    .concat('\n');

const shells: Readonly<Record<string, (all: readonly NamedCommand[]) => string>> = { bash, zsh, fish };

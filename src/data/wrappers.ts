/** A program that runs another one, which its further words name. */
export interface Wrapper {
  /** Flags that take a value. */
  values?: readonly string[]
  /** How many words of its own stand before the command. @default 0 */
  own?: number
  /** Only behind one of these words: `uv run`, `bundle exec`. @default always */
  behind?: readonly string[]
  /** What it runs may be a script of the project's own: `pdm run test`. */
  hasScripts?: true
}

const flags = (names: string): string[] => names.split(/\s+/)

const IN_CONTAINER = flags(
  `-e --env -u --user -w --workdir -v --volume --name --network --entrypoint -p --publish --env-file --index
  --platform --mount -m --memory --cpus -f --file --project-name --profile -c --container -n --namespace`,
)

/** Programs by name; variables that are set in front (`env A=1`) are passed over for all. */
export const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ['env', { values: flags('-u --unset -C --chdir -S') }],
  ['cross-env', {}],
  ['sudo', { values: flags('-u -g -h -p -C -T') }],
  ['doas', { values: flags('-u -C') }],
  ['timeout', { values: flags('-s --signal -k --kill-after'), own: 1 }],
  ['gtimeout', { values: flags('-s --signal -k --kill-after'), own: 1 }],
  ['time', { values: flags('-f -o') }],
  ['nice', { values: flags('-n') }],
  ['ionice', { values: flags('-c -n') }],
  ['taskset', { own: 1 }],
  ['nohup', {}],
  ['setsid', {}],
  ['command', {}],
  ['builtin', {}],
  ['exec', { values: flags('-a') }],
  ['stdbuf', { values: flags('-i -o -e') }],
  ['unbuffer', {}],
  ['caffeinate', {}],
  ['chronic', {}],
  ['flock', { values: flags('-w'), own: 1 }],
  ['xvfb-run', { values: flags('-n -s -e -f') }],
  ['dotenv', { values: flags('-e -f -v') }],
  ['direnv', { behind: ['exec'], own: 1 }],
  ['valgrind', {}],
  ['nix', { behind: ['-c', '--command'] }],
  ['c8', { values: flags('-r --reporter') }],
  ['nyc', { values: flags('-r --reporter') }],
  ['coverage', { behind: ['run'] }],
  ['kcov', { own: 1 }],
  ['watch', { values: flags('-n --interval') }],
  ['retry', { values: flags('-t -d --times --delay') }],
  ['doppler', { behind: ['run'] }],
  ['dotenvx', { behind: ['run'], values: flags('-f --env-file') }],
  ['infisical', { behind: ['run'] }],
  ['op', { behind: ['run'] }],
  ['aws-vault', { behind: ['exec'], own: 1 }],
  ['devbox', { behind: ['run'] }],
  ['xargs', { values: flags('-n -P -I -L -d -s -a -E --max-args --max-procs --delimiter') }],
  ['parallel', { values: flags('-j --jobs') }],
  ['npx', { values: flags('-p --package') }],
  ['bunx', {}],
  ['pnpx', {}],
  ['uvx', { values: flags('--from --with -p --python') }],
  ['pnpm', { behind: ['exec', 'dlx'], values: flags('-C --dir --filter -F') }],
  ['yarn', { behind: ['exec', 'dlx'] }],
  ['npm', { behind: ['exec', 'x'], values: flags('-w --workspace -p --package') }],
  ['bun', { behind: ['x'] }],
  [
    'uv',
    {
      behind: ['run'],
      values: flags(
        '--with --python -p --extra --group --directory --project --env-file --package',
      ),
    },
  ],
  ['poetry', { behind: ['run'], values: flags('-C --directory') }],
  ['pdm', { behind: ['run'], hasScripts: true }],
  ['pipenv', { behind: ['run'], hasScripts: true }],
  ['hatch', { behind: ['run'], hasScripts: true }],
  ['rye', { behind: ['run'], hasScripts: true }],
  ['pixi', { behind: ['run'], values: flags('-e --environment'), hasScripts: true }],
  ['pipx', { behind: ['run'], values: flags('--spec') }],
  ['conda', { behind: ['run'], values: flags('-n --name -p --prefix') }],
  ['mamba', { behind: ['run'], values: flags('-n --name -p --prefix') }],
  ['bundle', { behind: ['exec'] }],
  ['rbenv', { behind: ['exec'] }],
  ['pyenv', { behind: ['exec'] }],
  ['asdf', { behind: ['exec'] }],
  ['mise', { behind: ['exec', 'x'] }],
  ['docker', { behind: ['exec', 'run'], values: IN_CONTAINER, own: 1 }],
  ['podman', { behind: ['exec', 'run'], values: IN_CONTAINER, own: 1 }],
  ['docker-compose', { behind: ['exec', 'run'], values: IN_CONTAINER, own: 1 }],
])

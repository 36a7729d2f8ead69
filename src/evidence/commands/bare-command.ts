const RUNNERS = new Set(
  'npx bunx pnpx uvx pipx sudo time nice nohup command exec env xvfb-run stdbuf'.split(' '),
)
const RUN_WORDS: Readonly<Record<string, readonly string[]>> = {
  pnpm: ['exec', 'dlx'],
  yarn: ['exec', 'dlx'],
  npm: ['exec', 'x'],
  bun: ['x'],
  uv: ['run'],
  poetry: ['run'],
  pdm: ['run'],
  pipenv: ['run'],
  hatch: ['run'],
  rye: ['run'],
  bundle: ['exec'],
  mise: ['exec', 'x'],
  pipx: ['run'],
}

/** What may stand before a command without being one. */
const KEYWORDS = new Set('{ ( ! if then else elif do while until'.split(' '))

/** Takes off variables, wrappers and redirections: what is left is the work. */
export function bareCommand(words: readonly string[]): string[] {
  let rest = words.filter((word) => word !== '' && !isRedirection(word))
  for (;;) {
    const [first = '', second = ''] = rest
    if (/^\w+=/.test(first)) rest = rest.slice(1)
    else if (first === 'timeout' || first === 'gtimeout') {
      rest = dropUntil(rest.slice(1), (word) => /^\d+(\.\d+)?[smhd]?$/.test(word)).slice(1)
    } else if (RUNNERS.has(first)) rest = dropFlags(rest.slice(1))
    else if (RUN_WORDS[first]?.includes(second)) rest = dropFlags(rest.slice(2))
    else if (isPython(first) && second === '-m') rest = rest.slice(2)
    else if (CONTAINERS.has(first) && inContainer(rest).length > 0) rest = inContainer(rest)
    else if (KEYWORDS.has(first) && rest.length > 1) rest = rest.slice(1)
    else return rest
  }
}

const CONTAINERS = new Set(['docker', 'podman', 'docker-compose', 'kubectl'])

/** `docker compose exec -T web npm test`: what runs in a container; nothing where none is named. */
function inContainer(words: string[]): string[] {
  const [program, ...rest] = words
  const verb = rest.findIndex((word) => word === 'exec' || word === 'run')
  if (verb === -1 || verb > MAX_BEFORE_VERB) return []
  const args = rest.slice(verb + 1)
  if (program === 'kubectl') return args.includes('--') ? args.slice(args.indexOf('--') + 1) : []
  let at = 0
  while (args[at]?.startsWith('-') === true) at += TAKES_VALUE.has(args[at]!) ? 2 : 1
  return args.slice(at + 1)
}

/** "compose -f FILE", "compose -p NAME". */
const MAX_BEFORE_VERB = 5
const TAKES_VALUE = new Set(
  `-e --env -u --user -w --workdir -v --volume --name --network --entrypoint -p --publish --env-file --index
  --platform --mount -m --memory --cpus`.split(/\s+/),
)

const isRedirection = (word: string): boolean => /^(\d*|&)(>>?|<)(&?\d|&-|\/dev\/\S+)?$/.test(word)

const isPython = (word: string): boolean => /^(.*\/)?python(\d(\.\d+)?)?$/.test(word)

const dropFlags = (words: string[]): string[] => dropUntil(words, (word) => !word.startsWith('-'))

function dropUntil(words: string[], isKept: (word: string) => boolean): string[] {
  const index = words.findIndex(isKept)
  return index === -1 ? [] : words.slice(index)
}

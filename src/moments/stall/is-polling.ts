import type { CallItem } from './detector.js'

/** Tools whose job is to ask again until something has happened. */
const POLLING_TOOL = new RegExp(
  [
    String.raw`(?:^|[_-])(?:wait|poll|sleep|watch|monitor|status|tail)(?:[_-]|$)|(?:bash|task|shell|`,
    String.raw`command|agent|process|job)[_-]?(?:output|status|log)s?$|^(?:wait|poll|sleep|monitor)\w*$`,
  ].join(''),
)

/** One of them is in the name of each such tool. */
const POLLING_WORDS = 'wait poll sleep watch monitor status tail output log'.split(' ')

const isPollingTool = (tool: string): boolean =>
  POLLING_WORDS.some((word) => tool.includes(word)) && POLLING_TOOL.test(tool)

const WAITS = /(?:^|[;&|]\s*)(?:sleep|wait|timeout \d+ tail|watch|tail -f)\b/
const CONTAINERS = /\b(?:docker|podman)(?: compose|-compose)? (?:ps|logs|inspect|stats|wait|top)\b/
const CLOUDS =
  /\b(?:aws|gcloud|az|fly|flyctl|heroku|vercel|terraform)\b.*\b(?:status|describe|wait|list|show|inspect|logs)\b/
const REQUESTS =
  /\b(?:curl|wget|http|nc|redis-cli ping|ping)\b.*(?:\b(?:health\w*|ready\w*|live\w*|status|ping)\b|\blocalhost\b|\b127\.0\.0\.1\b)/
const PROCESSES = /\b(?:ps|pgrep|jobs|lsof|nvidia-smi|squeue|qstat|journalctl|pg_isready)\b/
const LOOPS = /\b(?:while|until)\b.*\bdo\b.*\bsleep\b/

/**
 * Commands that poll for something else to finish, by a word that each of them has. One pattern for all
 * of them takes longer to compile than everything else that a stall looks at.
 */
const POLLING_COMMANDS: ReadonlyMap<string, RegExp> = new Map([
  ...['sleep', 'wait', 'timeout', 'watch', 'tail'].map((word) => [word, WAITS] as const),
  ['gh', /\bgh (?:run (?:view|watch|list)|pr (?:checks|status))\b/],
  ['glab', /\bglab ci (?:status|view|list)\b/],
  ['kubectl', /\bkubectl (?:get|describe|rollout status|logs|wait|top)\b/],
  ...['docker', 'podman'].map((word) => [word, CONTAINERS] as const),
  ['systemctl', /\bsystemctl (?:status|is-active)\b/],
  ['supervisorctl', /\bsupervisorctl status\b/],
  ['pm2', /\bpm2 (?:status|list|logs)\b/],
  ...['aws', 'gcloud', 'az', 'fly', 'flyctl', 'heroku', 'vercel', 'terraform'].map(
    (word) => [word, CLOUDS] as const,
  ),
  ...['curl', 'wget', 'http', 'nc', 'redis', 'ping'].map((word) => [word, REQUESTS] as const),
  ...['ps', 'pgrep', 'jobs', 'lsof', 'nvidia', 'squeue', 'qstat', 'journalctl', 'pg_isready'].map(
    (word) => [word, PROCESSES] as const,
  ),
  ...['while', 'until'].map((word) => [word, LOOPS] as const),
])

/** Waiting for something outside repeats itself for a good reason. */
export const isPolling = ({ tool, toolKind, action }: CallItem): boolean =>
  isPollingTool(tool.toLowerCase()) || (toolKind === 'command' && polls(action.toLowerCase()))

const polls = (command: string): boolean =>
  command.split(/\W+/).some((word) => POLLING_COMMANDS.get(word)?.test(command) === true)

import { longPattern } from '../util/long-pattern.js'

const words = (names: string): ReadonlySet<string> => new Set(names.split(' '))

/** Programs that never fail, and those that hardly ever do or would say so. */
export const NEVER_FAIL = words(
  'echo printf true : pwd uname sleep date export unset clear set tail head tee sort uniq wc cut tr column less more',
)
export const SELDOM_FAIL = words(
  'cat ls mkdir touch cp mv rm chmod source . pushd popd sed awk jq ln kill wait trap local',
)
export const QUIET_GIT = words(
  'add rm mv restore reset clean status diff log show branch stash fetch config rev-parse remote checkout switch ls-files ls-tree describe tag apply',
)

/** Programs that open their mouth, behind their name, when something is wrong. */
export const COMPLAINERS = words(
  'cat ls mkdir touch cp mv rm chmod source . pushd popd sed awk jq ln kill wait trap local curl wget egrep grep tar unzip ssh scp rsync find diff ld docker',
)

/** What they run dies loudly. */
export const RUNTIMES = words(
  'python python2 python3 node ruby perl php deno bun tsx ts-node java go cargo dotnet uvicorn gunicorn flask celery Rscript julia elixir',
)

/** Programs that always say so where something below them failed. */
export const LOUD = words('make gmake just task mvn mvnw gradle gradlew pnpm composer rake')

/** What they print is what somebody else answered: that may be bad news, though they end well. */
export const REQUESTERS = words('curl wget http https xh curlie grpcurl')

/** Words of a line that may tell of a failure, whoever printed it; counts of none are left out. */
export const BAD_NEWS = longPattern('i')`
    (?<!\b(?:0|no|without|zero)\s{1,3}(?:[\w()]{1,14}\s)?)\b(?:err(?:or)?s?|fail(?:ed|ures?|ing|s)?|fatal|exceptions?|traceback|panic(?:ked)?
    |abort(?:ed|ing)?|denied|refused|cannot|can't|couldn't|could not|unable|not found|no such|invalid|killed|reject(?:ed|ion)
    |tim(?:ed|e) ?out|timeout|unhandled|undefined|segfault|broken|unexpected|unauthori[sz]ed|forbidden|conflict|not ok
    |unresolved|undeclared|expected|incompatible|violations?|mismatch|usage:)\b(?!: 0\b)|[✗✘✖❌×🚫]`

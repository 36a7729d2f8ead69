const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Programs that leave a project as it was, however they are called. */
export const READING: ReadonlySet<string> = words(`
  ls cat head tail less more grep egrep fgrep rg ag fd tree wc sort uniq cut tr nl stat file du df pwd cd echo printf
  test [ [[ (( true false : sleep which type command date whoami uname id ps pgrep jq yq diff cmp basename dirname
  realpath readlink seq column exit set`)

/** Programs that look, print or move something about: what they do shows nothing of the work. */
export const TOOLS_OF_SHELL: ReadonlySet<string> = words(`
  mkdir rmdir rm cp mv ln touch chmod chown chgrp sed awk gawk tee xargs find export source . eval trap read wait kill
  pkill killall jobs fg bg disown ulimit umask alias unalias hash let local declare typeset readonly unset shift getopts
  mktemp dd sync split csplit paste join comm fold fmt expand od hexdump xxd base64 md5sum sha1sum sha256sum shasum
  cksum strings ldd nm objdump otool lipo lsof fuser netstat ss ip ifconfig ping dig nslookup host traceroute hostname
  arch nproc free vmstat iostat top htop clear reset tput stty tty who w groups su crontab open xdg-open pbcopy pbpaste
  man info help history vim vi nano emacs code bat batcat eza exa fzf ack tac rev shuf rsync scp sftp iconv dos2unix unix2dos envsubst
  patch tar zip unzip gzip gunzip bzip2 xz zstd 7z gpg openssl ssh-keygen ssh-add ssh-agent journalctl dmesg strace
  logger mount umount return break continue pushd popd dirs builtin exec times whereis apropos look numfmt factor
  expr bc dc tokei cloc scc xmlstarlet csvcut csvlook mlr tsort pr yes install getconf locale sysctl deactivate venv
  virtualenv ensurepip wait-on wait-port wait-for-it wait-for-it.sh
  dockerize pg_isready mysqladmin lscpu lsblk
  then else fi do done watchman direnv pidof nc inotifywait entr script screen tmux defaults plutil sw_vers xcode-select
  xcrun security sips launchctl update-alternatives ldconfig chsh useradd usermod groupadd passwd gsettings`)

/** What a program looks at, by its first word, or the second behind a noun: `gh pr view`, `docker compose ps`. */
export interface Looks {
  verbs: ReadonlySet<string>
  nouns: ReadonlySet<string>
}

const looks = (verbs: string, nouns = ''): Looks => ({ verbs: words(verbs), nouns: words(nouns) })

const LISTS = 'list ls show status info describe get version help'
const CLUSTER = looks(
  `${LISTS} logs top explain cluster-info api-resources api-versions events diff config auth history search template`,
  'repo',
)
const CONTAINERS = looks(
  `ps images logs inspect stats top port version info events history search ls diff login logout tag rmi save load
  cp prune help`,
  'compose container image network volume system context buildx builder manifest',
)
const FORGE = looks(
  'view list status diff browse',
  'pr mr issue run repo release workflow auth cache ci gist label',
)
const CLOUD = looks(`${LISTS} logs whoami inspect sts configure auth login`, '')
const INFRA = looks(`${LISTS} output plan state graph providers workspace console preview`, 'stack')

export const LOOKS: ReadonlyMap<string, Looks> = new Map([
  [
    'git',
    looks(
      `status diff log show blame annotate grep ls-files ls-tree ls-remote rev-parse rev-list describe shortlog reflog
      cat-file name-rev for-each-ref merge-base check-ignore count-objects whatchanged show-ref symbolic-ref var version
      help cherry diff-tree diff-index range-diff fsck`,
    ),
  ],
  ['gh', FORGE],
  ['glab', FORGE],
  ['docker', CONTAINERS],
  ['podman', CONTAINERS],
  ['docker-compose', CONTAINERS],
  ['kubectl', CLUSTER],
  ['oc', CLUSTER],
  ['helm', CLUSTER],
  ['terraform', INFRA],
  ['tofu', INFRA],
  ['terragrunt', INFRA],
  ['pulumi', INFRA],
  ['systemctl', looks(`${LISTS} list-units list-timers cat`)],
  ['service', looks('status')],
  ['supervisorctl', looks('status tail')],
  ['pm2', looks('list ls logs status show describe monit jlist')],
  ['brew', looks('list info search deps leaves config doctor outdated --prefix')],
  ['pip', looks('list show freeze index config cache')],
  ['rustup', looks('show which doc')],
  ['nvm', looks('ls ls-remote current which')],
  ['aws', CLOUD],
  ['gcloud', CLOUD],
  ['az', CLOUD],
  ['heroku', CLOUD],
  ['fly', CLOUD],
  ['flyctl', CLOUD],
  ['firebase', CLOUD],
  ['wrangler', looks(`${LISTS} tail whoami login`)],
  ['redis-cli', looks('ping get keys info llen hgetall ttl scan')],
  ['alembic', looks('current history heads branches show')],
  ['minikube', looks('status ip')],
  ['conda', looks('list info search', 'env')],
])

/** Words of git that list where nothing is named behind them, and change something where it is. */
export const LISTS_OR_CHANGES: ReadonlySet<string> = words(
  'branch tag remote stash worktree config notes submodule bisect bundle',
)

/** Commands of git that leave the working tree as it was. */
export const READING_GIT: ReadonlySet<string> = words(
  'status diff log show blame grep ls-files rev-parse branch remote describe add commit push fetch config tag',
)

/** Programs that leave a project as it was, however they are called. */
export const READING: ReadonlySet<string> = new Set(
  (
    'ls cat head tail less more grep egrep fgrep rg ag fd tree wc sort uniq cut tr nl stat file du df pwd cd ' +
    'echo printf test [ true false sleep which type command date whoami uname id ps pgrep jq yq diff cmp basename ' +
    'dirname realpath readlink seq column exit set'
  ).split(' '),
)

/** Commands of git that leave the working tree as it was. */
export const READING_GIT: ReadonlySet<string> = new Set(
  'status diff log show blame grep ls-files rev-parse branch remote describe add commit push fetch config tag'.split(
    ' ',
  ),
)

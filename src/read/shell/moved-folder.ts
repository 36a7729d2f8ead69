/** The folder that the shell is in behind `cd`, `pushd` or `popd`; the same behind any other command. */
export function movedFolder(folder: string, program: string, target: string): string {
  if (program !== 'cd' && program !== 'pushd' && program !== 'popd') return folder
  if (program === 'popd' || target === '-' || target === '') return ''
  return /^[/~$]/.test(target) ? withoutEnd(target) : joinFolders(folder, target)
}

const withoutEnd = (folder: string): string => folder.replace(/(?<=[^/])\/{1,20}$/, '')

function joinFolders(from: string, to: string): string {
  const isAbsolute = from.startsWith('/')
  const steps = from.split('/').filter((step) => step !== '')
  for (const step of to.split('/')) {
    if (step === '' || step === '.') continue
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop()
    else steps.push(step)
  }
  return (isAbsolute ? '/' : '') + steps.join('/')
}

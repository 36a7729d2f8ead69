/** The last folder; with the one above it where it says too little, as in `worktrees/1`. */
export function projectName(root: string): string {
  const folders = root.split(/[/\\]/).filter((folder) => folder !== '')
  const last = folders.at(-1) ?? root
  return last.length > 2 ? last : folders.slice(-2).join('/')
}

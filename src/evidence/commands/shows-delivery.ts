/** Git's own words that a commit was made, or that a push arrived, however the rest of the line ended. */
export const showsDelivery = (key: string, output: string): boolean =>
  (IS_COMMIT.test(key) && COMMITTED.test(output)) ||
  (IS_PUSH.test(key) && PUSHED.test(output) && !REJECTED.test(output))

export const IS_PUSH = /^git (?:-\S+ )*push\b/
const IS_COMMIT = /^git (?:-\S+ )*commit\b/

export const COMMITTED = /^\[.+ [0-9a-f]{7,}\] /m
export const PUSHED =
  /^[ \t]+(?:[0-9a-f]+\.\.[0-9a-f]+|\* \[new branch\]|\+ [0-9a-f]+\.\.\.[0-9a-f]+)\s.*->/m
const REJECTED = /! \[(?:remote )?rejected\]|failed to push some refs/

// Loaded before a program of ours (`NODE_OPTIONS=--require`): `reflect` ends with SIGKILL at the
// transaction of that number, an odd one before it is committed and an even one right after.
const dieAt = Number(process.env.TEST_DIE_AT ?? 0)
const die = () => process.kill(process.pid, 'SIGKILL')
if (dieAt > 0 && (process.argv[1] ?? '').endsWith('bin.cjs')) {
  let commits = 0
  const mortal = ({ DatabaseSync }) =>
    class extends DatabaseSync {
      prepare(sql, ...rest) {
        const statement = super.prepare(sql, ...rest)
        if (sql !== 'COMMIT') return statement
        return { run: () => commit(statement) }
      }
    }
  const commit = (statement) => {
    commits += 1
    if (commits === dieAt && dieAt % 2 === 1) die()
    const done = statement.run()
    if (commits === dieAt) die()
    return done
  }
  const { dlopen } = process
  process.dlopen = (module, ...rest) => {
    dlopen.call(process, module, ...rest)
    const library = module.exports
    if (library.DatabaseSync === undefined) return
    module.exports = { ...library, DatabaseSync: mortal(library) }
  }
  const builtIn = process.getBuiltinModule?.('node:sqlite')
  if (builtIn !== undefined) builtIn.DatabaseSync = mortal(builtIn)
}

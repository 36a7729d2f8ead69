// Stands before everything else, in syntax that old versions read: they would fail with a stack instead. A
// hook says nothing, because its client would take it for an answer.
var found = process.versions.node.split('.').map(Number)
if (found[0] < 20 || (found[0] === 20 && found[1] < 19)) {
  var isHook = process.argv[2] === 'hook' || process.argv[1].endsWith('hook.cjs')
  var needed = 'Reflectory needs Node.js 20.19 or newer; this is ' + process.versions.node
  if (!isHook) process.stderr.write(needed + '. Install a newer one: https://nodejs.org\n')
  process.exit(isHook ? 0 : 1)
}

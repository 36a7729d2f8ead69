/** The program `reflect`: what must be quick is answered here, the rest is loaded when called. */
import { writeSync } from 'node:fs'
import path from 'node:path'
import { isatty } from 'node:tty'

declare const __VERSION__: string

const [first, ...rest] = process.argv.slice(2)
if (first === '--version' || first === '-V') {
  writeSync(1, `${__VERSION__}\n`)
} else if (first === 'hook' && !rest.includes('--help') && !rest.includes('-h')) {
  if (isatty(0)) writeSync(2, 'A hook reads JSON from its agent; see `reflect hook --help`.\n')
  else {
    process.argv.splice(2, 1)
    require(path.join(__dirname, '..', 'hook', 'hook.cjs'))
  }
} else {
  void import('./main.js').then(({ main }) => main(process.argv.slice(2)))
}

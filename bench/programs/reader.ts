import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BenchProgram } from '../program.js'
import { median } from '../timing.js'

const ROUNDS = 30
/** 6 ms where a bare Node takes 23. */
const MAX_SHARE = 6 / 23

const REPORT = `I've moved the session store to Redis and removed the in-memory map.

**What changed**
- \`src/session/store.ts\` talks to Redis through the shared client and sets the expiry on each write.
- \`src/session/cookie.ts\` no longer keeps the user in the cookie, only the id.
- The login and logout routes use the new store; nothing else had to change.

I ran the unit tests and the type check: 214 tests pass, 0 fail, and tsc reports no errors. I also
started the server, logged in with two browsers, restarted it, and both sessions were still there.

The one thing to know is that sessions from before the deployment are lost, so everybody has to log in
once. If you want to avoid that, a small migration could copy them over, but it is not part of this.

Still open: the admin page reads the old map for its list of active users, and I haven't changed that
yet, because its query needs an index. Let me know if you want me to do it now.`

/** Loads the weights and reads the report, in a process that has done nothing before. */
function readOnce(): { load: number; read: number } {
  const script = `
    import { readMessage } from ${JSON.stringify(url('read-message.js'))}
    import { shippedWeights } from ${JSON.stringify(url('weights.js'))}
    const spent = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000 }
    const began = spent()
    const weights = shippedWeights('acts')
    const loaded = spent()
    readMessage(${JSON.stringify(REPORT)}, weights)
    console.log(JSON.stringify({ load: loaded - began, read: spent() - loaded }))`
  const args = ['--input-type=module', '-e', script]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as {
    load: number
    read: number
  }
}

/** The processor time that Node itself has spent when a program begins. */
const bareNode = (): number =>
  Number(
    execFileSync(
      process.execPath,
      ['-p', 'const { user, system } = process.cpuUsage(); (user + system) / 1000'],
      { encoding: 'utf8' },
    ),
  )

export const program: BenchProgram = {
  name: 'reader',
  summary: 'the processor time that reading a report of 1 KB takes in a fresh process',
  async run({ print }) {
    const rounds = Array.from({ length: ROUNDS }, () => ({ ...readOnce(), bare: bareNode() }))
    const load = median(rounds.map((round) => round.load))
    const read = median(rounds.map((round) => round.read))
    const bare = median(rounds.map((round) => round.bare))
    const both = median(rounds.map((round) => round.load + round.read))
    print(`${bare.toFixed(1).padStart(7)} ms  bare node`)
    print(`${load.toFixed(1).padStart(7)} ms  loading the weights`)
    print(`${read.toFixed(1).padStart(7)} ms  reading ${REPORT.length} characters`)
    print(`${both.toFixed(1).padStart(7)} ms  both`)
    return {
      figures: { bare, load, read, both },
      bars: [
        {
          name: 'loading and reading / bare node, in processor time',
          ratio: median(rounds.map((round) => (round.load + round.read) / round.bare)),
          limit: MAX_SHARE,
          kind: 'at most',
        },
      ],
    }
  },
}

const url = (file: string): string => pathToFileURL(path.resolve('dist/read/prose', file)).href

/** A program in a terminal of its own: keys go in, what stands on the screen comes out. */
import { execFileSync, spawnSync } from 'node:child_process'
import path from 'node:path'

export interface Terminal {
  screen(): string
  /** Types a text and, as soon as it stands there, Enter. */
  enter(text: string): Promise<void>
  /** Presses a key by its name, such as `Enter` or `Escape`. */
  press(key: string): void
  /** Resolves as soon as the screen, or whatever is asked, is as it should be. */
  until(what: string, isTrue: (screen: string) => boolean): Promise<void>
  /** Ends the program and the terminal. */
  close(): void
}

/** Why no terminal can be had; null when one can. */
export const NO_TERMINAL: string | null =
  spawnSync('tmux', ['-V']).status === 0 ? null : 'tmux is not installed'

const PATIENCE_MS = 90_000
const STEP_MS = 100
/** A long text is broken into lines. */
const SEEN = 40

export interface TerminalProgram {
  program: string
  args: readonly string[]
  cwd: string
  env: NodeJS.ProcessEnv
  /** A folder for the terminal's own files. */
  base: string
}

export function openTerminal({ program, args, cwd, env, base }: TerminalProgram): Terminal {
  // A server of its own, so that no other terminal of this machine is seen or ended.
  const socket = path.join(base, 'terminal')
  const world = { cwd, env: { ...env, TERM: 'xterm-256color', LANG: 'C.UTF-8' } }
  const own = ['-S', socket, '-f', '/dev/null']
  const tmux = (...words: string[]): string =>
    execFileSync('tmux', [...own, ...words], { ...world, encoding: 'utf8' })
  tmux('new-session', '-d', '-x', '120', '-y', '40', '-c', cwd, '--', program, ...args)
  // The terminal ends with its program, and then shows nothing.
  const screen = (): string =>
    spawnSync('tmux', [...own, 'capture-pane', '-p'], { ...world, encoding: 'utf8' }).stdout
  const press = (key: string): void => void tmux('send-keys', key)
  const until: Terminal['until'] = async (what, isTrue) => {
    const deadline = Date.now() + PATIENCE_MS
    for (;;) {
      const seen = screen()
      if (isTrue(seen)) return
      if (Date.now() > deadline) throw new Error(`never: ${what}; the screen:\n${seen}`)
      await new Promise((resolve) => void setTimeout(resolve, STEP_MS))
    }
  }
  return {
    screen,
    press,
    until,
    async enter(text) {
      tmux('send-keys', '-l', '--', text)
      await until('what was typed', (seen) => seen.includes(text.slice(0, SEEN)))
      press('Enter')
    },
    close: () => void spawnSync('tmux', [...own, 'kill-server'], world),
  }
}

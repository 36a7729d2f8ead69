/** `reflect demo`: stories with a scripted agent. Built beside the program, which loads it where it is called. */
import { calledAs } from '../src/cli/called-as.js'
import { verb } from '../src/cli/command.js'
import type { CliContext } from '../src/cli/command.js'
import { thisProgram } from '../src/cli/install/this-program.js'
import { paint } from '../src/cli/paint.js'
import { openBrowser } from '../src/cli/commands/serve/open-browser.js'
import { flag, text } from '../src/cli/takes.js'
import { ReflectError } from '../src/schema/error.js'
import type { Scene } from './scene.js'
import { serveStage } from './serve-stage.js'
import type { ServedStage } from './serve-stage.js'
import { listenForSignals } from './signals.js'
import type { Signals } from './signals.js'
import { openStage } from './stage.js'
import type { Stage } from './stage.js'

/** In the order of the story, one file each. The first is what `reflect demo` plays. */
const SCENES: Readonly<Record<string, () => Promise<{ scene: Scene }>>> = {
  stop: () => import('./scenes/stop.js'),
  run: () => import('./scenes/run.js'),
  stall: () => import('./scenes/stall.js'),
  failure: () => import('./scenes/failure.js'),
  turn: () => import('./scenes/turn.js'),
  cycle: () => import('./scenes/cycle.js'),
  skills: () => import('./scenes/skills.js'),
  self: () => import('./scenes/self.js'),
  experiments: () => import('./scenes/experiments.js'),
}
const NAMES = Object.keys(SCENES)

export const command = verb({
  about: `
Plays in a throwaway home and repository; nothing of yours is read or written.`,
  examples: `
  reflect demo
  reflect demo --all
  reflect demo --serve --open
  reflect demo --scene run`,
  takes: {
    all: flag('play every scene, not only the first'),
    scene: text('<name>', `play one scene (${NAMES.join(', ')})`),
    serve: flag('play every scene and show it on the page, which stays until Ctrl-C'),
    open: flag('with --serve: open the page in your browser'),
    port: text('<number>', 'with --serve: the port of the page', '0'),
  },
  async run({ all, scene: wanted, serve, open, port }, context) {
    const { bold, dim } = paint(context.colour)
    const played = await loadScenes(wanted, serve || all)
    const lines: string[] = []
    const say = (line: string) => {
      lines.push(line)
      if (!context.json) context.print(line)
    }
    const signals = listenForSignals()
    const stage = openStage({ say, isServed: serve })
    let server: ServedStage | null = null
    try {
      for (const scene of played) scene.prepare?.(stage)
      if (serve) {
        server = await serveStage(stage, port)
        say(`${bold('The page of this story:')} ${server.link}\n`)
        if (open && !(await openBrowser(server.link, context))) {
          context.note('No browser could be opened; open the link above.')
        }
      }
      const stopped = await play(played, stage, signals, bold)
      if (stopped !== null) return 128 + stopped
      for (const line of lastWords(played, server, context)) say(dim(line))
      if (context.json) {
        const scenes = played.map(({ name }) => name)
        context.print(JSON.stringify({ scenes, lines, page: server?.link ?? null }))
      }
      if (server !== null) await Promise.race([signals.next, server.ended])
      return 0
    } finally {
      await server?.stop()
      stage.close()
      signals.close()
    }
  },
})

async function loadScenes(wanted: string | undefined, isAll: boolean): Promise<Scene[]> {
  const chosen =
    wanted === undefined
      ? NAMES.slice(0, isAll ? undefined : 1)
      : NAMES.filter((name) => name === wanted)
  if (chosen.length === 0) {
    throw new ReflectError('usage', `There is no scene "${wanted}"`, {
      remedy: `Available: ${NAMES.join(', ')}.`,
    })
  }
  return Promise.all(chosen.map(async (name) => (await SCENES[name]!()).scene))
}

/** Plays to the end, or until a signal comes; returns its number. */
async function play(
  played: readonly Scene[],
  stage: Stage,
  signals: Signals,
  bold: (text: string) => string,
): Promise<number | null> {
  for (const scene of played) {
    stage.say(`${bold(scene.title)}\n`)
    try {
      await scene.play(stage)
    } catch (error) {
      // Ctrl-C also ends what the scene was running; that is no failure of the scene.
      const stopped = await signals.heard()
      if (stopped !== null) return stopped
      throw error
    }
    const stopped = await signals.heard()
    if (stopped !== null) return stopped
    stage.say('')
  }
  return null
}

function lastWords(
  played: readonly Scene[],
  server: ServedStage | null,
  context: CliContext,
): string[] {
  const reflect = calledAs(context, thisProgram().root)
  const next =
    server === null
      ? `More scenes: ${reflect} demo --all. On a page, while it happens: ${reflect} demo --serve --open`
      : 'The page stays until you press Ctrl-C.'
  const init = `Switch it on in your own project: ${reflect} init --mode solo`
  return [whatWasReal(played), init, next]
}

function whatWasReal(played: readonly Scene[]): string {
  const direct = played.filter(({ isThroughHook }) => !isThroughHook).map(({ name }) => name)
  if (direct.length === 0)
    return 'The agent is scripted. The hook, the repository and the store are real.'
  const which = direct.length === played.length ? '' : ` in ${direct.join(', ')}`
  return `The agent is scripted. The repository and the store are real; no hook runs${which}.`
}

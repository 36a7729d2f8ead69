import { ReflectError } from '../../schema/error.js'
import { calledAs } from '../called-as.js'
import type { CliCommand, CliContext } from '../command.js'
import type { Scene } from '../demo/scene.js'
import { scenes } from '../demo/scenes.js'
import { serveStage } from '../demo/serve-stage.js'
import type { ServedStage } from '../demo/serve-stage.js'
import { listenForSignals } from '../demo/signals.js'
import type { Signals } from '../demo/signals.js'
import { openStage } from '../demo/stage.js'
import type { Stage } from '../demo/stage.js'
import { thisProgram } from '../install/this-program.js'
import { paint } from '../paint.js'
import { openBrowser } from '../serve/open-browser.js'

export const command: CliCommand = {
  configure: (command) =>
    command
      .option('--all', 'play every scene, not only the first')
      .option('--scene <name>', `play one scene (${scenes.map(({ name }) => name).join(', ')})`)
      .option('--serve', 'play every scene and show it on the page, which stays until Ctrl-C')
      .option('--open', 'with --serve: open the page in your browser')
      .option('--port <number>', 'with --serve: the port of the page', '0')
      .addHelpText(
        'after',
        `
Plays in a throwaway home and repository; nothing of yours is read or written.

Examples:
  reflect demo
  reflect demo --all
  reflect demo --serve --open
  reflect demo --scene run`,
      ),

  async run(context, _positional, options) {
    const { bold, dim } = paint(context.colour)
    const isServed = options['serve'] === true
    const played = await loadScenes(
      options['scene'] as string | undefined,
      isServed || options['all'] === true,
    )
    const lines: string[] = []
    const say = (text: string) => {
      lines.push(text)
      if (!context.json) context.print(text)
    }
    const signals = listenForSignals()
    const stage = openStage({ say, isServed })
    let server: ServedStage | null = null
    try {
      for (const scene of played) scene.prepare?.(stage)
      if (isServed) {
        server = await serveStage(stage, options['port'] as string)
        say(`${bold('The page of this story:')} ${server.link}\n`)
        if (options['open'] === true && !(await openBrowser(server.link, context))) {
          context.note('No browser could be opened; open the link above.')
        }
      }
      const stopped = await play(played, stage, signals, bold)
      if (stopped !== null) return 128 + stopped
      for (const line of lastWords(played, server, context)) say(dim(line))
      if (context.json) {
        const names = played.map(({ name }) => name)
        context.print(JSON.stringify({ scenes: names, lines, page: server?.link ?? null }))
      }
      if (server !== null) await Promise.race([signals.next, server.ended])
      return 0
    } finally {
      await server?.stop()
      stage.close()
      signals.close()
    }
  },
}

async function loadScenes(wanted: string | undefined, isAll: boolean): Promise<Scene[]> {
  const chosen = scenes.filter(({ name }, index) =>
    wanted === undefined ? isAll || index === 0 : name === wanted,
  )
  if (chosen.length === 0) {
    throw new ReflectError('usage', `There is no scene "${wanted}"`, {
      remedy: `Available: ${scenes.map(({ name }) => name).join(', ')}.`,
    })
  }
  return Promise.all(chosen.map(async ({ load }) => (await load()).scene))
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

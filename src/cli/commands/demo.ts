import { ReflectError } from '../../schema/error.js'
import type { CliCommand } from '../command.js'
import type { Scene } from '../demo/scene.js'
import { scenes } from '../demo/scenes.js'
import { serveStage } from '../demo/serve-stage.js'
import type { ServedStage } from '../demo/serve-stage.js'
import { listenForSignals } from '../demo/signals.js'
import type { Signals } from '../demo/signals.js'
import { openStage } from '../demo/stage.js'
import type { Stage } from '../demo/stage.js'
import { paint } from '../paint.js'
import { openBrowser } from '../serve/open-browser.js'

export const command: CliCommand = {
  configure: (command) =>
    command
      .option('--scene <name>', `only this scene (${scenes.map(({ name }) => name).join(', ')})`)
      .option('--serve', 'show it on the page while it plays, and keep the page until Ctrl-C')
      .option('--open', 'with --serve: open the page in your browser')
      .option('--port <number>', 'with --serve: the port of the page', '0')
      .addHelpText(
        'after',
        `
Plays in a throw-away home and repository; nothing of yours is read or written.

Examples:
  reflect demo
  reflect demo --serve --open
  reflect demo --scene run`,
      ),

  async run(context, _positional, options) {
    const { bold, dim } = paint(context.colour)
    const played = await loadScenes(options['scene'] as string | undefined)
    const isServed = options['serve'] === true
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
      for (const line of lastWords(server)) say(dim(line))
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

async function loadScenes(wanted: string | undefined): Promise<Scene[]> {
  const chosen = scenes.filter(({ name }) => wanted === undefined || name === wanted)
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

function lastWords(server: ServedStage | null): string[] {
  const real = 'That was the real hook on a real repository. To switch it on for yourself:'
  if (server !== null) {
    return [`${real} reflect init --mode solo`, 'The page stays until you press Ctrl-C.']
  }
  return [
    `${real} reflect init --mode solo`,
    'To see it on a page, while it happens: reflect demo --serve --open',
    'Where to look in your own project: reflect serve --open, reflect status, reflect why',
  ]
}

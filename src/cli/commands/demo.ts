import { setImmediate as nextTurn } from 'node:timers/promises'
import { ReflectError } from '../../schema/error.js'
import type { CliCommand } from '../command.js'
import { scenes } from '../demo/scenes.js'
import { openStage } from '../demo/stage.js'
import { paint } from '../paint.js'

export const command: CliCommand = {
  configure: (command) =>
    command
      .option('--scene <name>', `only this scene (${scenes.map(({ name }) => name).join(', ')})`)
      .addHelpText(
        'after',
        `
Plays in a throw-away home and repository; nothing of yours is read or written.

Examples:
  reflect demo
  reflect demo --scene run`,
      ),

  async run(context, _positional, options) {
    const { bold, dim } = paint(context.colour)
    const wanted = options['scene'] as string | undefined
    const played = scenes.filter(({ name }) => wanted === undefined || name === wanted)
    if (played.length === 0) {
      throw new ReflectError('usage', `There is no scene "${wanted}"`, {
        remedy: `There are: ${scenes.map(({ name }) => name).join(', ')}.`,
      })
    }
    const lines: string[] = []
    const say = (text: string) => {
      lines.push(text)
      if (!context.json) context.print(text)
    }
    for (const { load } of played) {
      const { scene } = await load()
      say(`${bold(scene.title)}\n`)
      const stage = openStage(say)
      try {
        await scene.play(stage)
      } finally {
        // A scene blocks the thread; only in a whole turn of the loop can Ctrl-C be heard.
        await nextTurn()
        await nextTurn()
        stage.close()
      }
      say('')
    }
    say(
      dim(
        'That was the real hook on a real repository. To switch it on for yourself: reflect init --mode solo',
      ),
    )
    if (context.json)
      context.print(JSON.stringify({ scenes: played.map(({ name }) => name), lines }))
    return 0
  },
}

import { createInterface } from 'node:readline/promises'
import { ReflectError } from '../schema/error.js'
import type { CliContext } from './command.js'

/** The user left at a question, with Ctrl-C or by closing the input. The message says what stays. */
export class Interrupted extends Error {
  constructor(message = 'Nothing was changed.') {
    super(message)
    this.name = 'Interrupted'
  }
}

/** A yes-or-no question; an empty reply means the default. */
export async function ask(
  question: string,
  otherwise: boolean,
  streams: { input: NodeJS.ReadableStream; output: NodeJS.WritableStream; terminal?: boolean },
): Promise<boolean> {
  const prompt = createInterface(streams)
  const left = new Promise<never>((_, reject) => {
    prompt.once('SIGINT', () => reject(new Interrupted()))
    prompt.once('close', () => reject(new Interrupted()))
  })
  try {
    const asked = prompt.question(`${question} ${otherwise ? '[Y/n]' : '[y/N]'} `)
    const reply = (await Promise.race([asked, left])).trim()
    return reply === '' ? otherwise : /^(y|yes)$/i.test(reply)
  } catch (error) {
    throw (error as Error).name === 'AbortError' ? new Interrupted() : error
  } finally {
    left.catch(() => undefined)
    prompt.close()
  }
}

/** Whether the person agrees, or has said so already with `--yes`. */
export const isAgreed = async (
  { yes, confirm }: Pick<CliContext, 'yes' | 'confirm'>,
  question: string,
  otherwise = false,
): Promise<boolean> => yes === true || confirm(question, otherwise)

/**
 * Shows what is agreed to, then asks. `--yes` stands for the answer, not for the reading: the text is shown
 * all the same.
 */
export async function agreeToShown(
  { json, note, interactive, yes, confirm }: CliContext,
  text: string,
  question: string,
): Promise<void> {
  if (!json) note(text)
  if (yes || !interactive) return
  if (!(await confirm(question, true))) throw new Interrupted()
}

/** The same for what a program may be told to do: without a terminal it is told by `--yes` alone. */
export async function isAgreedToChange(
  context: Pick<CliContext, 'yes' | 'confirm' | 'interactive' | 'json'>,
): Promise<boolean> {
  const { yes, interactive, json } = context
  if (yes || (interactive && !json)) return isAgreed(context, 'Make these changes?', true)
  throw new ReflectError('usage', 'There is no terminal to ask in', {
    remedy: 'Check it with --dry-run, then run it with --yes.',
  })
}

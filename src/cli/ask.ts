import { createInterface } from 'node:readline/promises'

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

import { spawn } from 'node:child_process'

const OPENERS: Partial<Record<NodeJS.Platform, [program: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Asks the system to show a page; false when there is no browser. Put no secret in it: others see it. */
export function openBrowser(
  page: string,
  { platform, env }: { platform: NodeJS.Platform; env: NodeJS.ProcessEnv },
): Promise<boolean> {
  const [program, ...args] = OPENERS[platform] ?? ['xdg-open']
  return new Promise((resolve) => {
    const child = spawn(program, [...args, page], { env, stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}

import { expect } from 'vitest'
import type { Sandbox } from '../support/sandbox.js'

/** Runs `reflect … --json` beside a team's database, and expects it to do what it is told. */
export async function reflectJson(
  sandbox: Sandbox,
  databaseUrl: string,
  args: readonly string[],
): Promise<Record<string, unknown>> {
  const database = { REFLECTION_DATABASE: databaseUrl }
  const { code, stdout, stderr } = await sandbox.reflect([...args, '--json'], database)
  expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' })
  return JSON.parse(stdout) as Record<string, unknown>
}

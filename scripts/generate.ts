/** Writes what is generated from the contracts; with `--check` it only says what has drifted. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { exampleYaml } from '../src/config/example.js'
import { Config } from '../src/schema/config.js'
import { contracts } from '../src/schema/contracts.js'
import { toOpenApi } from '../src/server/openapi.js'
import { evidencePage } from './evidence-page.js'
import { readerDrift } from './reader-drift.js'
import { promptModules } from './prompt-modules.js'
import { routesPage } from './routes-page.js'

const generated = new Map<string, string>([
  ...Object.entries({ ...contracts, config: Config }).map(
    ([name, schema]) => [`schemas/${name}.schema.json`, toJsonSchema(name, schema)] as const,
  ),
  ['schemas/openapi.json', `${JSON.stringify(toOpenApi(), null, 2)}\n`],
  ['docs/routes.md', routesPage()],
  ['docs/evidence.md', evidencePage()],
  ['reflection.example.yaml', exampleYaml()],
  ...promptModules('src/moments'),
])
const stale = readdirSync('schemas')
  .map((name) => path.join('schemas', name))
  .filter((file) => !generated.has(file))

if (process.argv.includes('--check')) {
  const drifted = [...generated]
    .filter(([file, text]) => readText(file) !== text)
    .map(([file]) => file)
  for (const file of [...drifted, ...stale]) console.error(`${file} has drifted from the contracts`)
  if (drifted.length + stale.length > 0) {
    console.error('Run `npm run generate` and commit what it writes.')
    process.exitCode = 1
  }
  for (const fault of readerDrift()) {
    console.error(fault)
    process.exitCode = 1
  }
} else {
  mkdirSync('schemas', { recursive: true })
  for (const [file, text] of generated) writeFileSync(file, text)
  for (const file of stale) rmSync(file)
  console.log(`${generated.size} files are up to date.`)
}

function toJsonSchema(name: string, schema: z.ZodMiniType): string {
  const { $schema, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' })
  return `${JSON.stringify({ $schema, title: name, ...rest }, null, 2)}\n`
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

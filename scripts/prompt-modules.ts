import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * For every `prompts/NAME.txt` of a moment and of evals a module beside it that holds the same text: the text file
 * is what people edit and evals refer to, the module is what every build can import.
 */
export function promptModules(moments: string): [file: string, text: string][] {
  const folders = readdirSync(moments).map((moment) => path.join(moments, moment, 'prompts'))
  return [...folders, 'evals/prompts'].flatMap((folder) => {
    if (!existsSync(folder)) return []
    return readdirSync(folder)
      .filter((name) => name.endsWith('.txt'))
      .map((name) => toModule(folder, name.slice(0, -4)))
  })
}

function toModule(folder: string, name: string): [string, string] {
  const file = path.join(folder, `${name}.txt`)
  const constant = `${name.replaceAll('-', '_').toUpperCase()}_PROMPT`
  const text = readFileSync(file, 'utf8').replaceAll(/[\\`]|\$\{/g, String.raw`\$&`)
  const note = `// Generated from ${name}.txt by \`npm run generate\`.`
  return [path.join(folder, `${name}.ts`), `${note}\nexport const ${constant} = \`${text}\`\n`]
}

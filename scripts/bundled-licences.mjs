// The licences of the packages that a bundle holds, which their terms want to travel with it.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export function bundledLicences({ inputs }) {
  const folders = [...new Set(Object.keys(inputs).map(packageFolder))].filter(Boolean).sort()
  return folders.map(describe).join('\n\n')
}

function packageFolder(file) {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]
}

function describe(folder) {
  const { name, version, license } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  )
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  const text = file === undefined ? '' : readFileSync(path.join(folder, file), 'utf8').trim()
  return `${name} ${version} (${license})\n\n${text}\n`
}

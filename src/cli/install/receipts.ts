import { existsSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { writeState } from '../../config/write-state.js'
import { parseJson } from '../../util/parse-json.js'
import { readOurText } from '../../util/read-bounded.js'

/** What we did to one file, so that it can be undone exactly. */
export const Receipt = z.object({
  file: z.string(),
  agent: z.string(),
  scope: z.enum(['user', 'project']),
  /** The project that we stood in. */
  projectRoot: z.string(),
  version: z.string(),
  at: z.string(),
  /** The file's bytes without our entries; null when there was no file. */
  backup: z.nullable(z.string()),
  /** Of the text that we left: while it matches, no one else has written since. */
  sha256: z.string(),
  /** Folders that we made for it, outermost first. */
  folders: z.array(z.string()),
})
export type Receipt = z.infer<typeof Receipt>

const Receipts = z.object({ version: z.literal(1), files: z.array(Receipt) })

const receiptsFile = (dataDir: string): string => path.join(dataDir, 'installed.json')

/** Each keeps a whole settings file. */
const MAX_BYTES = 256 * 1024 * 1024

/** Receipts that can't be read are none: then our entries are found by their look alone. */
export function readReceipts(dataDir: string): Receipt[] {
  const text = readOurText(receiptsFile(dataDir), MAX_BYTES) ?? ''
  return Receipts.safeParse(parseJson(text)).data?.files ?? []
}

/** False where receipts are there and say nothing: then other installs are unknown. */
export const hasReadableReceipts = (dataDir: string): boolean =>
  readReceipts(dataDir).length > 0 || !existsSync(receiptsFile(dataDir))

/** Puts a receipt in the place of the one for the same file. */
export async function keepReceipt(dataDir: string, receipt: Receipt): Promise<void> {
  const others = readReceipts(dataDir).filter(({ file }) => file !== receipt.file)
  await writeState(receiptsFile(dataDir), { version: 1, files: [...others, receipt] })
}

export async function dropReceipt(dataDir: string, file: string): Promise<void> {
  const all = readReceipts(dataDir)
  const others = all.filter((receipt) => receipt.file !== file)
  if (others.length === all.length) return
  await writeState(receiptsFile(dataDir), { version: 1, files: others })
}

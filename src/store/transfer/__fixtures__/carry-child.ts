/** A process that moves a store: `carry export|import <database> <file>`; prints its peak memory. */
import { openSqliteStore } from '../../sqlite.js'
import { exportFile } from '../export-file.js'
import { importFile } from '../import-file.js'

const [action, database = '', file = ''] = process.argv.slice(2)
const store = await openSqliteStore(database)
const before = process.memoryUsage.rss()
let peak = before
const watch = (): void => {
  peak = Math.max(peak, process.memoryUsage.rss())
}
const started = performance.now()
const rows =
  action === 'export' ? await exportFile(store, file, watch) : await importFile(store, file, watch)
const ms = performance.now() - started
watch()
await store.close()
process.stdout.write(JSON.stringify({ rows, ms, grownBytes: peak - before }))

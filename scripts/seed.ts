/** Makes a project of realistic size to look at: `npm run seed -- FOLDER`, then serve it. */
import path from 'node:path'
import { seedProject } from '../test/support/seed/seed-project.js'

const folder = process.argv[2]
if (folder === undefined) {
  console.error('Name an empty folder: npm run seed -- FOLDER')
  process.exitCode = 2
} else {
  const { root, home } = await seedProject({
    folder: path.resolve(folder),
    now: new Date(),
    played: 24,
  })
  console.log(`Seeded. Look at it:\n  cd ${root} && HOME=${home} reflect serve --open`)
}

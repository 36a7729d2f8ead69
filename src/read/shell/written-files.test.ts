import { describe, expect, it } from 'vitest'
import { parseLine } from './parse-line.js'
import { writtenByCommand } from './written-files.js'

const written = (line: string) =>
  writtenByCommand(parseLine(line).parts).map(({ file, index }) => `${file}@${index}`)

describe('what a command line edits', () => {
  it.each([
    ["sed -i 's/a/b/' src/a.ts && npm test", ['src/a.ts@0']],
    ["npm test && sed -i 's/a/b/' src/a.ts", ['src/a.ts@1']],
    ["cat > src/a.ts <<'EOF'\nnpm test > x.ts\nEOF\nnpm test", ['src/a.ts@0']],
    ["cat <<'EOF' > src/a.ts && npm test\nx\nEOF", ['src/a.ts@0']],
    ["sh -c 'sed -i s/a/b/ src/a.ts && npm test'", ['src/a.ts@0']],
    ['npm test 2>&1 | tee out.ts', []],
    ['npm test > result.json', []],
    ['npm test 2>&1 | tee logs/test.log | tail', []],
    ['git diff > /tmp/a.diff', []],
    ['echo x > notes.txt', []],
    ["echo '// why' >> src/a.ts", []],
    ["printf '%s\\n' '// why' >> src/a.ts", []],
    ["cat >> src/a.ts <<'EOF'\n// why\nEOF", []],
    ["echo 'f()' >> src/a.ts", ['src/a.ts@0']],
    ['npx prettier --write src', []],
    ['git checkout -- src/a.ts', []],
  ])('is read from %j', (line, expected) => {
    expect(written(line)).toEqual(expected)
  })
})

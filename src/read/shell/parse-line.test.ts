import { describe, expect, it } from 'vitest'
import { isSteep, measureGrowth } from '../../../test/linear/measure-growth.js'
import { bareCommand } from './bare-command.js'
import { parseLine } from './parse-line.js'

const programs = (line: string): string[] =>
  parseLine(line).parts.map(({ words }) => bareCommand(words).join(' '))

describe('parseLine', () => {
  it.each<[string, string[]]>([
    ['out=$(npm test 2>&1); echo "$out" | tail -20', ['npm test', 'echo $out', 'tail -20']],
    ['env -u NODE_ENV npm test', ['npm test']],
    ['timeout -k 5 60 nice -n 10 uv run --with x pytest -q', ['pytest -q']],
    ['FOO=1 BAR="a b" npx jest a.test.ts', ['jest a.test.ts']],
    ["bash -lc 'cd api && pytest'", ['cd api', 'pytest']],
    ["bash <<'EOF'\nnpm test\nEOF", ['npm test']],
    ['cat > a.sh <<EOF\nnpm test\nEOF', ['cat']],
    ['git commit -m "a && npm test; b"', ['git commit -m a && npm test; b']],
    ['check() { npm test; }; check', ['npm test']],
    ['unused() { npm test; }', []],
    ['run() { "$@"; }; run cargo test', ['cargo test']],
    ['case $x in a) npm test ;; *) make ;; esac', ['npm test', 'make']],
    ['for d in a b; do (cd $d && npm test); done', ['cd $d', 'npm test']],
    ['ls | xargs -n 1 eslint', ['ls', 'eslint']],
    ["find . -name '*.ts' -exec eslint {} +", ['eslint']],
    ['npm test \\\n  --silent', ['npm test --silent']],
    ['! npm test', ['npm test']],
    ['docker compose exec -T web npm test', ['npm test']],
    ['command -v ruff', ['command -v ruff']],
    ['diff <(sort a) <(pytest)', ['sort a', 'pytest', 'diff <(sort a) <(pytest)']],
    ['', []],
  ])('reads %j as %j', (line, expected) => {
    expect(programs(line)).toEqual(expected)
  })

  it.each<[string, string, string]>([
    ['cd packages/a && npm test', 'npm test', 'packages/a'],
    ['(cd a && npm test); make', 'make', ''],
    ['pushd a; npm test', 'npm test', 'a'],
    ['cd a/b && cd .. && npm test', 'npm test', 'a'],
  ])('knows in %j that %s runs in %j', (line, text, folder) => {
    expect(parseLine(line).parts.find((part) => part.text === text)?.folder).toBe(folder)
  })

  it.each([
    ['npm test > /dev/null 2>&1', true],
    ['npm test > out.log 2>&1', true],
    ['npm test > out.log 2>&1; tail -5 out.log', undefined],
    ['out=$(npm test)', true],
    ['out=$(npm test); echo "$out"', undefined],
    ['npm test 2>/dev/null', undefined],
  ])('knows whether what %j prints is shown', (line, expected) => {
    expect(parseLine(line).parts[0]?.isHidden).toBe(expected)
  })

  it.each([
    ['an open quote', 'npm test "a'],
    ['an open bracket', 'npm test $('],
    ['binary', 'npm\0test \u0001\uffff'],
    ['only operators', '&& || ; |'],
  ])('survives %s', (_, line) => {
    expect(() => parseLine(line)).not.toThrow()
  })

  it('does not read a line that is longer than any that was written by hand', () => {
    const line = parseLine(`npm test ${'a '.repeat(600_000)}`)
    expect(line).toMatchObject({ isUnknown: true })
    expect(line.parts).toHaveLength(1)
  })

  it.each(['a && ', '$(', '"a', '(', 'if a; then ', '<<E\n', '`', "$'", '${a:-'])(
    'takes no longer for %j over and over than its length says',
    async (piece) => {
      const sizes = { probe: 4 * 1024, largest: 60 * 1024 }
      const growth = await measureGrowth(
        { start: '', piece, end: '' },
        (text) => parseLine(text),
        sizes,
      )
      expect(isSteep(growth)).toBe(false)
    },
  )
})

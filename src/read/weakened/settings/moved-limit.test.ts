import { expect, it } from 'vitest'
import type { FileChange } from '../changes/file-change.js'
import { findWeakened } from '../find-weakened.js'

const change = (file: string, before: string | null, after: string | null): FileChange => ({
  file,
  before,
  after,
})
const kindsOf = (changes: FileChange[]): string[] => findWeakened(changes).map(({ kind }) => kind)

const gradle =
  'tasks.jacocoTestCoverageVerification {\n  rule { limit { minimum = "0.78".toBigDecimal() } }\n}\n'
const toml = '[tool.coverage.report]\nfail_under = 88\n'

it.each<[string, FileChange[]]>([
  [
    'to a script of its own',
    [
      change('build.gradle.kts', gradle, 'apply(from = "gradle/gate.gradle.kts")\n'),
      change(
        'gradle/gate.gradle.kts',
        null,
        `val least = "0.78"\n${gradle.replace('"0.78"', 'least')}`,
      ),
    ],
  ],
  [
    'to another settings file',
    [
      change('pyproject.toml', `[project]\nname = "x"\n${toml}`, '[project]\nname = "x"\n'),
      change('.coveragerc', null, '[report]\nfail_under = 88\n'),
    ],
  ],
  [
    'to a finer form',
    [
      change(
        'spec/spec_helper.rb',
        'SimpleCov.start do\n  minimum_coverage 91\nend\n',
        'SimpleCov.start do\n  minimum_coverage line: 91, branch: 80\nend\n',
      ),
    ],
  ],
])('leaves a limit alone that moved %s', (_, changes) => {
  expect(kindsOf(changes)).toEqual([])
})

it('finds a limit that moved and is lower', () => {
  const changes = [
    change('pyproject.toml', `[project]\nname = "x"\n${toml}`, '[project]\nname = "x"\n'),
    change('.coveragerc', null, '[report]\nfail_under = 60\n'),
  ]
  expect(kindsOf(changes)).toEqual(['threshold'])
})

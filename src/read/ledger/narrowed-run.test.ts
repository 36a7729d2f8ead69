import { expect, it } from 'vitest'
import { narrowedBy } from './narrowed-run.js'

it.each<[string, string | null]>([
  ['./gradlew :core:test --tests VatTest', 'name VatTest'],
  ['./gradlew :core:test', 'module :core'],
  ['./gradlew :core:test :billing:test', null],
  ['./gradlew test', null],
  ['./gradlew test --tests com.acme.*', null],
  ['mvn -q test -Dtest=VatTest', 'name VatTest'],
  ['mvn test -Dtest=*Test', null],
  ['mvn test -pl core', 'module core'],
  ['pytest -k vat', 'name vat'],
  ['pytest -k not slow', null],
  ['pytest tests/test_vat.py', 'file tests/test_vat.py'],
  ['pytest tests/test_vat.py::test_one', 'name tests/test_vat.py::test_one'],
  ['pytest tests/test_vat.py tests/test_b.py', null],
  ['pytest tests', null],
  ['pytest -n 4', null],
  ['go test -run TestVat ./...', 'name TestVat'],
  ['go test -run ^$ -bench . ./...', null],
  ['go test ./...', null],
  ['npx vitest run -t vat', 'name vat'],
  ['vitest --run', null],
  ['npm test -t vat', 'name vat'],
  ['npx jest src/vat.test.ts', 'file src/vat.test.ts'],
  ['vendor/bin/phpunit --filter testVat', 'name testVat'],
  ['dotnet test --filter Category!=Slow', null],
  ['dotnet test --filter FullyQualifiedName~Vat', 'name FullyQualifiedName~Vat'],
  ['cargo test -p core', 'module core'],
  ['cargo test --workspace', null],
  ['pnpm --filter core test', 'module core'],
  ['make test', null],
])('%s', (key, expected) => {
  const found = narrowedBy({ key })
  expect(found === null ? null : `${found.by} ${found.what}`).toBe(expected)
})

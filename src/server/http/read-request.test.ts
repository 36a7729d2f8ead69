import { expect, it } from 'vitest'
import { routes } from '../../schema/api/routes.js'
import { HttpError } from './problem-of.js'
import { checkPart } from './read-request.js'

const sessions = routes['GET /sessions'].query
const version = routes['GET /skills/{name}/versions/{commit}'].params
const refusalOf = (check: () => unknown): unknown => {
  try {
    return check()
  } catch (error) {
    return error
  }
}

it.each([
  { value: { since: 'yesterday' }, path: 'since', says: /an instant in UTC such as 2026-/ },
  { value: { nonsense: '1' }, path: 'nonsense', says: /^unknown$/ },
  { value: { ending: 'nonsense' }, path: 'ending', says: /one of done, / },
  { value: { name: 'a', commit: 'HEAD' }, path: 'commit', says: /4 to 40 hexadecimal digits/ },
  { value: { name: 'A', commit: 'abcd' }, path: 'name', says: /a to z/ },
])('says at $path what is allowed instead of $value', ({ value, path, says }) => {
  const contract = 'name' in value ? version : sessions
  const refusal = refusalOf(() => checkPart('query', contract, value))
  expect(refusal).toBeInstanceOf(HttpError)
  expect(refusal).toMatchObject({
    problem: { status: 400, fields: [{ path, message: expect.stringMatching(says) }] },
  })
})

import { expect, it } from 'vitest'
import { filterConfig, groupConfig } from './config-groups.js'

const row = (key: string, shown: string, isDefault = true) => ({
  key,
  shown,
  origin: isDefault ? 'default' : 'user',
  isDefault,
})
const ROWS = [
  row('stop.model', 'none', false),
  row('mode', 'solo', false),
  row('run.riskThreshold', '0.5'),
  row('stop.maxPushes', '2'),
]

it('groups settings by the first part of their key, those without parts first', () => {
  expect(groupConfig(ROWS).map(({ name, rows }) => [name, rows.map(({ key }) => key)])).toEqual([
    ['general', ['mode']],
    ['stop', ['stop.model', 'stop.maxPushes']],
    ['run', ['run.riskThreshold']],
  ])
})

it.each([
  {
    text: '',
    onlyChanged: false,
    keys: ['stop.model', 'mode', 'run.riskThreshold', 'stop.maxPushes'],
  },
  { text: '', onlyChanged: true, keys: ['stop.model', 'mode'] },
  { text: ' RISK ', onlyChanged: false, keys: ['run.riskThreshold'] },
  { text: 'solo', onlyChanged: true, keys: ['mode'] },
  { text: 'nowhere', onlyChanged: false, keys: [] },
])('finds $keys by "$text", changed only: $onlyChanged', ({ keys, ...wanted }) => {
  expect(filterConfig(ROWS, wanted).map(({ key }) => key)).toEqual(keys)
})

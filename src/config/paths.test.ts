import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { configHome, projectStateDir, stateHome, userConfigFile } from './paths.js'

const home = '/home/ada'
const winHome = 'C:\\Users\\ada'

it.each([
  {
    env: {},
    home,
    platform: 'linux',
    config: '/home/ada/.config',
    state: '/home/ada/.local/state',
  },
  {
    env: {},
    home,
    platform: 'darwin',
    config: '/home/ada/.config',
    state: '/home/ada/.local/state',
  },
  {
    env: { XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s' },
    home,
    platform: 'linux',
    config: '/c',
    state: '/s',
  },
  {
    env: { XDG_CONFIG_HOME: 'relative', XDG_STATE_HOME: '' },
    home,
    platform: 'linux',
    config: '/home/ada/.config',
    state: '/home/ada/.local/state',
  },
  {
    env: { APPDATA: 'D:\\roam', LOCALAPPDATA: 'D:\\local', XDG_STATE_HOME: '/s' },
    home: winHome,
    platform: 'win32',
    config: 'D:\\roam',
    state: 'D:\\local',
  },
  {
    env: {},
    home: winHome,
    platform: 'win32',
    config: 'C:\\Users\\ada\\AppData\\Roaming',
    state: 'C:\\Users\\ada\\AppData\\Local',
  },
] as const)(
  'finds the folders on $platform with $env',
  ({ env, home, platform, config, state }) => {
    expect({
      config: configHome(env, home, platform),
      state: stateHome(env, home, platform),
    }).toEqual({ config, state })
  },
)

it.each([
  { platform: 'linux', home, expected: '/home/ada/.config/reflectory/reflection.yaml' },
  {
    platform: 'win32',
    home: winHome,
    expected: 'C:\\Users\\ada\\AppData\\Roaming\\reflectory\\reflection.yaml',
  },
] as const)('names the user file on $platform', ({ platform, home, expected }) => {
  expect(userConfigFile({}, home, platform)).toBe(expected)
})

it('names the state directory after the first 16 hex digits of the identity', () => {
  const digest = createHash('sha256').update('/repo/.git').digest('hex')
  expect(projectStateDir('/s', '/repo/.git')).toBe(`/s/reflectory/${digest.slice(0, 16)}`)
})

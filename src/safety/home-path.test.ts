import { describe, expect, it } from 'vitest'
import { expandHome, hideHome, signHome, unsignHome } from './home-path.js'

describe('a text that is recorded', () => {
  it.each([
    { home: '/home/u', text: 'in /home/u/shop/a.ts:3', is: 'in ~/shop/a.ts:3' },
    { home: '/home/u/', text: '/home/u', is: '~' },
    { home: '/home/u', text: 'at file:///home/u/x.mjs', is: 'at file://~/x.mjs' },
    { home: '/home/my u', text: 'file:///home/my%20u/x "/home/my u/y"', is: 'file://~/x "~/y"' },
    { home: '/home/u', text: '/home/u2/x /srv/home/u/x /home/u.old', is: null },
    { home: '/home/u', text: 'PATH=/home/u/bin:/home/u/.local/bin', is: 'PATH=~/bin:~/.local/bin' },
    { home: 'C:\\Users\\u', text: '{"cwd":"C:\\\\Users\\\\u\\\\x"}', is: '{"cwd":"~\\\\x"}' },
    { home: 'C:\\Users\\u', text: 'in C:\\Users\\u\\x', is: 'in ~\\x' },
    { home: '/', text: '/etc', is: null },
    { home: '', text: '/etc', is: null },
    { home: 'C:\\', text: 'C:\\x', is: null },
    { home: '/a.b', text: '/aXb/c /a.b/c', is: '/aXb/c ~/c' },
  ])('names no home $home: $text', ({ home, text, is }) => {
    const hide = hideHome(home)
    expect(hide(text)).toBe(is ?? text)
    expect(hide(hide(text))).toBe(is ?? text)
  })

  it.each(['/home/u', '/home/my "u"', 'C:\\Users\\u'])('stays JSON: %s', (home) => {
    const value = { cwd: `${home}/shop`, list: [home] }
    expect(JSON.parse(hideHome(home)(JSON.stringify(value)))).toEqual({
      cwd: '~/shop',
      list: ['~'],
    })
  })
})

it.each([
  { home: '/home/u', text: 'cd /home/u/shop; cd ~/shop; ls /home/u2' },
  { home: '/home/my u', text: '"/home/my u/x" file:///home/my%20u/x' },
  { home: 'C:\\Users\\u', text: JSON.stringify({ cwd: 'C:\\Users\\u\\x', other: 'C:\\Users' }) },
  { home: '/home/$&', text: 'cd /home/$&/x' },
])('what only we read again has no $home in it and is the same again', ({ home, text }) => {
  const signed = signHome(text, home)
  expect(hideHome(home)(signed)).toBe(signed)
  expect(signed).not.toBe(text)
  expect(unsignHome(signed, home)).toBe(text)
})

it.each([
  { path: '~/shop', is: '/home/u/shop' },
  { path: '~', is: '/home/u' },
  { path: '~other/shop', is: '~other/shop' },
  { path: '/srv/shop', is: '/srv/shop' },
])('a recorded path $path is $is again', ({ path, is }) => {
  expect(expandHome(path, '/home/u')).toBe(is)
})

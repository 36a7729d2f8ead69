'use strict'
var V = require('node:fs')
var q = (...e) => process.getBuiltinModule('node:os').homedir(...e)
var s = process.getBuiltinModule('node:path')
function w(e, t) {
  return Object.hasOwn(e, t) ? e[t] : void 0
}
var Je = { 'claude-code': 'CLAUDE_CODE_SESSION_ATTENDED' }
function Ge(e, t) {
  let n = t[w(Je, e) ?? '']
  return n === '1' ? !0 : n === '0' ? !1 : null
}
var Y = (e, t) => Ge(e, t) === !0
var ze = { codex: '{}' },
  k = (e) => w(ze, e) ?? ''
var Ve = { 'claude-code': { GROK_HOOK_EVENT: 'grok' }, cursor: { GROK_HOOK_EVENT: 'grok' } }
function Q(e, t) {
  return Object.entries(w(Ve, e) ?? {}).find(([o]) => t[o] !== void 0)?.[1] ?? e
}
function S(e) {
  return typeof e == 'object' && e !== null && !Array.isArray(e) ? e : We
}
var We = Object.freeze({}),
  g = (e) => (typeof e == 'string' ? e : null)
function Z(e, t) {
  let n = g(e.tool_use_id),
    o = g(e.transcript_path)
  if (n === null || o === null) return !1
  let r = t(o),
    i = r.lastIndexOf(`"CommandExecution","id":${JSON.stringify(n)}`)
  if (i === -1) return !1
  let c = r.indexOf('"status":"', i)
  return c !== -1 && r.startsWith('"status":"failed"', c)
}
var ee = 600
function b(e, { exit: t }) {
  if (t === void 0) return null
  let n = t.at === 'head' ? e.slice(0, ee) : e.slice(-ee),
    [, o] = t.pattern.exec(n) ?? []
  return o === void 0 ? null : Number(o)
}
var te = {
  kinds: {
    bash: 'command',
    powershell: 'command',
    read_bash: 'read',
    read_powershell: 'read',
    edit: 'edit',
    create: 'edit',
    apply_patch: 'edit',
    view: 'read',
    grep: 'search',
    glob: 'search',
    web_fetch: 'web',
    web_search: 'web',
    update_todo: 'todo',
    task: 'subagent',
    ask_user: 'ask',
    exit_plan_mode: 'plan',
  },
  file: ['path'],
  written: ['file_text', 'new_str'],
  replaced: ['old_str'],
  patch: ['patch'],
  creates: ['create'],
  exit: { at: 'tail', pattern: /<[^<>]*\bexit code (-?\d+)>\s*$/ },
  endings: [
    [/denied|rejected/, 'denied'],
    [/abort|cancel|interrupt/, 'interrupted'],
  ],
}
var ne = (e) => (b(Xe(e), te) ?? 0) !== 0,
  Xe = (e) =>
    (g(S(e.toolResult).textResultForLlm) ?? '').replace(
      /<shellId: \S{1,40} (?=completed with exit code )/,
      '<',
    )
var oe = {
  kinds: {
    run_shell_command: 'command',
    replace: 'edit',
    edit: 'edit',
    write_file: 'edit',
    read_file: 'read',
    read_many_files: 'read',
    list_directory: 'read',
    glob: 'search',
    search_file_content: 'search',
    grep_search: 'search',
    google_web_search: 'web',
    web_fetch: 'web',
    write_todos: 'todo',
    delegate_to_agent: 'subagent',
    ask_user: 'ask',
    exit_plan_mode: 'plan',
  },
  file: ['file_path', 'absolute_path', 'path'],
  written: ['content', 'new_string'],
  replaced: ['old_string'],
  creates: ['write_file'],
  todos: { tool: 'write_todos', list: 'todos', text: ['description', 'content'] },
  exit: { at: 'tail', pattern: /(?:^|\n|\\n)Exit Code: (-?\d+)/ },
  endings: [[/^cancelled$/, 'interrupted']],
}
var re = (e) => qe(e) || (b(Ye(e), oe) ?? 0) !== 0,
  qe = (e) => S(e.tool_response).error !== void 0,
  Ye = (e) => g(S(e.tool_response).llmContent) ?? ''
var se = {
  kinds: {
    run_terminal_command: 'command',
    search_replace: 'edit',
    write: 'edit',
    read_file: 'read',
    list_dir: 'read',
    get_command_or_subagent_output: 'read',
    grep: 'search',
    search_tool: 'search',
    web_fetch: 'web',
    web_search: 'web',
    todo_write: 'todo',
    spawn_subagent: 'subagent',
    ask_user_question: 'ask',
    exit_plan_mode: 'plan',
  },
  file: ['file_path', 'target_file', 'target_directory', 'path'],
  written: ['content', 'new_string'],
  replaced: ['old_string'],
  creates: ['write'],
  todos: { tool: 'todo_write', list: 'todos', text: ['content'] },
  exit: { at: 'head', pattern: /^exit: (-?\d{1,5})\b/ },
  endings: [[/^(?:User rejected|Permission denied)/, 'denied']],
}
var ie = (e) => (b(Qe(e), se) ?? 0) !== 0,
  Qe = (e) => g(S(e.toolResult).output_for_prompt) ?? ''
var N = { event: 'PostToolUseFailure', hasFailed: () => !0 },
  Ze = {
    'claude-code': N,
    qwen: N,
    pi: N,
    cursor: { event: 'postToolUseFailure', hasFailed: () => !0 },
    codex: { event: 'PostToolUse', hasFailed: Z },
    gemini: { event: 'AfterTool', hasFailed: re },
    copilot: { event: 'postToolUse', hasFailed: ne },
    grok: { event: 'PostToolUse', hasFailed: ie },
  }
function le(e, t) {
  let n = w(Ze, e)
  return n?.event === t ? n : null
}
var L = require('node:fs')
var ce = (...e) => process.getBuiltinModule('node:crypto').createHash(...e)
var ae = (e) => ce('sha256').update(e).digest('hex')
var ue = 16,
  de = (e) => ae(e).slice(0, ue)
function pe(e, t) {
  let n = `
${tt(e)}`,
    o = n.indexOf(` ${t}
`),
    r = n.slice(Math.max(0, o - ue - 1), Math.max(0, o))
  return /^\n[0-9a-f]{16}$/.test(r) ? r.slice(1) : null
}
var In = 64 * 1024,
  et = (e) => s.join(e, 'projects')
function tt(e) {
  try {
    return (0, L.readFileSync)(et(e), 'utf8')
  } catch {
    return ''
  }
}
function nt(e, t, n) {
  return n === 'win32'
    ? (I(e.APPDATA, s.win32) ?? s.win32.join(t, 'AppData', 'Roaming'))
    : (I(e.XDG_CONFIG_HOME, s.posix) ?? s.posix.join(t, '.config'))
}
function fe(e, t, n) {
  return (n === 'win32' ? s.win32 : s.posix).join(nt(e, t, n), 'reflectory', H)
}
function A(e, t, n) {
  return n === 'win32'
    ? (I(e.LOCALAPPDATA, s.win32) ?? s.win32.join(t, 'AppData', 'Local'))
    : (I(e.XDG_STATE_HOME, s.posix) ?? s.posix.join(t, '.local', 'state'))
}
function me(e, t) {
  let n = s.join(e, 'reflectory')
  return s.join(n, pe(n, t) ?? de(t))
}
var H = 'reflection.yaml'
function I(e, t) {
  return e !== void 0 && t.isAbsolute(e) ? e : void 0
}
var ke = require('node:fs')
function ge(e) {
  return e === !1 || (typeof e == 'string' && /^(?:off|false|no)$/i.test(e))
}
var ot =
  /^(?:mode|"mode"|'mode')[ \t]*:[ \t]+(?:off|false|no|"(?:off|false|no)"|'(?:off|false|no)')[ \t]*(?:[ \t]#.*)?$/im
function rt(e) {
  if (e === '') return null
  let t = e.search(ot)
  return t < 0
    ? null
    : e.slice(0, t).split(`
`).length
}
function K(e) {
  return rt(e) !== null
}
var d = require('node:fs')
var st = 256,
  it = 8192
function v(e) {
  let t = U(s.resolve(e)) ?? s.resolve(e),
    n = t
  for (let o = 0; o < st; o += 1) {
    let r = lt(n)
    if (r !== null) return { root: n, identity: r }
    let i = s.dirname(n)
    if (i === n) break
    n = i
  }
  return { root: t, identity: t }
}
function lt(e) {
  let t = s.join(e, '.git'),
    n = ye(t)
  if (n === 'directory') return $(t) ? U(t) : null
  if (n === 'link') return $(t) ? e : null
  if (n !== 'file') return null
  let o = O(e, P(t), /^gitdir: (.+)$/m)
  return o === null || !$(o) ? null : (ct(o, e) ?? e)
}
function ct(e, t) {
  let n = O(e, P(s.join(e, 'commondir')), /^(.+)$/m)
  if (n !== null) return O(e, P(s.join(e, 'gitdir')), /^(.+)$/m) === s.join(t, '.git') ? n : null
  let o = P(s.join(e, 'config'))
  return O(e, o, /^[ \t]*worktree[ \t]*=[ \t]*"?([^"\r\n]+)/m) === t ? e : null
}
function O(e, t, n) {
  let o = t?.match(n)?.[1]?.trim()
  return !o || o.includes('\0') ? null : U(s.resolve(e, o))
}
function $(e) {
  return ye(s.join(e, 'HEAD')) !== 'none'
}
function ye(e) {
  try {
    let t = (0, d.lstatSync)(e)
    return t.isSymbolicLink()
      ? 'link'
      : t.isDirectory()
        ? 'directory'
        : t.isFile()
          ? 'file'
          : 'none'
  } catch {
    return 'none'
  }
}
function U(e) {
  try {
    return d.realpathSync.native(e)
  } catch {
    return null
  }
}
function P(e) {
  try {
    if (!(0, d.statSync)(e).isFile()) return null
    let t = (0, d.openSync)(e, 'r')
    try {
      let n = Buffer.alloc(Math.min((0, d.fstatSync)(t).size, it))
      return n.toString('utf8', 0, (0, d.readSync)(t, n, 0, n.length, 0))
    } finally {
      ;(0, d.closeSync)(t)
    }
  } catch {
    return null
  }
}
var at = /^ *#[\t\x20-\x7e]*$/gm,
  ut = /^(?: *\n)*mode: +(solo|orchestrated) *(?: #[\t\x20-\x7e]*)?(?:\n *)*$/
function xe(e) {
  let t = ut.exec(e.replaceAll(at, ''))?.[1]
  return t === void 0
    ? null
    : {
        value: t,
        line: e.slice(0, e.search(/^mode/m)).split(`
`).length,
      }
}
var we = require('node:buffer')
var p = require('node:fs')
function he(e, t) {
  try {
    let n = (0, p.lstatSync)(e, { throwIfNoEntry: !1 })
    if (n === void 0) return { state: 'absent' }
    let o = n.isSymbolicLink()
    return o && !t.followLink
      ? { state: 'refused', reason: 'is a symbolic link' }
      : !o && !n.isFile()
        ? { state: 'refused', reason: 'is not a regular file' }
        : dt(e, t)
  } catch (n) {
    let { code: o = 'unknown error' } = n
    return o === 'ENOENT' || o === 'ENOTDIR'
      ? { state: 'absent' }
      : { state: 'refused', reason: `can't be read (${o})` }
  }
}
function dt(e, { followLink: t, maxBytes: n, longer: o = 'refuse' }) {
  let r = t ? 0 : (p.constants.O_NOFOLLOW ?? 0),
    i = (0, p.openSync)(e, p.constants.O_RDONLY | (p.constants.O_NONBLOCK ?? 0) | r)
  try {
    let c = (0, p.fstatSync)(i)
    if (!c.isFile()) return { state: 'refused', reason: 'is not a regular file' }
    if (c.size > n && o === 'refuse')
      return { state: 'refused', reason: `is larger than ${Math.floor(n / 1024)} KB` }
    let l = Buffer.alloc(Math.min(c.size, n))
    return { state: 'bytes', bytes: l.subarray(0, pt(i, l)), stat: c }
  } finally {
    ;(0, p.closeSync)(i)
  }
}
function pt(e, t) {
  let n = 0
  for (; n < t.length;) {
    let o = (0, p.readSync)(e, t, n, t.length - n, null)
    if (o === 0) break
    n += o
  }
  return n
}
var Se = 256 * 1024
function T(e, t) {
  let n = he(e, { ...t, maxBytes: Se })
  return n.state === 'absent'
    ? { state: 'absent', text: '' }
    : n.state === 'refused'
      ? { state: 'refused', text: '', reason: n.reason }
      : ft(n.bytes)
}
function ft(e) {
  if (e.length > Se) return { state: 'refused', text: '', reason: 'is too large' }
  let t = mt(e)
  return t === null
    ? { state: 'refused', text: '', reason: 'is not UTF-8 text' }
    : { state: 'text', text: t, bytes: e }
}
function mt(e) {
  if (!(0, we.isUtf8)(e) || e.includes(0)) return null
  let t = e.toString('utf8')
  return t.startsWith(gt) ? t.slice(1) : t
}
var gt = '\uFEFF'
var yt = 'pause.json'
function Te(e, t) {
  let n = T(s.join(e, yt), { followLink: !1 })
  if (n.state === 'absent') return []
  let o = n.state === 'text' ? xt(n.text) : null
  return o === null
    ? [{ session: null, until: null }]
    : o.filter(({ until: r }) => r === null || Date.parse(r) > t.getTime())
}
function xt(e) {
  try {
    let { pauses: t } = JSON.parse(e)
    return Array.isArray(t) && t.every(ht) ? t : null
  } catch {
    return null
  }
}
function ht(e) {
  if (typeof e != 'object' || e === null) return !1
  let { session: t, until: n } = e
  return (
    (t === null || typeof t == 'string') &&
    (n === null || (typeof n == 'string' && !isNaN(Date.parse(n))))
  )
}
var Me = 'trust.json'
function be(e) {
  let { env: t, home: n, platform: o, cwd: r, now: i } = e,
    c = t.REFLECTION_MODE ?? ''
  if (ge(c) || (c === '' && t.CI === 'true')) return 'off'
  let l = (e.readUserFile ?? J(e))()
  if (l.state === 'refused') return 'ask'
  if (xe(l.text) === null && K(l.text)) return 'off'
  let u = v(r),
    m = T(s.join(u.root, H), { followLink: !1 }),
    f = c !== '' || _e(l.text)
  if (K(m.text)) return f ? 'ask' : 'off'
  if (!f && !_e(m.text)) return 'off'
  let x = me(A(t, n, o), u.identity)
  return (!f && !(0, ke.existsSync)(s.join(x, Me))) || Te(x, i).some((R) => R.session === null)
    ? 'off'
    : 'ask'
}
function J(e) {
  let t = fe(e.env, e.home, e.platform),
    n = null
  return () => (n ??= T(t, { followLink: !0 }))
}
function _e(e) {
  return /^(?![ \t]*#).*(?:mode|\\)/m.test(e)
}
var Ee = require('node:fs')
function Be(e, t, n) {
  if (n === 'win32') {
    let i = e.LOCALAPPDATA ?? '',
      c = s.win32.isAbsolute(i) ? i : s.win32.join(t, 'AppData', 'Local')
    return s.win32.join(c, 'reflectory')
  }
  let o = e.XDG_DATA_HOME ?? '',
    r = s.posix.isAbsolute(o) ? o : s.posix.join(t, '.local', 'share')
  return s.posix.join(r, 'reflectory')
}
function Re(e, { env: t, home: n, platform: o, cwd: r }) {
  let i = Be(t, n, o),
    { root: c } = v(r)
  return wt(i).some(({ agent: l, scope: u, projectRoot: m, version: f, file: x }) => {
    if (l !== e || !(u === 'user' || m === c)) return !1
    let h = s.join(i, String(f), 'hook.cjs')
    return (0, Ee.existsSync)(h) && Ce(String(x)).includes(JSON.stringify(h).slice(1, -1))
  })
}
function wt(e) {
  try {
    let t = Ce(s.join(e, 'installed.json')),
      { files: n } = JSON.parse(t)
    return n.filter((o) => typeof o == 'object' && o !== null)
  } catch {
    return []
  }
}
var Ce = (e) => T(e, { followLink: !0 }).text
var Pe = require('node:fs')
var a = require('node:fs')
var j = require('node:fs')
function G(e, t = 448) {
  if ((0, j.existsSync)(e)) return
  let n = s.dirname(e)
  n !== e && G(n, t)
  try {
    ;(0, j.mkdirSync)(e, { mode: t })
  } catch (o) {
    if (o.code !== 'EEXIST') throw o
  }
}
var D = 8,
  z = 64 * 1024,
  Ie = 6e4
function Ae(e) {
  let t = s.join(e.folder, `${e.build}-${e.part}.code`)
  return { take: () => St(t), keep: (n, o) => Et(t, e, n, o), discard: () => B(t) }
}
function St(e) {
  try {
    let t = Tt(e)
    if (t !== null && !_t(e) && Bt(e)) return t
  } catch {}
  return (B(e), null)
}
function Tt(e) {
  let t = (0, a.openSync)(e, 'r')
  try {
    let n = ((0, a.fstatSync)(t).size - D) / 2
    if (n <= 0 || !Number.isInteger(n)) return null
    let o = Buffer.allocUnsafeSlow(D + n)
    if ((0, a.readSync)(t, o) !== o.length) return null
    let r = o.subarray(D)
    return Mt(t, r) ? { data: r, times: o.readUInt32LE() } : null
  } finally {
    ;(0, a.closeSync)(t)
  }
}
function Mt(e, t) {
  let n = Buffer.allocUnsafeSlow(z)
  for (let o = 0; o < t.length; o += z) {
    let r = t.subarray(o, o + z),
      i = (0, a.readSync)(e, n, 0, r.length, null)
    if (!r.equals(n.subarray(0, i))) return !1
  }
  return !0
}
var Oe = /\.(\d+)\.used$/
function _t(e) {
  let [t, n] = [s.dirname(e), s.basename(e)],
    o = (0, a.readdirSync)(t)
      .filter((r) => r.startsWith(`${n}.`) && Oe.test(r))
      .filter((r) => kt(s.join(t, r)))
  for (let r of o) B(s.join(t, r))
  return o.length > 0
}
function kt(e) {
  let t = Number(Oe.exec(e)?.[1]),
    { mtimeMs: n } = (0, a.statSync)(e, { throwIfNoEntry: !1 }) ?? {}
  return n === void 0 ? !1 : t === process.pid || Date.now() - n > Ie || !bt(t)
}
function bt(e) {
  try {
    return process.kill(e, 0)
  } catch (t) {
    return t.code === 'EPERM'
  }
}
function Bt(e) {
  let t = `${e}.${process.pid}.used`
  try {
    ;(0, a.closeSync)((0, a.openSync)(t, 'wx', 384))
  } catch {
    return !1
  }
  return (process.once('exit', () => B(t)), !0)
}
function Et(e, { folder: t, build: n }, o, r) {
  let i = `${e}.${process.pid}.new`
  try {
    ;(G(t), Ct(t, n))
    let c = (0, a.openSync)(i, 'w', 384)
    try {
      let l = Buffer.alloc(D)
      l.writeUInt32LE(r)
      for (let u of [l, o, o]) Rt(c, u)
      ;(0, a.fsyncSync)(c)
    } finally {
      ;(0, a.closeSync)(c)
    }
    ;(0, a.renameSync)(i, e)
  } catch {
    B(i)
  }
}
function Rt(e, t) {
  for (let n = 0; n < t.length;) n += (0, a.writeSync)(e, t, n, t.length - n)
}
function Ct(e, t) {
  for (let n of (0, a.readdirSync)(e)) {
    let o = s.join(e, n)
    ;(!n.startsWith(t) || (n.endsWith('.new') && It(o))) && B(o)
  }
}
function It(e) {
  let { mtimeMs: t } = (0, a.statSync)(e, { throwIfNoEntry: !1 }) ?? { mtimeMs: 1 / 0 }
  return Date.now() - t > Ie
}
function B(e) {
  try {
    ;(0, a.unlinkSync)(e)
  } catch {}
}
var At = 3
function ve(e, t, n, o) {
  let r = (0, Pe.readFileSync)(e, 'latin1'),
    i = `answer-${process.version}-${process.arch}-${Ot(r)}`,
    c = /^[A-Za-z]{1,40}$/.test(o ?? '') ? o : 'any',
    l = Ae({ folder: n, build: i, part: c })
  function u(M) {
    let { Script: F } = process.getBuiltinModule('node:vm'),
      C = new F(r, { filename: e, cachedData: M }),
      _ = { exports: {} }
    return (C.runInThisContext()(_.exports, t, _, e), { script: C, module: _.exports })
  }
  let m = l.take(),
    { script: f, module: x } = R(m?.data) ?? u(void 0),
    h = f.cachedDataRejected === !1 && m !== null ? m.times : 0
  return {
    module: x,
    build: i,
    keep: () => (h < At ? l.keep(f.createCachedData(), h + 1) : void 0),
  }
  function R(M) {
    if (M === void 0) return null
    try {
      return u(M)
    } catch {
      return (l.discard(), null)
    }
  }
}
var Ot = (e) => e.slice(2, e.indexOf('*/'))
var y = require('node:fs')
function Pt(e) {
  try {
    return JSON.parse(e)
  } catch {
    return
  }
}
function je(e) {
  let t = Pt(e)
  return typeof t == 'object' && t !== null && !Array.isArray(t) ? t : null
}
var Fe = 1024 * 1024,
  De = 64 * 1024
function Ne({ hasFailed: e }, t = 0) {
  try {
    let n = vt(t)
    return n === null ? null : { text: n.text, failed: e(n.value, jt) }
  } catch {
    return null
  }
}
function vt(e) {
  let t = []
  for (let n = 0; n <= Fe;) {
    let o = Buffer.allocUnsafe(De),
      r = (0, y.readSync)(e, o, 0, De, null)
    ;(t.push(o.subarray(0, r)), (n += r))
    let i = r === 0
    if (!i && !/\}\s*$/.test(o.toString('latin1', Math.max(0, r - 16), r))) continue
    let c = Buffer.concat(t).toString('utf8'),
      l = je(c)
    if (l !== null) return { text: c, value: l }
    if (i) return null
  }
  return null
}
function jt(e) {
  let t = (0, y.openSync)(e, 'r')
  try {
    let n = (0, y.fstatSync)(t)
    if (!n.isFile()) return ''
    let o = Buffer.allocUnsafe(Math.min(n.size, Fe)),
      r = (0, y.readSync)(t, o, 0, o.length, n.size - o.length)
    return o.toString('latin1', 0, r)
  } finally {
    ;(0, y.closeSync)(t)
  }
}
function Le(e, t) {
  let n = new AbortController(),
    o = Date.now(),
    [r, i] = [e, 0],
    c = setInterval(() => {
      i += 50
      let l = Math.max(i, Dt()),
        u = (Date.now() - o) / 5
      ;(Math.max(l, u) >= r - Math.min(r * 0.4, 4e3) && n.abort(),
        !(Math.max(l, u) < r) && (clearInterval(c), t()))
    }, 50)
  return (
    c.unref(),
    {
      signal: n.signal,
      extend: (l) => {
        r = Math.max(r, l)
      },
    }
  )
}
function Dt() {
  let { user: e, system: t } = process.cpuUsage()
  return (e + t) / 1e3
}
var Ft = 2e3,
  Nt = 1e3
async function Lt() {
  let { env: e, platform: t } = process,
    [n = '', o = null] = process.argv.slice(2),
    r = Q(n, e),
    i = le(r, o),
    c = i === null ? null : Ne(i)
  if (i !== null && !c?.failed) return E(k(r))
  let l = { env: e, home: q(), platform: t, cwd: Ht(e), folder: __dirname },
    u = J(l)
  if (be({ ...l, readUserFile: u, now: new Date() }) === 'off') return E(k(r))
  if (Re(r, l)) return E(k(r))
  if (o === '--stdio')
    return require(s.join(__dirname, 'resident.cjs')).serveClient({ ...l, agentId: r })
  if (o === 'wake') return $t(r, l)
  let f = null,
    x = Le(Ft, () => {
      ;(f?.(), E(k(r)), process.exit(0))
    }),
    { module: h, build: R, keep: M } = Ke(l, o),
    { answer: F, logTimeout: C } = h,
    _ = { ...l, agentId: r, eventName: o }
  f = () => C(_)
  let { reply: Ue, finish: W } = await F({ ..._, build: R, budget: x, readUserFile: u, told: c }),
    X = E(Ue)
  if (W === null) return X
  ;((await W()) || M(), await X)
}
var Ht = (e) => e.CLAUDE_PROJECT_DIR || process.cwd()
function Ke({ env: e, home: t, platform: n }, o) {
  let r = s.join(A(e, t, n), 'reflectory', 'code')
  return ve(s.join(__dirname, 'answer.cjs'), require, r, o)
}
var Kt = 59e4
async function $t(e, t) {
  if (!Y(e, t.env)) return
  setTimeout(() => process.exit(0), Kt).unref()
  let { module: n, keep: o } = Ke(t, 'wake'),
    r = await n.answerWake({ ...t, agentId: e, eventName: 'wake' })
  ;(o(),
    r !== null &&
      ((0, V.writeSync)(
        2,
        `${r}
`,
      ),
      process.exit(2)))
}
var He = !1
function E(e) {
  return He || ((He = !0), e === '')
    ? Promise.resolve()
    : new Promise((t) => {
        ;(setTimeout(t, Nt),
          process.stdout.on('error', () => t()),
          process.stdout.write(
            `${e}
`,
            () => t(),
          ))
      })
}
function $e(e) {
  try {
    let t = e?.stack ?? String(e)
    ;(process.env.REFLECTION_DEBUG === '1' &&
      (0, V.writeSync)(
        2,
        `${t}
`,
      ),
      E(k(process.argv[2] ?? '')))
  } finally {
    process.exit(0)
  }
}
process.on('uncaughtException', $e)
Lt().then(() => process.exit(0), $e)

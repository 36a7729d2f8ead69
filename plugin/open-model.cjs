'use strict'
var ns = Object.create
var Je = Object.defineProperty
var rs = Object.getOwnPropertyDescriptor
var os = Object.getOwnPropertyNames
var is = Object.getPrototypeOf,
  ss = Object.prototype.hasOwnProperty
var Cn = (e, t) => {
    for (var n in t) Je(e, n, { get: t[n], enumerable: !0 })
  },
  Nn = (e, t, n, r) => {
    if ((t && typeof t == 'object') || typeof t == 'function')
      for (let o of os(t))
        !ss.call(e, o) &&
          o !== n &&
          Je(e, o, { get: () => t[o], enumerable: !(r = rs(t, o)) || r.enumerable })
    return e
  }
var J = (e, t, n) => (
    (n = e != null ? ns(is(e)) : {}),
    Nn(t || !e || !e.__esModule ? Je(n, 'default', { value: e, enumerable: !0 }) : n, e)
  ),
  as = (e) => Nn(Je({}, '__esModule', { value: !0 }), e)
var Ol = {}
Cn(Ol, { openModel: () => Zl, openRecordings: () => Ml })
module.exports = as(Ol)
var es = J(require('node:path'), 1),
  $t = require('node:os')
var tt = require('node:fs/promises'),
  Dt = J(require('node:path'), 1)
var _e = require('node:fs'),
  se = J(require('node:path'), 1)
function jn(e, t, n) {
  let r = t.PATH ?? t.Path ?? '',
    o = [e, r, n].join('\0')
  if (We?.key === o && Dn(We.file)) return We.file
  let i = r.split(se.default.delimiter),
    s = process.platform === 'win32' ? [`${e}.exe`] : [e],
    a = Ln(n)
  for (let c of i) {
    if (!se.default.isAbsolute(c) || Ln(c).startsWith(a)) continue
    let u = s.map((l) => se.default.join(c, l)).find(Dn)
    if (u !== void 0) return ((We = { key: o, file: u }), u)
  }
  return null
}
var We = null
function Ln(e) {
  let t = se.default.resolve(e),
    n = t.endsWith(se.default.sep) ? t : `${t}${se.default.sep}`
  return process.platform === 'win32' ? n.toLowerCase() : n
}
function Dn(e) {
  try {
    return (0, _e.statSync)(e, { throwIfNoEntry: !1 })?.isFile() !== !0
      ? !1
      : ((0, _e.accessSync)(e, _e.constants.X_OK), !0)
  } catch {
    return !1
  }
}
var vt = require('node:child_process')
var He = class {
  #e
  #n = []
  #r = 0
  #t = []
  #o = 0
  total = 0
  constructor(t) {
    this.#e = Math.floor(t / 2)
  }
  add(t) {
    this.total += t.length
    let n = Math.max(0, this.#e - this.#r),
      r = t.subarray(0, n)
    ;(r.length > 0 && this.#n.push(r),
      (this.#r += r.length),
      t.length > n && this.#i(t.subarray(n)))
  }
  #i(t) {
    for (this.#t.push(t), this.#o += t.length; this.#o - this.#t[0].length >= this.#e;)
      this.#o -= this.#t.shift().length
  }
  toString() {
    let t = Buffer.concat(this.#n).toString('utf8'),
      n = Buffer.concat(this.#t).subarray(-this.#e),
      r = this.total - this.#r - n.length
    return n.length === 0
      ? t
      : r === 0
        ? Buffer.concat([...this.#n, n]).toString('utf8')
        : `${t}
\u2026 ${r} bytes left out \u2026
${n.toString('utf8')}`
  }
}
var cs = 8e3
function Bn(e) {
  return new Promise((t) => {
    let [n, ...r] = e.command,
      o
    try {
      o = (0, vt.spawn)(n, r, {
        cwd: e.cwd,
        env: { ...e.env },
        detached: process.platform !== 'win32',
        stdio: ['pipe', 'pipe', 'pipe'],
        windowsHide: !0,
      })
    } catch (i) {
      t({ end: 'not_started', message: i.message })
      return
    }
    us(o, e, t)
  })
}
function us(e, t, n) {
  let { signal: r, graceMs: o = 500 } = t,
    i = new He(t.overflow === 'cut' ? t.maxOutputBytes : 1 / 0),
    s = Buffer.alloc(0),
    a = null,
    c,
    u = () => Fn(e, 'SIGKILL'),
    l = (d) => {
      a === null &&
        ((a = d),
        e.stdout?.destroy(),
        e.stderr?.destroy(),
        Fn(e, 'SIGTERM'),
        (c = setTimeout(u, o)))
    },
    f = () => l('aborted'),
    m = (d) => ({ end: 'killed', why: d, output: i.toString(), errorTail: s.toString('utf8') }),
    p = (d) => {
      ;(clearTimeout(c), process.off('exit', u), r.removeEventListener('abort', f), u(), n(d))
    }
  ;(e.pid !== void 0 && t.onStart?.(e.pid),
    process.on('exit', u),
    r.addEventListener('abort', f),
    r.aborted && f(),
    e.stdout?.on('data', (d) => {
      ;(i.add(d), i.total > t.maxOutputBytes && t.overflow !== 'cut' && l('too_large'))
    }),
    e.stderr?.on('data', (d) => {
      s = Buffer.concat([s, d]).subarray(-cs)
    }),
    e.stdin?.on('error', () => {}),
    e.stdin?.end(t.input),
    e.on('error', (d) => p({ end: 'not_started', message: d.message })),
    e.on('exit', (d) => {
      if (a !== null) return p(m(a))
      ;(u(),
        (c = setTimeout(() => {
          ;(e.stdout?.destroy(), e.stderr?.destroy())
        }, o)),
        e.once('close', () => {
          if (a !== null) return p(m(a))
          let b = { output: i.toString(), outputBytes: i.total }
          p({ end: 'exited', code: d ?? 1, ...b, errorTail: s.toString('utf8') })
        }))
    }))
}
function Fn(e, t) {
  if (e.pid !== void 0)
    try {
      process.platform !== 'win32'
        ? process.kill(-e.pid, t)
        : t === 'SIGKILL'
          ? (0, vt.spawn)('taskkill', ['/PID', String(e.pid), '/T', '/F'])
          : e.kill()
    } catch {}
}
function At(e, t, { of: n, maxChars: r }) {
  let o = `
\u2026 ${n - r} characters left out \u2026
`,
    i = Math.max(0, r - o.length)
  return Me(e, Math.ceil(i / 2)) + o + Ee(t, Math.floor(i / 2))
}
function Me(e, t) {
  let n = Un(e.charCodeAt(t - 1)) ? t - 1 : t
  return e.slice(0, n)
}
function Ee(e, t) {
  let n = Math.max(0, e.length - t)
  return e.slice(Un(e.charCodeAt(n - 1)) ? n + 1 : n)
}
var Un = (e) => e >= 55296 && e <= 56319
function Kn(e) {
  let t = new Uint8Array(32768),
    n = new Map()
  return (
    e.forEach((r) => {
      let o = ls(r.literal)
      t[o] = 1
      let i = n.get(o)
      i === void 0 ? n.set(o, [r]) : i.push(r)
    }),
    (r) => {
      let o = null,
        i = 0,
        { length: s } = r
      for (let a = 0; a < s; a++) {
        if (((i = ((i << 5) ^ r.charCodeAt(a)) & 32767), t[i] === 0)) continue
        let c = n.get(i)
        for (let u = 0; u < c.length; u++) {
          let l = c[u]
          o?.has(l.owner) || !fs(r, a - 2, l) || ((o ??= new Set()), o.add(l.owner))
        }
      }
      return o
    }
  )
}
function ls(e) {
  let t = 0
  for (let n = 0; n < 3; n++) t = ((t << 5) ^ e.charCodeAt(n)) & 32767
  return t
}
function fs(e, t, n) {
  if (!e.startsWith(n.literal, t) || n.mayFollow?.(e, t) === !1) return !1
  if (n.confirm === null) return !0
  let r = n.confirm()
  return ((r.lastIndex = t), r.test(e))
}
function P(e) {
  let t = null
  return () => (t ??= { value: e() }).value
}
var be =
  (e = '') =>
  (t) =>
    new RegExp(t.raw.join('').replace(/\n */g, ''), e)
var Jn =
    /redacted|xxx|\*\*\*|\.\.\.|…|<[\w .-]+>|\$\{|\$\(|\{\{|%\w+%|^\$\w+$|^@\w+@$|env[.[(:]|environ/i,
  Wn =
    /your|example|change.?me|placeholder|dummy|sample|fake|todo|insert|replace|hidden|removed|masked/i,
  ds = 4.3,
  ps = be('i')`
    ^(?:my|the|some|a|test|user|db|app|super|top|new|old)?[-_.]?(?:pass|password|passwd|pwd
    |passphrase|secret|token|api[-_]?key|key|test|admin|root|user|guest|demo|foo|bar|qwerty
    |letmein|value|abc)[-_.]?(?:here|value|key|token)?[-_.]?\d{0,4}!?$`,
  ms = be('gi')`
    sha-?\d+|md5|base-?(?:16|32|58|64)|utf-?(?:8|16)|aes-?\d+|rsa-?\d*|hmac|[ehpr]s(?:256|384|512)
    |[ex]d?25519|argon2\w*|oauth-?\d?|scram|x509|p12|pkcs-?\d+|u?int(?:8|16|32|64|256)
    |float(?:32|64)|http2?|ipv[46]|i18n|l10n|v\d{1,2}|s3|k8s|ec2|2fa|mp[34]|h26[45]`,
  hs = /^(?:sha\d+|md5|blake2b?)[-:$]/i,
  gs = /^(?:https?:\/\/|file:|\.{0,2}\/[\w.@-]*[a-z_.]{3}|~\/|[A-Za-z]:\\)/,
  ys = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/,
  _s = /^[\w$.]+\(.*\)$/,
  bs = /^[A-Za-z_$][A-Za-z_$]*(?:\??\.[A-Za-z_$][\w$]*)+$/,
  ws = 2.9
function ae(e, t, n) {
  let r = t === 'password'
  if (e.length < (r ? 6 : 12) || e.length > 4096) return !1
  if (/\s/.test(e)) return r && n === 'literal' && ks(e)
  if ((!/\d/.test(e) && !Gn(e, r)) || $s(e)) return !1
  let o = e.replace(ms, '')
  return (!/\d/.test(o) && !Gn(o, r)) ||
    (!/[A-Za-z]/.test(e) && !(r && n === 'literal')) ||
    (n === 'loose' && vs(o) < 3)
    ? !1
    : r
      ? Vn(e) >= 4
      : Hn(e) >= ws
}
var xs = be('i')`
    \b(?:enter|your|must|should|please|char(?:acter)?s?|least|invalid|wrong|required|confirm|new
    |old|current|forgot|reset|show|hide|is|are|was|the|an?|use|with|for|to|of|in|on|not|no|match
    |strength|weak|strong|field|input|label|min|max|pass(?:word|wort|wd)s?|type|repeat|again
    |incorrect|too|short|long|can|will|and|or|step|hash|example|see|from|if|you|it|at|by)\b`
function ks(e) {
  let t = e.trim().split(/\s+/)
  return t.length < 2 || t.length > 6 || e.length > 64 || xs.test(e) || Jn.test(e) || Wn.test(e)
    ? !1
    : /[\d!@#$%^&*+?~]/.test(e) && /[A-Za-z]/.test(e) && !/[.:,;=(){}<>]/.test(e)
}
function _(e) {
  return /xxxx|your|example|placeholder|redacted|\.\.\./i.test(e)
    ? !1
    : /\d/.test(e) && Vn(e) >= 6 && zs(e)
}
function Hn(e) {
  let t = new Map()
  for (let r of e) t.set(r, (t.get(r) ?? 0) + 1)
  let n = 0
  for (let r of t.values()) n -= (r / e.length) * Math.log2(r / e.length)
  return n
}
function $s(e) {
  return (
    Jn.test(e) ||
    (Wn.test(e) && Hn(e) < ds) ||
    ps.test(e) ||
    hs.test(e) ||
    gs.test(e) ||
    ys.test(e) ||
    _s.test(e) ||
    bs.test(e) ||
    /^0?123456\d*$|^(\d)\1+$/.test(e)
  )
}
function Gn(e, t) {
  return t && /[A-Za-z]/.test(e) && /[!@#$%^&*+?~]/.test(e)
}
function zs(e) {
  return e.split(/[-_.]/).some((t) => t.length >= 10 && /\d/.test(t) && /[A-Za-z]/.test(t))
}
function vs(e) {
  return e.match(/[A-Za-z](?=[^A-Za-z])|[^A-Za-z](?=[A-Za-z])/g)?.length ?? 0
}
var Vn = (e) => new Set(e).size
var Mt =
    'api app access private auth encryption signing master account subscription license service deploy secret client consumer session shared storage webhook hmac'.split(
      ' ',
    ),
  er = `(?:${Mt.join('|')})`,
  St = String.raw`(?:(?<![a-z])|(?<=\\[nrt]))`,
  Oe = [
    'pass(?:word|wort|wd|phrase)',
    'pwd',
    '(?<=[_-])pass',
    'kennwort',
    '(?:mot[ _-]?de|palavra)[ _-]?passe',
    `${St}mdp`,
    'contrase(?:\xF1|n|\\\\+u00f1)a',
    `${St}(?:clave|senha)`,
    'geheim(?:nis|wort)?',
    `${St}(?:secreto|segredo|jeton)`,
    '(?<=[a-z][_-]?)schl(?:\xFC|ue|\\\\+u00fc)ssel',
    '(?<=[A-Z0-9]_)KEY',
    'secret(?:[_-]?(?:access[_-]?)?key(?:[_-]?base)?)?',
    'token',
    `${er}[_-]?key`,
    'credentials?',
  ].join('|'),
  Ve = '(?:s|[_-]?(?:base64|b64|hex|value|string|prod|dev|staging|live|\\d{1,2}))?',
  As = '(?::\\s?[A-Za-z.]{1,20}(?:\\s?\\|\\s?[A-Za-z]{1,12})?\\s?(?==))?',
  Ss = `${As}(?::=|=>|={1,3}|:)`,
  Zs = P(() => new RegExp(`(${Oe})${Ve}(\\\\*["'\`]\\]?)?(\\s{0,8}${Ss}\\s{0,8})`, 'gi')),
  Ps = P(() => new RegExp(`(?<!-)--(?=[a-z])[a-z-]{0,24}?(${Oe})()(\\s{1,4})(?!-)`, 'gi')),
  Ms =
    /((?:(?<![\w\\-])|(?<=\\[nrt]))curl\b[^\n"\\]{0,200}?\s(?:-u|--user)[\s=]{0,2}\\*["']?[\w.@-]{1,64}:)[^\s"'\\$]{3,}/g,
  tr =
    'pass pwd secret token key credential kennwort mdp contrase clave senha geheim segredo jeton schl'.split(
      ' ',
    ),
  Et = [
    ...tr.flatMap((e) => [e, e.charAt(0).toUpperCase() + e.slice(1), e.toUpperCase()]),
    'curl ',
  ],
  Es = new Set(Et.slice(0, -1))
function nr(e) {
  return e.toLowerCase() === 'key' ? (t, n) => rr(t, n) && qn(t, n) : Es.has(e) ? qn : void 0
}
var Xn = 100,
  Os = (e) => e === ',' || e.trim() === '',
  Yn = (e) => e === ':' || e === '=' || e === '>'
function qn(e, t) {
  let n = e.slice(t, t + Xn),
    r = 0
  for (; r < n.length && !Yn(n[r]) && !Os(n[r]);) r += 1
  for (; r < n.length && n[r].trim() === '';) r += 1
  return r < n.length && Yn(n[r])
    ? !Ts(n, r)
    : r === Xn || e.slice(Math.max(0, t - 40), t).includes('--')
}
function Ts(e, t) {
  let n = e.slice(t + 1).trimStart()
  return e.length - t - 1 - n.length <= 8 && e[t] !== '>' && Rs(n) && Is(e.slice(0, t).trimEnd())
}
var Rs = (e) => e >= '0' && e < ':',
  Is = (e) => Cs.has(e.at(e.endsWith(']') ? -2 : -1) ?? ''),
  Cs = new Set(['"', "'", '`']),
  Ns = Math.max(...Mt.map(({ length: e }) => e))
function rr(e, t) {
  let n = e.slice(Math.max(0, t - Ns - 1), t).toLowerCase()
  if (n.endsWith('_')) return !0
  let r = n.endsWith('-') ? n.slice(0, -1) : n
  return Mt.some((o) => r.endsWith(o))
}
var or = P(
    () =>
      new RegExp(
        `(?:pass(?:word|wort|wd|phrase|e)|(?<=[_-])pass|pwd|secreto?|token|credentials?|kennwort|mdp|contrase\\S{1,16}a|clave|senha|geheim(?:nis|wort)?|segredo|jeton|schl\\S{1,16}ssel|(?<=${er}[_-]?|[a-z0-9]_)key(?:[_-]?base)?)${Ve}(?:\\s{0,8}[:=>]|\\\\*["'\`]\\]?\\s{0,8}(?:>|[:=](?!\\s{0,8}\\d))|(?<=--[a-z-]{0,40})\\s)|curl [^\\n"\\\\]{0,200}?(?:-u|--user)`,
        'iy',
      ),
  ),
  Ls = P(() => new RegExp(`(${Oe})${Ve}$`, 'i')),
  Zt = /(\\*)(["'`])/y,
  Pt = /[^\s\u0000-\u001f"'`\\,;<>(){}[\]|&]{1,256}/y,
  we = '[redacted:'
function ir(e) {
  let t = Qn(Qn(e, Zs()), Ps())
  return Us(Fs(t)).replace(Ms, (n, r) => (n.includes(we) ? n : `${r}${we}password]`))
}
var Ds = P(
    () =>
      new RegExp(
        `((${Oe})s?\\\\*["'\`]?\\s{0,8}(?::=|=>|=|:)\\s{0,8}\\[)([^\\[\\]]{1,8192})(?=\\])`,
        'gi',
      ),
  ),
  js = /(?<!\\)(\\*["'`])([^\s"'`\\]{6,512})(?=\1)/g,
  Fs = (e) =>
    e.replace(Ds(), (t, n, r, o) => {
      let i = Xe(r, r),
        s = (c) => ae(c, i, 'literal') && (i === 'password' || _(c)),
        a = o.replace(js, (c, u, l) => (s(l) ? `${u}${we}${i}]` : c))
      return n + a
    }),
  Bs = P(
    () =>
      new RegExp(
        `(<(?:[\\w.-]{1,40}:)?[\\w.-]{0,40}(${Oe})${Ve}(?:\\s[^<>\\n]{0,200})?>)([^<>\\s"\\\\][^<>"\\\\]{2,511})(?=<\\\\?/)`,
        'gi',
      ),
  ),
  Us = (e) =>
    e.includes('</') || e.includes('<\\/')
      ? e.replace(Bs(), (t, n, r, o) => {
          let i = Xe(r, n)
          return ae(o.trim(), i, 'literal') ? `${n}${we}${i}]` : t
        })
      : e
function sr(e) {
  let t = e.toLowerCase(),
    n = Ks(t) ? Ls().exec(e)?.[1] : void 0
  return n !== void 0
    ? Xe(n, e)
    : t === 'authorization' || t === 'proxy-authorization'
      ? 'authorization'
      : null
}
var Ks = (e) => Gs.test(e) || (e.includes('key') && rr(e, e.lastIndexOf('key'))),
  Gs = new RegExp(tr.filter((e) => e !== 'key').join('|'))
function Qn(e, t) {
  let n = '',
    r = 0
  t.lastIndex = 0
  for (let o = t.exec(e); o !== null; o = t.exec(e)) {
    let i = Ws(e, t.lastIndex, o[2] ?? '', o[3] ?? '')
    if (i === null) continue
    let s = o[1] ?? '',
      a = Xe(s, e.slice(Math.max(0, o.index - 24), o.index) + s),
      c = e.slice(i.start, i.end)
    c.includes(we) ||
      !ae(c, a, i.certainty) ||
      (s.toLowerCase() === 'key' && !Js(s, c)) ||
      ((n += `${e.slice(r, i.start)}${we}${a}]`), (r = i.end), (t.lastIndex = i.end))
  }
  return r === 0 ? e : n + e.slice(r)
}
var Js = (e, t) => e === 'KEY' && !t.includes(':') && _(t)
function Ws(e, t, n, r) {
  Zt.lastIndex = t
  let o = Zt.exec(e)
  if (o !== null) {
    let s = Zt.lastIndex,
      a = Vs(e, s, o[1]?.length ?? 0, o[2] ?? '')
    return a < 0 || Ys(e.slice(s, a)) ? null : { start: s, end: a, certainty: 'literal' }
  }
  if (n !== '' || ((Pt.lastIndex = t), !Pt.test(e))) return null
  let i = Pt.lastIndex
  return /[([{]/.test(e.charAt(i))
    ? null
    : { start: t, end: i, certainty: Hs(r) ? 'literal' : 'loose' }
}
var Hs = (e) => e === '=' || e.trim() === ''
function Vs(e, t, n, r) {
  let o = Math.min(e.length, t + 4096),
    i = t
  for (; i < o;) {
    let s = i
    for (; e[i] === '\\';) i++
    let a = i - s,
      c = e[i]
    if (
      c === void 0 ||
      c ===
        `
`
    )
      return -1
    if (c === r && Xs(a, n)) return n === 0 ? i : s
    if (c === '"' && (a === 0 || a < n || (n === 0 && a % 2 === 0))) return -1
    i++
  }
  return -1
}
var Xs = (e, t) => (t === 0 ? e % 2 === 0 : e === t),
  Ys = (e) => /^[\s,:\]}][\s,:[\]{}\w.+-]*$/.test(e)
function Xe(e, t) {
  return /aws/i.test(t) && /secret|access/i.test(t)
    ? 'aws-secret-key'
    : /^(?:pass|pwd|kenn|mot|palavra|mdp|contra|clave|senha)/i.test(e)
      ? 'password'
      : /^(?:token|jeton)/i.test(e)
        ? 'token'
        : /^(?:secret|cred|geheim|segredo)/i.test(e)
          ? 'secret'
          : 'api-key'
}
var xe = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g,
  Ye = /-----END (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g,
  Ot = /-----END (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----/y,
  qs = /[^A-Za-z0-9+/=\s:,.()\\→|>*#-]/,
  Tt =
    /(?:\s|\\+[nrt])*(?:\d{1,6}(?:[\s→:|]|\\+t)+|[>+|*#-] ?)?(?:[A-Za-z0-9+/=]{16,}|[A-Z][A-Za-z-]{2,12}: [\w ,.()-]{1,80})/y,
  Rt = /(?:\s|\\+[nrt])+[A-Za-z0-9+/=]{1,15}(?=(?:\s|\\+[nrt])*(?:…|["'`]|$))/y
var cr = (e) => Qs(oa(e))
function Qs(e) {
  let t = '',
    n = 0,
    r = 0
  Ye.lastIndex = 0
  for (let o = Ye.exec(e); o !== null; o = Ye.exec(e)) {
    let i = e.slice(Math.max(r, o.index - 32768), o.index),
      s = ra(i)
    ;((r = Ye.lastIndex),
      s !== 0 && ((t += `${e.slice(n, o.index - s)}[redacted:private-key]`), (n = r)))
  }
  return n === 0 ? e : t + e.slice(n)
}
var ea = /(\r?\n|(?<!\\)\\+(?:r\\+)?n)/,
  ta = /^\s*(?:\d{1,6}(?:[\s→:|]|\\+t)+|[>+|*#-] ?)?[A-Za-z0-9+/=]+\s*$/,
  na = /(?<=["'`])[A-Za-z0-9+/=]{1,400}$/
function ra(e) {
  let t = e.split(ea)
  if (t.length < 3 || t.at(-1).trim() !== '') return 0
  let n = t.at(-1).length + t.at(-2).length,
    r = 0
  for (let o = t.length - 3; o >= 0; o -= 2) {
    let i = t[o],
      s = i.length <= ar && ta.test(i),
      a = s ? i : (na.exec(i.slice(-ar))?.[0] ?? '')
    if (a === '' || ((r = n + a.length), (n = r + (t[o - 1]?.length ?? 0)), !s)) break
  }
  return r
}
var ar = 400
function oa(e) {
  let t = '',
    n = 0
  xe.lastIndex = 0
  for (let r = xe.exec(e); r !== null; r = xe.exec(e)) {
    let o = ia(e, xe.lastIndex)
    o !== xe.lastIndex &&
      ((t += `${e.slice(n, r.index)}[redacted:private-key]`), (n = o), (xe.lastIndex = o))
  }
  return n === 0 ? e : t + e.slice(n)
}
function ia(e, t) {
  let n = e.indexOf('-----', t),
    r = e.slice(t, n < 0 ? t + 32768 : n)
  return (
    (Ot.lastIndex = n),
    n >= 0 && r.length <= 32768 && !qs.test(r) && Ot.test(e) ? Ot.lastIndex : t + sa(r)
  )
}
function sa(e) {
  let t = 0
  for (Tt.lastIndex = 0; Tt.test(e);) t = Tt.lastIndex
  return ((Rt.lastIndex = t), t > 0 && Rt.test(e) ? Rt.lastIndex : t)
}
var lr = String.raw`(?<=^|[^A-Za-z0-9\\]|\\[nrtbf]|\\u[\dA-Fa-f]{4}|%[\dA-Fa-f]{2}|\[[\d;]{1,8}m|\\(?![bfnrtu])|(?<!\\)(?:\\\\){1,16})`,
  W = '(?![A-Za-z0-9])',
  fr = '[A-Za-z0-9]*',
  ur = String.raw`(?:(?<![\w\\-])|(?<=\\[nrt]))`,
  ce = String.raw`(?:\s|\\+[nrt]){1,8}`,
  dr = () => !0
function g(e, t, n, r = dr) {
  let o = It(t),
    i = P(() => {
      let s = `(?:${o.map(aa).join('|')})`
      return `(?=${s})${lr}${s}(?:${n})${fr}`
    })
  return {
    kind: e,
    anchors: o,
    confirm: P(() => new RegExp(i(), 'y')),
    pattern: P(() => new RegExp(i(), 'g')),
    accept: r,
  }
}
function ue(e, t, n) {
  let r = P(() => new RegExp(`${lr}(?:${n})${fr}`, 'g'))
  return x(e, t, r)
}
function x(e, t, n, { confirm: r, accept: o = dr } = {}) {
  return { kind: e, anchors: It(t), confirm: r === void 0 ? null : P(r), pattern: P(n), accept: o }
}
function It(e) {
  let t = e.indexOf('{')
  if (t === -1) return [e]
  let n = e.indexOf('}', t),
    r = e.slice(0, t),
    o = It(e.slice(n + 1))
  return e
    .slice(t + 1, n)
    .split(',')
    .flatMap((s) => o.map((a) => r + s + a))
}
var aa = (e) => e.replace(/[.-]/g, '\\$&'),
  pr = (e) => /^(?:[<{$*%]|\[redacted:)|^x+$/i.test(e),
  le = (e) => !pr(e),
  mr = [
    g('aws-key-id', 'A{KIA,SIA,BIA,CCA}', `[A-Z2-7]{16}${W}`),
    g('aws-bedrock-key', '{ABSK,bedrock-api-key-}', '[A-Za-z0-9+/]{60,}={0,2}'),
    g('google-api-key', 'AIza', '[\\w-]{35}(?![\\w-])'),
    g('google-oauth-secret', 'GOCSPX-', '[\\w-]{20,}'),
    g('google-oauth-token', 'ya29.', '[\\w-]{20,}'),
    x('azure-storage-key', 'AccountKey=', () => /(AccountKey=)[A-Za-z0-9+/]{40,}={0,2}/g),
    x('azure-shared-key', 'SharedAccess', () => /(SharedAccessKey=)[A-Za-z0-9+/]{30,}={0,2}/g),
    x(
      'azure-sas',
      'sig=',
      () => /((?<=[?&;]|&amp;|\\u0026)sig=)(?:[A-Za-z0-9+/_-]|%[\dA-Fa-f]{2}){40,}={0,2}/g,
    ),
    ue('azure-client-secret', '{7,8}Q~', '[A-Za-z0-9_~.]{3}[78]Q~[\\w~.-]{31,34}(?![\\w~.-])'),
    ue('azure-devops-token', 'AZDO', `[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}${W}`),
    g('alibaba-key-id', 'LTAI', `[A-Za-z0-9]{12,24}${W}`, _),
    g('digitalocean-token', 'do{o,p,r}_v1_', '[a-f0-9]{64,}'),
    g('heroku-key', 'HRKU-', '[\\w-]{36,}'),
    g('fly-token', '{fo1,fm1,fm2,fm1a,fm2a,fm1r,fm2r}_', '[A-Za-z0-9+/_=-]{40,}', _),
    g('cloudflare-token', 'cf{k,ut,at}_', '[A-Za-z0-9]{40,}'),
    g('cloudflare-ca-key', 'v1.0-', '[a-f0-9]{24}-[a-f0-9]{140,}'),
    g('vercel-token', 'vc{p,i,a,r,k}_', '[A-Za-z0-9]{24,}', _),
    g('vercel-blob-token', 'vercel_blob_rw_', '\\w{20,}'),
    g('netlify-token', 'nf{p,c,o,u}_', '[A-Za-z0-9]{36,}', _),
    g('render-key', 'rnd_', '[A-Za-z0-9]{28,}', _),
    g('supabase-token', 'sbp_', '(?:oauth_|v0_)?[a-f0-9]{40,}'),
    g('supabase-secret-key', 'sb_secret_', '[\\w-]{20,}'),
    g('planetscale-token', 'pscale_{tkn,pw,oauth,otkn,app_secret}_', '[\\w.=-]{30,}'),
    g('neon-key', 'napi_', '[a-z0-9]{40,}', _),
    g('databricks-token', 'dapi', `[a-f0-9]{32}(?:-\\d{1,2})?${W}`),
    ue('terraform-token', '.atlasv1.', '[A-Za-z0-9]{14}\\.atlasv1\\.[\\w-]{60,}'),
    g('vault-token', 'hv{s,b,r}.', '[\\w-]{24,}', _),
    g('pulumi-token', 'pul-', `[a-f0-9]{40}${W}`),
    g('doppler-token', 'dp.{pt,st,ct,sa,scim,audit}.', '(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40,}'),
    g('github-token', 'gh{p,o,u,s,r}_', '[A-Za-z0-9]{36,}'),
    g('github-token', 'github_pat_', '\\w{50,}'),
    g('gitlab-token', 'gl{pat,dt,rt,rtr,cbt,ptt,ft,imt,agent,soat,ffct,oas}-', '[\\w.-]{20,}', _),
    g('bitbucket-token', 'ATBB', '[A-Za-z0-9_=-]{28,}', _),
    g('atlassian-token', 'AT{A,C}TT3', '[A-Za-z0-9_=-]{50,}'),
    g('npm-token', 'npm_', '[A-Za-z0-9]{36,}', _),
    g('pypi-token', 'pypi-', 'Ag[A-Za-z0-9_-]{50,}'),
    g('rubygems-key', 'rubygems_', '[a-f0-9]{48,}'),
    g('docker-token', 'dckr_{p,o}at_', '[\\w-]{24,}'),
    g('circleci-token', 'CCIP{AT,RJ}_', '\\w{30,}'),
    g('buildkite-token', 'bk{u,p,c}a_', '[a-z0-9]{36,}', _),
    g('sourcegraph-token', 'sgp_', '(?:local_|[a-f0-9]{16}_)?[a-f0-9]{40,}'),
    g('postman-key', 'PMAK-', '[a-f0-9]{24}-[a-f0-9]{34}'),
    g('anthropic-key', 'sk-ant-', '[\\w-]{20,}', _),
    g('openai-key', 'sk-{proj,svcacct,admin,None}-', '[\\w-]{20,}', _),
    g('openrouter-key', 'sk-or-v1-', '[a-f0-9]{40,}'),
    g('openai-key', 'sk-', '(?:[a-z]{2,10}-){0,2}[A-Za-z0-9_]{20,}(?:-[A-Za-z0-9_]+)*', _),
    g('huggingface-token', 'hf_', '(?:oauth_)?[A-Za-z0-9]{30,}', _),
    g('huggingface-token', 'api_org_', '[A-Za-z0-9]{30,}', _),
    g('groq-key', 'gsk_', '[A-Za-z0-9]{40,}', _),
    g('replicate-token', 'r8_', '[A-Za-z0-9]{36,}', _),
    g('perplexity-key', 'pplx-', '[A-Za-z0-9]{40,}', _),
    g('xai-key', 'xai-', '[A-Za-z0-9]{60,}', _),
    g('cerebras-key', 'csk-', '[a-z0-9]{40,}', _),
    g('tavily-key', 'tvly-', '[\\w-]{24,}', _),
    g('langsmith-key', 'lsv2_{pt,sk}_', '[a-f0-9]{32}_[a-f0-9]{10}'),
    g('pinecone-key', 'pcsk_', '\\w{40,}', _),
    g('slack-token', 'xox{a,b,c,d,e,o,p,r,s}{-,.}', '[\\w.%-]{16,}', _),
    g('slack-token', 'xapp-', '\\d-[A-Z0-9]+-\\d+-[a-f0-9]{32,}'),
    x(
      'slack-webhook',
      'hooks.slack.com/',
      () => /(hooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/+-]{30,}/g,
    ),
    x('discord-webhook', '/api/webhooks/', () => /(\/api\/webhooks\/\d{16,20}\/)[\w-]{50,}/g),
    ue(
      'discord-token',
      '{MT,Mj,Mz,ND,NT,Nj,Nz,OD,OT}{A,E,I,M,Q,U,Y,c,g,k}',
      '[MNO][DTjz][AEIMQUYcgk][A-Za-z0-9]{20,24}\\.[\\w-]{6}\\.[\\w-]{27,}',
    ),
    x('telegram-token', ':AA', () => /((?<=(?<!\d)\d{8,10}):)AA[\w-]{32,34}(?![\w-])/g),
    g('sendgrid-key', 'SG.', '[\\w-]{16,32}\\.[\\w-]{32,}'),
    g('twilio-key', 'SK{0,1,2,3,4,5,6,7,8,9,a,b,c,d,e,f}', `[0-9a-f]{31}${W}`),
    g('mailgun-key', 'key-', `[0-9a-f]{32}${W}`),
    ue(
      'mailgun-key',
      '{mailgun,Mailgun,MAILGUN}',
      '[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![\\w-])',
    ),
    ue('mailchimp-key', '-us{1,2,3,4,5,6,7,8,9}', '[0-9a-f]{32}-us\\d{1,2}(?![\\w-])'),
    g('brevo-key', 'xkeysib-', '[a-f0-9]{64}-[A-Za-z0-9]{16}'),
    g('resend-key', 're_', '[A-Za-z0-9]{6,10}_[A-Za-z0-9]{20,}', _),
    g('stripe-key', '{sk,rk}_{live,test,org}_', '(?:live_|test_)?[A-Za-z0-9]{16,}', _),
    g('stripe-webhook-secret', 'whsec_', '[A-Za-z0-9+/]{24,}={0,2}'),
    g('shopify-token', 'shp{at,ca,pa,ss,ua}_', '[a-fA-F0-9]{32,}'),
    g('square-token', 'sq0{atp,csp,idp}-', '[\\w-]{22,}'),
    g('square-token', 'EAAA', '[\\w-]{60}(?![\\w-])', _),
    g('facebook-token', 'EAA', '[A-Z][A-Za-z0-9]{80,}', _),
    g('razorpay-key', 'rzp_{live,test}_', '[A-Za-z0-9]{14,}'),
    g('linear-key', 'lin_{api,oauth}_', '[A-Za-z0-9]{32,}'),
    g('notion-token', 'secret_', `[A-Za-z0-9]{43}${W}`, _),
    g('notion-token', 'ntn_', '[A-Za-z0-9]{40,}', _),
    g('airtable-token', 'pat', '[A-Za-z0-9]{14}\\.[a-f0-9]{64}'),
    g('hubspot-token', 'pat-{na,eu,ap}', '\\d-[a-f0-9-]{36}'),
    g('figma-token', 'fig{d,o,u,r}_', '[\\w-]{36,}', _),
    g('posthog-key', 'ph{x,s,r}_', '[A-Za-z0-9]{40,}', _),
    g('contentful-token', 'CFPAT-', '[\\w-]{40,}'),
    g('sentry-token', 'sntry{s,u}_', '[\\w+/=-]{40,}'),
    g('grafana-token', 'glsa_', '[A-Za-z0-9]{32}_[a-fA-F0-9]{8}'),
    g('grafana-token', 'glc_', '[A-Za-z0-9+/]{32,}={0,2}', _),
    g('newrelic-key', 'NR{AK,II,AA,RA,SP}-', '[A-Za-z0-9_-]{20,}'),
    ue('newrelic-key', 'NRAL', `(?:eu01xx)?[a-f0-9]{30,36}NRAL${W}`),
    g('dynatrace-token', 'dt0', '[a-z]\\d\\d\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}'),
    g('onepassword-token', 'ops_eyJ', '[\\w-]{100,}={0,2}'),
    g('age-key', 'AGE-SECRET-KEY-1', '[A-Z0-9]{50,}'),
    x(
      'jwt',
      'eyJ',
      () =>
        /(?<=^|[^\w\\-]|\\[nrtbf]|\\u[\dA-Fa-f]{4}|%[\dA-Fa-f]{2}|\[[\d;]{1,8}m|\\)eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*){1,3}/g,
    ),
    x(
      'jwt',
      'eyJ',
      () => /(?<![\w-])eyJ(?:hbGci|0eXAi|raWQi|lbmMi|jdHki|4NXQi|qa3Ui)[\w-]{4,}(?:\.[\w-]*){0,4}/g,
    ),
    x('cut', 'left out \u2026', () => /(left out …(?:\n|\\+n))[\w+/=.-]{12,}/g, {
      confirm: () => /left out …(?:\n|\\+n)[\w+/=.-]{12}/y,
      accept: _,
    }),
    x(
      'cut',
      'left out \u2026',
      () =>
        /(?<![\w+/=.\\-])[\w+/=.-]{12,}(?=(?:\n|\\+n)… \d{1,12} (?:characters|bytes) left out …)/g,
      {
        confirm: () => /(?<=[\w+/=.-]{12}(?:\n|\\+n)… \d{1,12} (?:characters|bytes) )left out …/y,
        accept: _,
      },
    ),
    x(
      'authorization',
      '{authorization,Authorization,AUTHORIZATION}',
      () =>
        /(authorization\\*["'`]?\s{0,3}[:=]\s{0,3}\\*["'`]?(?:basic|bearer|token|apikey|ssws|digest)\s{1,3})[\w.~+/=:-]{8,}/gi,
      { accept: le },
    ),
    x('bearer-token', '{bearer,Bearer,BEARER} ', () => /(bearer\s{1,3})[\w.~+/-]{20,}=*/gi, {
      accept: _,
    }),
    x('url-token', '://', () => /(:\/\/)[^\s/?#@:"'`\\[\]]{16,}(?=(?::x-oauth-basic)?@)/g, {
      confirm: () => /:\/\/[^\s/?#@:"'`\\[\]]{16,}(?::x-oauth-basic)?@/y,
      accept: _,
    }),
    x(
      'url-password',
      '://',
      () => /(:\/\/(?:\[redacted:[\w-]+\]|[^\s/?#@:"'`\\[]*):)[^\s/?#"'`\\]+(?=@)/g,
      {
        confirm: () => /:\/\/(?:\[redacted:[\w-]+\]|[^\s/?#@:"'`\\[]*):[^\s/?#@"'`\\]+@/y,
        accept: le,
      },
    ),
    x(
      'url-password',
      '://',
      () =>
        /(:\/\/(?:\[redacted:[\w-]+\]|[^\s/?#@:"'`\\[]{0,100}):)[^\s"'`\\<>]{3,200}(?=@[\w.-]{1,200}(?::\d{1,5})?(?:[/?\s"'`\\]|$))/g,
      {
        confirm: () => /:\/\/(?:\[redacted:[\w-]+\]|[^\s/?#@:"'`\\[]{0,100}):[^\s"'`\\<>]{3,200}@/y,
        accept: (e) => le(e) && /[/?#]/.test(e) && !ca.test(e),
      },
    ),
    x(
      'query-key',
      '{key,Key,auth,appid,sid,session,sessionid}=',
      () =>
        /((?<=[?&]|&amp;|\\u0026)(?:[\w-]{0,24}key|auth|appid|sid|session(?:id)?)=)[\w.~%+-]{16,}/gi,
      { accept: _ },
    ),
    x(
      'password',
      '{mysql,mariadb}',
      () =>
        new RegExp(
          `(${ur}(?:mysql(?:dump|admin|import|show|check|pump)?|mariadb(?:-dump|-admin)?)\\s[^\\n"\\\\]{0,200}?(?<=\\s)-p\\\\*["']?)[^\\s"'\`\\\\$]{3,128}`,
          'g',
        ),
      { accept: (e) => le(e) && !/^(?:ort|ass|rotocol|rint|ager|ipe)/.test(e) },
    ),
    x('password', 'sshpass ', () => /(sshpass\s{1,3}-p\s{0,3}\\*["']?)[^\s"'`\\$]{3,128}/g, {
      accept: le,
    }),
    x(
      'password',
      ' login ',
      () =>
        new RegExp(
          `(${ur}(?:docker|podman|buildah|skopeo|nerdctl|oras|crane|helm registry|az acr|oc|cf|flyctl) (?:auth )?login\\s[^\\n"\\\\]{0,200}?(?<=\\s)-p[\\s=]{1,3}\\\\*["']?)[^\\s"'\`\\\\$]{3,128}`,
          'g',
        ),
      { accept: le },
    ),
    x(
      'password',
      '{machine,default}',
      () =>
        new RegExp(
          `((?:machine${ce}\\S{1,200}?|default)${ce}login${ce}\\S{1,200}?${ce}(?:account${ce}\\S{1,200}?${ce})?password${ce})[^\\s"'\\\\]{3,200}`,
          'g',
        ),
      { accept: le },
    ),
    x(
      'npm-auth',
      '_auth',
      () => /((?:(?<![A-Za-z0-9])|(?<=\\[nrt]))_auth\s?=\s?\\*["']?)[A-Za-z0-9+/]{8,}={0,2}/g,
    ),
    x('password-hash', '$apr1$', () => /\$apr1\$[^\s$"':]{1,16}\$[./A-Za-z0-9]{16,}/g),
    x(
      'password-hash',
      '${1,5,6,y}$',
      () => /\$[156y]\$[^\s$"':]{1,32}(?:\$[^\s$"':]{1,32})?\$[./A-Za-z0-9]{20,}/g,
    ),
    x('password-hash', '$2{a,b,x,y}$', () => /\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}/g),
    x(
      'password-hash',
      '$argon2',
      () => /\$argon2(?:id|i|d)\$v=\d+\$[\w=,]{3,60}\$[A-Za-z0-9+/]{8,}\$[A-Za-z0-9+/]{16,}/g,
    ),
    x('password-hash', 'SHA', () => /\{S?SHA(?:256|512)?\}[A-Za-z0-9+/]{20,}={0,2}/g),
    x(
      'cookie',
      '{cookie,Cookie,COOKIE}',
      () =>
        /((?:set-)?cookie2?\\*["']?\s{0,3}:\s{0,3}\\*["']?)[\w.-]{1,64}=[^;\s"'\\]{0,4096}(?:;\s?[\w.-]{1,64}(?:=[^;\s"'\\]{0,4096})?)*/gi,
      { accept: la },
    ),
  ],
  ca = /^\d{1,5}(?:[/?#]|$)/,
  ua = /^\s*(?:expires|path|domain|max-age|samesite|version|comment)=/i
function la(e) {
  return e.split(';').some((t) => {
    let n = t.slice(t.indexOf('=') + 1)
    return ua.test(t) || !t.includes('=') || pr(n)
      ? !1
      : n.length >= 16 || (n.length >= 8 && /\d/.test(n))
  })
}
var hr = new Map([
    [cr, { anchors: ['PRIVATE KEY'], confirm: null }],
    ...mr.map((e) => [(t) => ha(e, t), e]),
    [ir, { anchors: Et, confirm: or }],
  ]),
  fa = Kn(
    [...hr].flatMap(([e, { anchors: t, confirm: n }]) =>
      t.map((r) => ({ owner: e, literal: r, confirm: n, mayFollow: nr(r) })),
    ),
  ),
  da = 500,
  pa = 8
function N(e) {
  let t = e
  for (let n = 0; n < pa; n++) {
    let r = t
    if (((t = ma(r)), t === r)) break
  }
  return t
}
function gr(e) {
  return Ct(e, null, 0)
}
function ma(e) {
  let t = fa(e)
  if (t === null) return e
  let n = e
  for (let r of hr.keys()) t.has(r) && (n = r(n))
  return n
}
function ha(e, t) {
  return t.replace(e.pattern(), (n, r) => {
    let o = typeof r == 'string' ? r : '',
      i = n.slice(o.length)
    return e.accept(i) ? `${o}[redacted:${e.kind}]` : n
  })
}
function Ct(e, t, n) {
  return typeof e == 'string'
    ? ga(e, t)
    : typeof e != 'object' || e === null
      ? e
      : n >= da
        ? '[redacted:depth]'
        : Array.isArray(e)
          ? _a(e, t, n)
          : wa(e)
            ? ba(e, n)
            : e
}
function ga(e, t) {
  let n = N(e)
  return t === null || n !== e || e.startsWith('[redacted:')
    ? n
    : t === 'authorization'
      ? ae(ya(e), 'password', 'literal')
        ? `[redacted:${t}]`
        : e
      : ae(e, t, 'literal')
        ? `[redacted:${t}]`
        : e
}
var ya = (e) => e.replace(/^[A-Za-z]{1,16}\s+/, '')
function _a(e, t, n) {
  let r = !1,
    o = e.map((i) => {
      let s = Ct(i, t, n + 1)
      return ((r ||= s !== i), s)
    })
  return r ? o : e
}
function ba(e, t) {
  let n = null
  for (let r in e) {
    let o = e[r],
      i = typeof o == 'string' || Array.isArray(o),
      s = Ct(o, i ? sr(r) : null, t + 1)
    s !== o && ((n ??= { ...e }), (n[r] = s))
  }
  return n ?? e
}
function wa(e) {
  let t = Object.getPrototypeOf(e)
  return t === Object.prototype || t === null
}
var fe = 4096
function yr(e, t) {
  if (e.length <= t) return e
  let n = Math.ceil(t / 2),
    r = { of: e.length, maxChars: t }
  return e.length <= 2 * fe && N(e) === e ? At(Me(e, n), Ee(e, n), r) : At(Nt(e, n), _r(e, n), r)
}
function Nt(e, t) {
  if (e.length <= t) return e
  if (br(e, t)) return Me(e, t)
  let n = t + fe,
    r = N(e.slice(0, n)),
    o = n < e.length ? Math.max(0, r.length - fe) : r.length
  return Me(r, Math.min(t, o))
}
function _r(e, t) {
  if (e.length <= t) return e
  let n = e.length - t
  if (br(e, n)) return Ee(e, t)
  let r = Math.max(0, n - fe),
    o = N(e.slice(r)),
    i = r > 0 ? Math.max(0, o.length - fe) : o.length
  return Ee(o, Math.min(t, i))
}
function br(e, t) {
  let n = e.slice(Math.max(0, t - fe), t + fe)
  return N(n) === n
}
var xa =
    /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|\u001b(?:\][^\u0007\u001b\n]*(?:\u0007|\u001b\\)?|[ -/]*[0-~])?/g,
  ka = P(
    () => be('gu')`
    [\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]
    |[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]`,
  )
function wr(e) {
  return /[^\t\n\u0020-\u007e]/.test(e)
    ? e
        .replace(
          /\r\n?|[\u0085\u2028\u2029]/g,
          `
`,
        )
        .replace(xa, '')
        .replace(ka(), '')
        .replace(new RegExp('\\p{Cs}', 'gu'), '\uFFFD')
    : e
}
var uf = new RegExp(
  '(?<=\\p{Extended_Pictographic}(?:\\ufe0f|[\\u{1f3fb}-\\u{1f3ff}])?)[\\ufe0f\\u200d]|\\ufe0f(?=[\\u20e3\\u200d])',
  'gu',
)
var $a = 200
function xr(e) {
  return za(e, $a)
}
function za(e, t) {
  let n = wr(e).replace(/\s+/g, ' ').trim()
  return n.length <= t ? n : `${Nt(n, t - 1).trimEnd()}\u2026`
}
var Lt = 'BodyTooLargeError',
  qe = async (e, t) => {
    let n = await fetch(e, { ...t, redirect: 'error' })
    if (n.body === null) return n
    let r = n.body.pipeThrough(va(8388608)),
      { status: o, statusText: i, headers: s } = n
    return new Response(r, { status: o, statusText: i, headers: s })
  }
function va(e) {
  let t = 0
  return new TransformStream({
    transform(n, r) {
      if (((t += n.byteLength), t <= e)) return r.enqueue(n)
      let o = new Error(`The answer is larger than ${e} bytes`)
      r.error(Object.assign(o, { name: Lt }))
    },
  })
}
function Qe(e, t) {
  let { statusCode: n, responseHeaders: r = {} } = e ?? {},
    { who: o, signal: i, now: s } = t
  if (i.aborted) return { ok: !1, failure: 'aborted', reason: `${o}: given up` }
  let a = H(Aa(e), t.secrets)
  if (kr(e).some(({ name: f }) => f === Lt))
    return { ok: !1, failure: 'too_large', reason: `${o} sent too much: ${a}` }
  if (n === void 0) return { ok: !1, failure: 'unavailable', reason: `${o}: ${a}`, retryable: !0 }
  let c = `${o} answered ${n}: ${a}`
  if (n === 401 || n === 403)
    return { ok: !1, failure: 'key_refused', reason: `${o} refused the key in ${t.keyFrom} (${n})` }
  if (n < 400)
    return {
      ok: !1,
      failure: 'truncated',
      reason: `${o} sent a broken answer: ${a}`,
      retryable: !0,
    }
  let u = Sa(r, s),
    l = u === null ? {} : { retryAfterMs: u }
  return n === 429
    ? { ok: !1, failure: 'rate_limited', reason: c, retryable: !0, ...l }
    : n >= 500 || n === 408 || n === 409
      ? { ok: !1, failure: 'unavailable', reason: c, retryable: !0, ...l }
      : { ok: !1, failure: 'refused', reason: c }
}
function H(e, t) {
  let n = e
  for (let r of t) r !== '' && (n = n.replaceAll(r, '[redacted:key]'))
  return xr(N(n))
}
function Aa(e) {
  let t = kr(e).at(-1)
  return String(t?.message ?? e)
}
function kr(e) {
  let t = []
  for (let n = e; typeof n == 'object' && n !== null && t.length < 8;) (t.push(n), (n = n.cause))
  return t
}
function Sa(e, t) {
  let n = Number(e['retry-after-ms'] ?? Number.NaN)
  if (Number.isFinite(n) && n >= 0) return Math.ceil(n)
  let r = e['retry-after']?.trim()
  if (r === void 0 || r === '') return null
  let o = Number(r)
  if (Number.isFinite(o)) return o < 0 ? null : Math.ceil(o * 1e3)
  let i = Date.parse(r)
  return Number.isNaN(i) ? null : Math.max(0, i - t.getTime())
}
function et(e, t) {
  return t === null
    ? e
    : `${e}

Answer with one JSON value that fits this JSON Schema, and with nothing else:
${JSON.stringify(t)}
`
}
var $r = 4 * 1024 * 1024
function zr({ name: e, settings: t, env: n, projectRoot: r, tempDir: o }) {
  let { timeoutMs: i, command: s = [] } = t,
    [a = '', ...c] = s
  return {
    name: e,
    model: t.model ?? a,
    isFast: !1,
    ...(i === void 0 ? {} : { timeoutMs: i }),
    async generate({ prompt: u, schema: l, signal: f }) {
      let m = Dt.default.isAbsolute(a) ? a : jn(a, n, r)
      if (m === null) return vr(a, 'not found on the PATH')
      let p = await (0, tt.mkdtemp)(Dt.default.join(o, 'reflect-model-'))
      try {
        let d = await Bn({
          command: [m, ...c],
          input: et(u, l),
          cwd: p,
          env: { ...n, REFLECTION_PARENT: n.REFLECTION_PARENT ?? 'model' },
          maxOutputBytes: $r,
          signal: f,
        })
        return Za(a, t.model ?? a, d)
      } finally {
        await (0, tt.rm)(p, { recursive: !0, force: !0 })
      }
    },
  }
}
function Za(e, t, n) {
  switch (n.end) {
    case 'not_started':
      return vr(e, n.message)
    case 'killed':
      return n.why === 'aborted'
        ? { ok: !1, failure: 'aborted', reason: `${e}: given up` }
        : { ok: !1, failure: 'too_large', reason: `${e} wrote more than ${$r} bytes and was ended` }
    case 'exited': {
      let r = H(n.errorTail.trim() || n.output.trim(), [])
      if (n.code !== 0)
        return { ok: !1, failure: 'unavailable', reason: `${e} ended with ${n.code}: ${r}` }
      if (n.output.trim() === '')
        return { ok: !1, failure: 'refused', reason: `${e} answered nothing` }
      let o = { model: t, inputTokens: null, outputTokens: null }
      return { ok: !0, text: n.output, usage: o }
    }
  }
}
var vr = (e, t) => ({
  ok: !1,
  failure: 'misconfigured',
  reason: `${e} can't be started: ${H(t, [])}`,
})
function Ar(e, t) {
  let n = jt(e),
    r = null,
    o = Math.floor(n.length / 3) + 1
  for (let i of t) {
    let s = Ea(n, jt(i), o)
    s < o && ((r = i), (o = s))
  }
  return r ?? Pa(n, t)
}
function Pa(e, t) {
  return e.length < 3 ? null : (t.find((n) => jt(n).startsWith(e)) ?? null)
}
var Ma = 128
function jt(e) {
  return e
    .slice(0, Ma)
    .toLowerCase()
    .replaceAll(/[_\s-]/g, '')
}
function Ea(e, t, n) {
  if (Math.abs(e.length - t.length) >= n && e !== t) return n
  let r = [],
    o = Array.from({ length: t.length + 1 }, (i, s) => s)
  for (let i = 1; i <= e.length; i += 1) {
    let s = [i]
    for (let a = 1; a <= t.length; a += 1) {
      let c = e[i - 1] === t[a - 1] ? 0 : 1,
        u = Math.min(o[a] + 1, s[a - 1] + 1, o[a - 1] + c)
      ;(i > 1 &&
        a > 1 &&
        e[i - 1] === t[a - 2] &&
        e[i - 2] === t[a - 1] &&
        (u = Math.min(u, r[a - 2] + 1)),
        s.push(u))
    }
    if (Math.min(...s) >= n) return n
    ;((r = o), (o = s))
  }
  return o[t.length]
}
var ke = {
  anthropic: {
    wire: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    keyEnv: 'ANTHROPIC_API_KEY',
    fastModels: ['claude-haiku-4-5', 'claude-3-5-haiku-20241022', 'claude-haiku-4'],
  },
  openai: {
    wire: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    keyEnv: 'OPENAI_API_KEY',
    fastModels: ['gpt-4o-mini', 'gpt-3.5-turbo'],
  },
  google: {
    wire: 'google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keyEnv: 'GOOGLE_GENERATIVE_AI_API_KEY',
    fastModels: ['gemini-2.0-flash', 'gemini-1.5-flash'],
  },
  'github-copilot': {
    wire: 'openai-compatible',
    baseUrl: null,
    keyEnv: 'GITHUB_COPILOT_TOKEN',
    fastModels: ['claude-haiku-4.5', 'gpt-4o-mini'],
  },
  azure: {
    wire: 'openai-compatible',
    baseUrl: null,
    keyEnv: 'AZURE_API_KEY',
    fastModels: ['gpt-4o-mini', 'gpt-35-turbo'],
  },
  bedrock: {
    wire: 'openai-compatible',
    baseUrl: null,
    keyEnv: 'AWS_BEARER_TOKEN_BEDROCK',
    fastModels: ['anthropic.claude-haiku-4-5', 'anthropic.claude-3-5-haiku', 'amazon.nova-lite'],
  },
  groq: {
    wire: 'openai-compatible',
    baseUrl: 'https://api.groq.com/openai/v1',
    keyEnv: 'GROQ_API_KEY',
    fastModels: ['llama-3.1-8b-instant', 'llama-3.3-70b-versatile'],
  },
  'openai-compatible': { wire: 'openai-compatible', baseUrl: null, keyEnv: null, fastModels: [] },
}
var Oa = 'fast'
function Zr(e) {
  let { name: t, settings: n } = e,
    { timeoutMs: r } = n,
    o = n.model === Oa,
    i = Ta(e)
  return {
    name: t,
    model: n.model ?? '',
    isFast: o,
    ...(o ? { pricedAs: i } : {}),
    ...(r === void 0 ? {} : { timeoutMs: r }),
    async generate(s) {
      let a = Ra(e)
      if ('ok' in a) return a
      let c = o ? await e.chooseFastModel(a, i, s.signal) : { ok: !0, model: n.model ?? '' }
      return c.ok ? Ca(e, a, c.model, s) : c
    },
  }
}
function Ta({ settings: e, fastModels: t }) {
  let n = e.provider ?? ''
  return Object.hasOwn(t, n) ? t[n] : Object.hasOwn(ke, n) ? ke[n].fastModels : []
}
function Ra({ settings: e, env: t }) {
  let n = e.provider ?? '',
    r = Object.hasOwn(ke, n) ? ke[n] : null
  if (r === null) return Sr(Ia(n))
  let o = e.baseUrl ?? r.baseUrl
  if (o === null) return Sr(`provider ${n} needs a baseUrl`)
  let i = e.apiKeyEnv ?? r.keyEnv,
    s = i === null ? '' : (t[i]?.trim() ?? '')
  return i !== null && s === ''
    ? { ok: !1, failure: 'key_missing', reason: `${i} is not set` }
    : {
        id: n,
        provider: r,
        baseUrl: o.replace(/(?<!\/)\/+$/, ''),
        apiKey: s,
        keyFrom: i ?? 'no variable',
      }
}
var Sr = (e) => ({ ok: !1, failure: 'misconfigured', reason: e })
function Ia(e) {
  let t = Object.keys(ke),
    n = Ar(e, t)
  return `there is no provider ${e}; ${n === null ? `known providers are ${t.join(', ')}` : `did you mean ${n}?`}`
}
async function Ca({ now: e }, t, n, r) {
  let { wire: o } = t.provider,
    i
  try {
    i = await Na(o, t, n)
  } catch (s) {
    return La(o, s)
  }
  try {
    return ja(n, await i.doGenerate(Da(o, t, r)))
  } catch (s) {
    return Qe(s, {
      who: `${t.id} (${n})`,
      keyFrom: t.keyFrom,
      secrets: [t.apiKey],
      signal: r.signal,
      now: e(),
    })
  }
}
async function Na(e, { baseUrl: t, apiKey: n, id: r }, o) {
  let i = { baseURL: t, apiKey: n, fetch: qe }
  switch (e) {
    case 'anthropic': {
      let { createAnthropic: s } = await Promise.resolve().then(() =>
        J(require('@ai-sdk/anthropic'), 1),
      )
      return s(i)(o)
    }
    case 'openai': {
      let { createOpenAI: s } = await Promise.resolve().then(() => J(require('@ai-sdk/openai'), 1))
      return s(i).chat(o)
    }
    case 'google': {
      let { createGoogleGenerativeAI: s } = await Promise.resolve().then(() =>
        J(require('@ai-sdk/google'), 1),
      )
      return s(i)(o)
    }
    case 'openai-compatible': {
      let { createOpenAICompatible: s } = await Promise.resolve().then(() =>
          J(require('@ai-sdk/openai-compatible'), 1),
        ),
        a = { ...i, name: r, supportsStructuredOutputs: !0 }
      return s(a)(o)
    }
  }
}
function La(e, t) {
  return {
    ok: !1,
    failure: 'package_missing',
    reason:
      t?.code === 'ERR_MODULE_NOT_FOUND' || t?.code === 'MODULE_NOT_FOUND'
        ? `@ai-sdk/${e} is not installed: \`npm install @ai-sdk/${e}\` beside reflectory`
        : `@ai-sdk/${e} can't be loaded: ${H(String(t), [])}`,
  }
}
function Da(e, { id: t }, n) {
  let { prompt: r, schema: o, temperature: i, maxTokens: s, signal: a } = n
  return {
    prompt: [
      { role: 'user', content: [{ type: 'text', text: e === 'openai-compatible' ? et(r, o) : r }] },
    ],
    temperature: i,
    maxOutputTokens: s,
    abortSignal: a,
    ...(o === null ? {} : { responseFormat: { type: 'json', schema: o, name: 'answer' } }),
    providerOptions: { [e === 'openai' ? 'openai' : t]: { strictJsonSchema: !1 } },
  }
}
function ja(e, { content: t, finishReason: n, usage: r }) {
  let o = t.map((a) => (a.type === 'text' ? (a.text ?? '') : '')).join(''),
    i = {
      model: e,
      inputTokens: r.inputTokens.total ?? null,
      outputTokens: r.outputTokens.total ?? null,
    },
    s = (a, c) => ({ ok: !1, failure: a, reason: `${e}: ${c}`, usage: i })
  return n.unified === 'length'
    ? s('truncated', 'the answer was cut at maxTokens')
    : n.unified === 'content-filter'
      ? s('refused', 'the answer was filtered')
      : o.trim() === ''
        ? s('refused', 'the answer is empty')
        : { ok: !0, text: o, usage: i }
}
var Fa = 300 * 1e3,
  Ba = 1e3
async function Pr(e, t, n, { ledger: r, now: o }) {
  let i = `model:available:${e.id}:${e.baseUrl}`,
    s = await r.readCache(i, o().toISOString()).catch(() => null),
    a
  try {
    a = s === null ? await Ka(e, n) : JSON.parse(s)
  } catch (l) {
    let f = `${e.id} (list of models)`,
      m = [e.apiKey]
    return Qe(l, { who: f, keyFrom: e.keyFrom, secrets: m, signal: n, now: o() })
  }
  if (s === null) {
    let l = new Date(o().getTime() + Fa).toISOString()
    await r.writeCache(i, JSON.stringify(a), l).catch(() => {})
  }
  let c = Ua(t, a)
  return c !== null
    ? { ok: !0, model: c }
    : {
        ok: !1,
        failure: 'misconfigured',
        reason: `${e.id} offers none of its fast models (${t.join(', ') || 'none known'})`,
      }
}
function Ua(e, t) {
  if (e.length === 0) return t[0] ?? null
  for (let n of e) {
    if (t.includes(n)) return n
    let o = t
      .filter((i) => /^[-@:]/.test(i.slice(n.length)) && i.startsWith(n))
      .filter((i) => /^[-@:]\d/.test(i.slice(n.length)))
      .sort()
      .at(-1)
    if (o !== void 0) return o
  }
  return null
}
async function Ka(e, t) {
  let { wire: n } = e.provider,
    r = n === 'openai' || n === 'openai-compatible' ? '' : Ga[n],
    o = await qe(`${e.baseUrl}/models${r}`, { headers: Ja(e), signal: t })
  if (!o.ok) {
    let c = Object.fromEntries(o.headers)
    throw Object.assign(new Error(await o.text()), { statusCode: o.status, responseHeaders: c })
  }
  let { data: i, models: s } = await o.json()
  return (i?.map(({ id: c }) => c) ?? s?.map(({ name: c }) => c) ?? [])
    .filter((c) => typeof c == 'string')
    .slice(0, Ba)
    .map((c) => c.replace(/^models\//, ''))
}
var Ga = { anthropic: '?limit=1000', google: '?pageSize=1000' }
function Ja({ provider: e, apiKey: t }) {
  switch (e.wire) {
    case 'anthropic':
      return { 'x-api-key': t, 'anthropic-version': '2023-06-01' }
    case 'google':
      return { 'x-goog-api-key': t }
    default:
      return t === '' ? {} : { authorization: `Bearer ${t}` }
  }
}
function Re(e) {
  let t = Object.values(e).filter((r) => typeof r == 'number')
  return Object.entries(e)
    .filter(([r, o]) => t.indexOf(+r) === -1)
    .map(([r, o]) => o)
}
function Mr(e, t) {
  return typeof t == 'bigint' ? t.toString() : t
}
var Bt = class {
  constructor(t) {
    ;((this._getter = t), (this._value = void 0))
  }
  get value() {
    let t = this._getter
    return (t !== void 0 && ((this._value = t()), (this._getter = void 0)), this._value)
  }
}
function Er(e) {
  return new Bt(e)
}
function Or(e) {
  return e == null
}
function Tr(e) {
  let t = e.startsWith('^') ? 1 : 0,
    n = e.endsWith('$') ? e.length - 1 : e.length
  return e.slice(t, n)
}
function U(e, t, n) {
  Object.defineProperty(e, t, { value: n, writable: !0, enumerable: !0, configurable: !0 })
}
var Ut = 'captureStackTrace' in Error ? Error.captureStackTrace : (...e) => {}
function nt(e) {
  return typeof e == 'object' && e !== null && !Array.isArray(e)
}
function Kt(e) {
  if (nt(e) === !1) return !1
  let t = e.constructor
  if (t === void 0 || typeof t != 'function') return !0
  let n = t.prototype
  return !(nt(n) === !1 || Object.prototype.hasOwnProperty.call(n, 'isPrototypeOf') === !1)
}
function rt(e) {
  return Kt(e)
    ? { ...e }
    : Array.isArray(e)
      ? [...e]
      : e instanceof Map
        ? new Map(e)
        : e instanceof Set
          ? new Set(e)
          : e
}
var Rr = new Set(['string', 'number', 'symbol'])
function Gt(e) {
  return e.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
function Ie(e, t, n) {
  let r = new e._zod.constr(t ?? e._zod.def)
  return ((!t || n?.parent) && (r._zod.parent = e), r)
}
function k(e) {
  let t = e
  if (!t) return {}
  if (typeof t == 'string') return { error: () => t }
  if (t?.message !== void 0) {
    if (t?.error !== void 0) throw new Error('Cannot specify both `message` and `error` params')
    t.error = t.message
  }
  return (delete t.message, typeof t.error == 'string' ? { ...t, error: () => t.error } : t)
}
function Ir(e) {
  return Object.keys(e).filter((t) => e[t]._zod.optin !== void 0 && e[t]._zod.optout === 'optional')
}
var ot = {
    safeint: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    int32: [-2147483648, 2147483647],
    uint32: [0, 4294967295],
    float32: [-34028234663852886e22, 34028234663852886e22],
    float64: [-Number.MAX_VALUE, Number.MAX_VALUE],
  },
  Jt = {
    int64: [BigInt('-9223372036854775808'), BigInt('9223372036854775807')],
    uint64: [BigInt(0), BigInt('18446744073709551615')],
  }
function Q(e, t = 0) {
  if (e.aborted === !0) return !0
  for (let n = t; n < e.issues.length; n++) if (e.issues[n]?.continue !== !0) return !0
  return !1
}
function Cr(e, t = 0) {
  if (e.aborted === !0) return !0
  for (let n = t; n < e.issues.length; n++) if (e.issues[n]?.continue === !1) return !0
  return !1
}
function ee(e, t) {
  return t.map((n) => {
    var r
    return ((r = n).path ?? (r.path = []), n.path.unshift(e), n)
  })
}
function Te(e) {
  return typeof e == 'string' ? e : e?.message
}
function Wt(e) {
  let t = []
  for (let n of e ?? []) {
    let r = n._zod.def
    if (!/_(length|size)$|_equals$/.test(r.check)) break
    let o = r.maximum ?? r.length ?? r.size
    o >= 0 && t.push([o, n])
  }
  return t
}
function it(e, t, n) {
  var r
  for (let o = t; o < e.length; o++) (r = e[o]).schema ?? (r.schema = n)
}
function te(e, t, n) {
  var r
  let o = e.inst?._zod?.traits
  o?.has('$ZodType') &&
    (o.has('$ZodCheck') ? ((r = e).schema ?? (r.schema = e.inst)) : (e.schema = e.inst))
  let i = e.schema !== e.inst ? e.schema?._zod.def?.error : void 0,
    s = e.message
      ? e.message
      : (Te(e.inst?._zod.def?.error?.(e)) ??
        Te(i?.(e)) ??
        Te(t?.error?.(e)) ??
        Te(n.customError?.(e)) ??
        Te(n.localeError?.(e)) ??
        'Invalid input'),
    a = {}
  for (let c of Object.keys(e))
    c === 'inst' ||
      c === 'schema' ||
      c === 'continue' ||
      c === 'input' ||
      c === '__proto__' ||
      (a[c] = e[c])
  return (a.path ?? (a.path = []), (a.message = s), t?.reportInput && (a.input = e.input), a)
}
var Wa = /[\uD800-\uDBFF]/
function Ht(e) {
  let t = e.length
  if (!Wa.test(e)) return t
  let n = t
  for (let r = 0; r < t - 1; r++)
    (e.charCodeAt(r) & 64512) === 55296 && (e.charCodeAt(r + 1) & 64512) === 56320 && (n--, r++)
  return n
}
function Vt(e) {
  return Array.isArray(e) ? 'array' : typeof e == 'string' ? 'string' : 'unknown'
}
function Xt(...e) {
  let [t, n, r] = e
  return typeof t == 'string' ? { message: t, code: 'custom', input: n, inst: r } : { ...t }
}
function Nr(e, t) {
  for (let n in t) {
    let r = Object.getOwnPropertyDescriptor(t, n)
    r.get ? Object.defineProperty(e, n, { ...r, enumerable: !1 }) : Ha(e, n, r.value)
  }
}
function de(e, t, n, r = !0) {
  return (
    Object.defineProperty(e, t, { configurable: !0, writable: !0, enumerable: r, value: n }), n
  )
}
function Yt(e, t, n) {
  return de(e, t, n, !1)
}
function Ha(e, t, n) {
  Object.defineProperty(e, t, {
    configurable: !0,
    get() {
      return this == null ? n : de(this, t, n.bind(this))
    },
    set(r) {
      de(this, t, r)
    },
  })
}
function Va(e, t) {
  let n = Object.getPrototypeOf(e)
  return t in n ? void 0 : n
}
var Ft,
  q = !1,
  Xa = {
    configurable: !0,
    get() {
      q = !0
    },
  }
function ne(e, t, n) {
  let r = Object.getPrototypeOf(e._zod)
  if (t in r && Ft !== e._zod) {
    Ft = void 0
    return
  }
  ;((Ft = e._zod),
    Object.defineProperty(r, t, {
      configurable: !0,
      get() {
        Object.defineProperty(this, t, Xa)
        let o = q
        q = !1
        try {
          let i = n(this)
          return (
            q
              ? delete this[t]
              : Object.defineProperty(this, t, { configurable: !0, writable: !0, value: i }),
            (q = q || o),
            i
          )
        } catch (i) {
          throw (delete this[t], (q = q || o), i)
        }
      },
      set(o) {
        Object.defineProperty(this, t, { configurable: !0, writable: !0, value: o })
      },
    }))
}
function Lr(e, t, n, r) {
  let o = Va(e, t)
  o &&
    Object.defineProperty(o, t, {
      configurable: !0,
      get() {
        let i = { configurable: !0, writable: !0, enumerable: r, value: void 0 }
        return (
          Object.defineProperty(this, t, i),
          (i.value = n(this)),
          Object.defineProperty(this, t, i),
          i.value
        )
      },
      set(i) {
        Object.defineProperty(this, t, { configurable: !0, writable: !0, enumerable: r, value: i })
      },
    })
}
var Dr
var qt = { value: void 0, enumerable: !1 },
  jr = 'captureStackTrace' in Error ? Error : null
function Ya(e) {
  let t = jr
  if (t) {
    let n = t.stackTraceLimit
    if (typeof n == 'number') {
      try {
        t.stackTraceLimit = 0
      } catch {
        return ((jr = null), new e())
      }
      try {
        return new e()
      } finally {
        t.stackTraceLimit = n
      }
    }
  }
  return new e()
}
function y(e, t, n, r) {
  let o = {}
  function i(m) {
    ;((this.def = m), (this.constr = f), (this.traits = new Set()))
  }
  i.prototype = o
  let s = n,
    a = s && new WeakSet()
  function c(m, p) {
    if (m._zod) {
      if (m._zod.traits.has(e)) return
    } else {
      qt.value = new i(p)
      try {
        Object.defineProperty(m, '_zod', qt)
      } finally {
        qt.value = void 0
      }
    }
    if ((m._zod.traits.add(e), t(m, p), a)) {
      let b = Object.getPrototypeOf(m),
        w = m._zod.constr.prototype,
        A = b
      for (; A && A !== w;) A = Object.getPrototypeOf(A)
      let Y = A ?? b
      a.has(Y) || (a.add(Y), Nr(Y, s))
    }
    let d = f.prototype
    for (let b in d) Object.prototype.hasOwnProperty.call(d, b) && (b in m || (m[b] = d[b].bind(m)))
  }
  let u = r?.Parent ?? Object
  class l extends u {}
  Object.defineProperty(l, 'name', { value: e })
  function f(m) {
    let p = r?.Parent ? Ya(l) : this
    c(p, m)
    let d = p._zod.deferred
    if (d) {
      for (let w of d) w()
      p._zod.deferred = void 0
    }
    let b = globalThis.__zod_globalConfig?.postProcessor
    return (b && b(p), p)
  }
  return (
    Object.defineProperty(f, 'init', { value: c }),
    Object.defineProperty(f, Symbol.hasInstance, {
      value: (m) => (r?.Parent && m instanceof r.Parent ? !0 : m?._zod?.traits?.has(e)),
    }),
    Object.defineProperty(f, 'name', { value: e }),
    f
  )
}
var V = class extends Error {
  constructor() {
    super('Encountered Promise during synchronous parse. Use .parseAsync() instead.')
  }
}
;(Dr = globalThis).__zod_globalConfig ?? (Dr.__zod_globalConfig = {})
var $e = globalThis.__zod_globalConfig
function X(e) {
  return (e && Object.assign($e, e), $e)
}
function qa() {
  let e = this._zod
  return (e.message ?? (e.message = JSON.stringify(e.def, Mr, 2)), e.message)
}
function Qa(e) {
  this._zod.message = e
}
var ec = { get: qa, set: Qa, enumerable: !0, configurable: !0 },
  en = { value: void 0, enumerable: !1 },
  Fr = new WeakSet([Object.prototype, Error.prototype]),
  Br = (e, t) => {
    ;((e.name = '$ZodError'),
      (en.value = t),
      Object.defineProperty(e, 'issues', en),
      (en.value = void 0),
      Object.defineProperty(e, 'message', ec))
    let n = Object.getPrototypeOf(e)
    Fr.has(n) ||
      (Fr.add(n),
      Object.defineProperty(n, 'toString', {
        configurable: !0,
        enumerable: !1,
        get() {
          let r = () => this.message
          return (
            Object.defineProperty(this, 'toString', { value: r, configurable: !0, writable: !0 }), r
          )
        },
        set(r) {
          Object.defineProperty(this, 'toString', { value: r, configurable: !0, writable: !0 })
        },
      }))
  },
  Lf = y('$ZodError', Br),
  Ce = y('$ZodError', Br, void 0, { Parent: Error })
var nc = (e) => {
    let t = (n, r, o, i) => {
      let s = o ? { ...o, async: !1 } : { async: !1 },
        a = n._zod.run({ value: r, issues: [] }, s)
      if (a instanceof Promise) throw new V()
      if (a.issues.length) {
        let c = new (i?.Err ?? e)(a.issues.map((u) => te(u, s, X())))
        throw (Ut(c, i?.callee ?? t), c)
      }
      return a.value
    }
    return t
  },
  tn = nc(Ce),
  rc = (e) => {
    let t = async (n, r, o, i) => {
      let s = o ? { ...o, async: !0 } : { async: !0 },
        a = n._zod.run({ value: r, issues: [] }, s)
      if ((a instanceof Promise && (a = await a), a.issues.length)) {
        let c = new (i?.Err ?? e)(a.issues.map((u) => te(u, s, X())))
        throw (Ut(c, i?.callee ?? t), c)
      }
      return a.value
    }
    return t
  },
  nn = rc(Ce),
  oc = (e) => (t, n, r) => {
    let o = r ? { ...r, async: !1 } : { async: !1 },
      i = t._zod.run({ value: n, issues: [] }, o)
    if (i instanceof Promise) throw new V()
    return i.issues.length ? Ur(e, i.issues, o) : { success: !0, data: i.value }
  },
  rn = oc(Ce)
function Ur(e, t, n) {
  let r
  return {
    success: !1,
    get error() {
      return (r || ((r = new e(t.map((o) => te(o, n, X())))), (t = void 0), (n = void 0)), r)
    },
    set error(o) {
      ;((r = o), (t = void 0), (n = void 0))
    },
  }
}
var ic = (e) => async (t, n, r) => {
    let o = r ? { ...r, async: !0 } : { async: !0 },
      i = t._zod.run({ value: n, issues: [] }, o)
    return (
      i instanceof Promise && (i = await i),
      i.issues.length ? Ur(e, i.issues, o) : { success: !0, data: i.value }
    )
  },
  on = ic(Ce)
var Kr =
  /^P(?:(\d+W)|(?!.*W)(?=\d|T\d)(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+([.,]\d+)?S)?)?)$/
var Gr = /^$|^(?:[0-9a-zA-Z+/]{4})*(?:(?:[0-9a-zA-Z+/]{2}==)|(?:[0-9a-zA-Z+/]{3}=))?$/,
  Jr = /^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2,3})?$/
var Wr =
  '(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))'
function sc(e) {
  return new RegExp(`^${e}$`)
}
var Hr = sc(Wr)
function sn(e) {
  let t = '(?:[01]\\d|2[0-3]):[0-5]\\d'
  return typeof e.precision == 'number'
    ? e.precision === -1
      ? `${t}`
      : e.precision === 0
        ? `${t}:[0-5]\\d`
        : `${t}:[0-5]\\d\\.\\d{${e.precision}}`
    : e.seconds
      ? `${t}:[0-5]\\d(?:\\.\\d+)?`
      : `${t}(?::[0-5]\\d(?:\\.\\d+)?)?`
}
function Vr(e) {
  return new RegExp(`^${sn(e)}$`)
}
function Xr(e) {
  let t = ['Z']
  e.offset && t.push('([+-](?:[01]\\d|2[0-3]):[0-5]\\d)')
  let n = `${sn({ precision: e.precision, seconds: !0 })}(?:${t.join('|')})`,
    r = e.local ? `${n}|${sn({ precision: e.precision })}` : n
  return new RegExp(`^${Wr}T(?:${r})$`)
}
var Yr = /^[\s\S]{0,}$/
var an = /^-?\d+$/,
  Ne = /^-?\d+(?:\.\d+)?$/,
  qr = /^(?:true|false)$/i
var j = y('$ZodCheck', (e, t) => {
  var n
  ;(e._zod ?? (e._zod = {}), (e._zod.def = t), (n = e._zod).onattach ?? (n.onattach = []))
})
var Qr = (e) => {
    let t = e.value
    return !Or(t) && t.length !== void 0
  },
  at = { number: 'number', bigint: 'bigint', object: 'date' },
  eo = y('$ZodCheckLessThan', (e, t) => {
    j.init(e, t)
    let n = at[typeof t.value]
    e._zod.check = (r) => {
      ;(t.inclusive ? r.value <= t.value : r.value < t.value) ||
        r.issues.push({
          origin: at[typeof r.value] ?? n,
          code: 'too_big',
          maximum: typeof t.value == 'object' ? t.value.getTime() : t.value,
          input: r.value,
          inclusive: t.inclusive,
          inst: e,
          continue: !t.abort,
        })
    }
  }),
  cn = y('$ZodCheckGreaterThan', (e, t) => {
    j.init(e, t)
    let n = at[typeof t.value]
    e._zod.check = (r) => {
      ;(t.inclusive ? r.value >= t.value : r.value > t.value) ||
        r.issues.push({
          origin: at[typeof r.value] ?? n,
          code: 'too_small',
          minimum: typeof t.value == 'object' ? t.value.getTime() : t.value,
          input: r.value,
          inclusive: t.inclusive,
          inst: e,
          continue: !t.abort,
        })
    }
  })
var to = y('$ZodCheckNumberFormat', (e, t) => {
  ;(j.init(e, t), (t.format = t.format || 'float64'))
  let n = t.format?.includes('int'),
    r = n ? 'int' : 'number',
    [o, i] = ot[t.format]
  e._zod.check = (s) => {
    let a = s.value
    if (n) {
      if (!Number.isInteger(a)) {
        s.issues.push({
          expected: r,
          format: t.format,
          code: 'invalid_type',
          continue: !1,
          input: a,
          inst: e,
        })
        return
      }
      if (!Number.isSafeInteger(a)) {
        a > 0
          ? s.issues.push({
              input: a,
              code: 'too_big',
              maximum: Number.MAX_SAFE_INTEGER,
              note: 'Integers must be within the safe integer range.',
              inst: e,
              origin: r,
              inclusive: !0,
              continue: !t.abort,
            })
          : s.issues.push({
              input: a,
              code: 'too_small',
              minimum: Number.MIN_SAFE_INTEGER,
              note: 'Integers must be within the safe integer range.',
              inst: e,
              origin: r,
              inclusive: !0,
              continue: !t.abort,
            })
        return
      }
    }
    ;(a < o &&
      s.issues.push({
        origin: 'number',
        input: a,
        code: 'too_small',
        minimum: o,
        inclusive: !0,
        inst: e,
        continue: !t.abort,
      }),
      a > i &&
        s.issues.push({
          origin: 'number',
          input: a,
          code: 'too_big',
          maximum: i,
          inclusive: !0,
          inst: e,
          continue: !t.abort,
        }))
  }
})
var no = y('$ZodCheckMaxLength', (e, t) => {
    var n
    ;(j.init(e, t),
      (n = e._zod.def).when ?? (n.when = Qr),
      (e._zod.check = (r) => {
        let o = r.value,
          i = o.length
        if ((typeof o == 'string' && i > t.maximum ? Ht(o) : i) <= t.maximum) return
        let a = Vt(o)
        r.issues.push({
          origin: a,
          code: 'too_big',
          maximum: t.maximum,
          inclusive: !0,
          input: o,
          inst: e,
          continue: !t.abort,
        })
      }))
  }),
  ro = y('$ZodCheckMinLength', (e, t) => {
    var n
    ;(j.init(e, t),
      (n = e._zod.def).when ?? (n.when = Qr),
      (e._zod.check = (r) => {
        let o = r.value,
          i = o.length
        if ((typeof o == 'string' && i >= t.minimum && i < t.minimum * 2 ? Ht(o) : i) >= t.minimum)
          return
        let a = Vt(o)
        r.issues.push({
          origin: a,
          code: 'too_small',
          minimum: t.minimum,
          inclusive: !0,
          input: o,
          inst: e,
          continue: !t.abort,
        })
      }))
  })
var un = y('$ZodCheckStringFormat', (e, t) => {
    var n, r
    ;(j.init(e, t),
      t.pattern
        ? ((n = e._zod).check ??
          (n.check = (o) => {
            ;((t.pattern.lastIndex = 0),
              !t.pattern.test(o.value) &&
                o.issues.push({
                  origin: 'string',
                  code: 'invalid_format',
                  format: t.format,
                  input: o.value,
                  ...(t.pattern ? { pattern: t.pattern.toString() } : {}),
                  inst: e,
                  continue: !t.abort,
                }))
          }))
        : ((r = e._zod).check ?? (r.check = () => {})))
  }),
  oo = y('$ZodCheckRegex', (e, t) => {
    ;(un.init(e, t),
      (e._zod.check = (n) => {
        ;((t.pattern.lastIndex = 0),
          !t.pattern.test(n.value) &&
            n.issues.push({
              origin: 'string',
              code: 'invalid_format',
              format: 'regex',
              input: n.value,
              pattern: t.pattern.toString(),
              inst: e,
              continue: !t.abort,
            }))
      }))
  })
var so = { major: 4, minor: 6, patch: 7 }
var R = y(
    '$ZodType',
    (e, t) => {
      var n
      ;(e ?? (e = {}), (e._zod.def = t), (e._zod.bag = e._zod.bag || {}), (e._zod.version = so))
      let r = e._zod.def.checks,
        o = e._zod.traits.has('$ZodCheck') ? [e, ...(r ?? [])] : r?.length ? [...r] : []
      for (let i of o) for (let s of i._zod.onattach) s(e)
      if (o.length === 0)
        ((n = e._zod).deferred ?? (n.deferred = []),
          e._zod.deferred?.push(() => {
            e._zod.run = e._zod.parse
          }))
      else {
        let i = (a, c, u) => {
            if (a.memo) return a
            let l = Q(a),
              f
            for (let m of c) {
              if (m._zod.def.when) {
                if (Cr(a) || !m._zod.def.when(a)) continue
              } else if (l) continue
              let p = a.issues.length,
                d = m._zod.check(a)
              if (d instanceof Promise && u?.async === !1) throw new V()
              if (f || d instanceof Promise)
                f = (f ?? Promise.resolve()).then(async () => {
                  ;(await d, a.issues.length !== p && (it(a.issues, p, e), l || (l = Q(a, p))))
                })
              else {
                if (a.issues.length === p) continue
                ;(it(a.issues, p, e), l || (l = Q(a, p)))
              }
            }
            return f ? f.then(() => a) : a
          },
          s = (a, c, u) => {
            if (Q(a)) return ((a.aborted = !0), a)
            let l = i(c, o, u)
            if (l instanceof Promise) {
              if (u.async === !1) throw new V()
              return l.then((f) => e._zod.parse(f, u))
            }
            return e._zod.parse(l, u)
          }
        e._zod.run = (a, c) => {
          if (c.skipChecks) return e._zod.parse(a, c)
          if (c.direction === 'backward') {
            let l = e._zod.parse({ value: a.value, issues: [] }, { ...c, skipChecks: !0 })
            return l instanceof Promise ? l.then((f) => s(f, a, c)) : s(l, a, c)
          }
          let u = e._zod.parse(a, c)
          if (u instanceof Promise) {
            if (c.async === !1) throw new V()
            return u.then((l) => i(l, o, c))
          }
          return i(u, o, c)
        }
      }
    },
    {
      get '~standard'() {
        return Yt(this, '~standard', cc(this))
      },
      set '~standard'(e) {
        de(this, '~standard', e)
      },
    },
  ),
  fo = (e, t) =>
    e.issues.length ? { issues: e.issues.map((n) => te(n, t, X())) } : { value: e.value }
async function ac(e, t) {
  let n = { async: !0 }
  return fo(await e._zod.run({ value: t, issues: [] }, n), n)
}
function cc(e) {
  return {
    validate: (t) => {
      let n = { async: !1 }
      try {
        let r = e._zod.run({ value: t, issues: [] }, n)
        if (!(r instanceof Promise)) return fo(r, n)
      } catch {}
      return ac(e, t)
    },
    vendor: 'zod',
    version: 1,
  }
}
var ln = y('$ZodString', (e, t) => {
    ;(R.init(e, t),
      (e._zod.pattern = t.pattern ?? Yr),
      (e._zod.parse = (n, r) => {
        if (t.coerce)
          try {
            n.value = String(n.value)
          } catch {}
        return (
          typeof n.value == 'string' ||
            n.issues.push({ expected: 'string', code: 'invalid_type', input: n.value, inst: e }),
          n
        )
      }))
  }),
  ze = y('$ZodStringFormat', (e, t) => {
    ;(un.init(e, t), ln.init(e, t))
  })
var po = y('$ZodISODateTime', (e, t) => {
    ;(t.pattern ?? (t.pattern = Xr(t)), ze.init(e, t))
  }),
  mo = y('$ZodISODate', (e, t) => {
    ;(t.pattern ?? (t.pattern = Hr), ze.init(e, t))
  }),
  ho = y('$ZodISOTime', (e, t) => {
    ;(t.pattern ?? (t.pattern = Vr(t)), ze.init(e, t))
  }),
  go = y('$ZodISODuration', (e, t) => {
    ;(t.pattern ?? (t.pattern = Kr), ze.init(e, t))
  })
var yo = /^[0-9a-zA-Z+/]*={0,2}$/
var _o = /^[A-Za-z0-9_-]*$/
var fn = y('$ZodNumber', (e, t) => {
    ;(R.init(e, t),
      (e._zod.pattern = Ne),
      (e._zod.parse = (n, r) => {
        if (t.coerce)
          try {
            n.value = Number(n.value)
          } catch {}
        let o = n.value
        if (typeof o == 'number' && !Number.isNaN(o) && Number.isFinite(o)) return n
        let i =
          typeof o == 'number'
            ? Number.isNaN(o)
              ? 'NaN'
              : Number.isFinite(o)
                ? void 0
                : String(o)
            : void 0
        return (
          n.issues.push({
            expected: 'number',
            code: 'invalid_type',
            input: o,
            inst: e,
            ...(i ? { received: i } : {}),
          }),
          n
        )
      }))
  }),
  bo = y('$ZodNumberFormat', (e, t) => {
    ;(to.init(e, t), fn.init(e, t))
  }),
  wo = y('$ZodBoolean', (e, t) => {
    ;(R.init(e, t),
      (e._zod.pattern = qr),
      (e._zod.parse = (n, r) => {
        if (t.coerce)
          try {
            n.value = !!n.value
          } catch {}
        let o = n.value
        return (
          typeof o == 'boolean' ||
            n.issues.push({ expected: 'boolean', code: 'invalid_type', input: o, inst: e }),
          n
        )
      }))
  })
var xo = y('$ZodNever', (e, t) => {
  ;(R.init(e, t),
    (e._zod.parse = (n, r) => (
      n.issues.push({ expected: 'never', code: 'invalid_type', input: n.value, inst: e }),
      n
    )))
})
function uc(e, t) {
  let n = Wt(e._zod.def.checks)
  if (!n.length) return
  let r = Math.min(...n.map((i) => i[0])),
    o = e._zod.parse
  e._zod.parse = (i, s) => {
    let a = t(i.value)
    if (a > r && !s?.skipChecks && s?.direction !== 'backward') {
      for (let [c, u] of Wt(e._zod.def.checks))
        if (a > c && u._zod.def.when(i)) {
          let l = i.issues.length
          return (u._zod.check(i), (i.issues[l].continue = !1), it(i.issues, l, e), i)
        }
    }
    return o(i, s)
  }
}
var lc = (e) => (Array.isArray(e) ? e.length : -1)
function ao(e, t, n) {
  ;(e.issues.length && t.issues.push(...ee(n, e.issues)), (t.value[n] = e.value))
}
var ko = y('$ZodArray', (e, t) => {
  R.init(e, t)
  let n = $e.memoizer
  ;(n?.attach(e),
    (e._zod.parse = (r, o) => {
      let i = r.value
      if (!Array.isArray(i))
        return (r.issues.push({ expected: 'array', code: 'invalid_type', input: i, inst: e }), r)
      r.value = n ? n.alloc(e, r, Array(i.length), o) : Array(i.length)
      let s = [],
        a = o?.abortEarly
      for (let c = 0; c < i.length; c++) {
        let u = i[c],
          l = t.element._zod.run({ value: u, issues: [] }, o)
        if (l instanceof Promise) s.push(l.then((f) => ao(f, r, c)))
        else if ((ao(l, r, c), a && l.issues.length !== 0 && Q(l))) break
      }
      return s.length ? Promise.all(s).then(() => r) : r
    }),
    uc(e, lc))
})
function ct(e, t, n, r, o, i) {
  let s = n in r,
    a = i === 'optional'
  if (!(!s && a && o === 'optional')) {
    if (e.issues.length) {
      if (o !== void 0 && a && !s) return
      t.issues.push(...ee(n, e.issues))
    }
    if (!s && o === void 0) {
      e.issues.length ||
        t.issues.push({ code: 'invalid_type', expected: 'nonoptional', input: void 0, path: [n] })
      return
    }
    e.value === void 0
      ? (s || (o === 'defaulted' && !a)) && (t.value[n] = void 0)
      : (t.value[n] = e.value)
  }
}
var fc = []
function dc(e) {
  let t = Object.keys(e.shape),
    n = Object.getOwnPropertySymbols(e.shape),
    r = n.length ? n : fc,
    o = r.length ? [...t, ...r] : t
  for (let s of o)
    if (!e.shape?.[s]?._zod?.traits?.has('$ZodType'))
      throw new Error(`Invalid element at key "${String(s)}": expected a Zod schema`)
  let i = Ir(e.shape)
  return {
    ...e,
    allKeys: o,
    symbolKeys: r,
    keySet: new Set(t),
    numKeys: t.length,
    optionalKeys: new Set(i),
  }
}
function pc(e, t, n, r, o, i, s) {
  let a = [],
    c = o.keySet,
    u = o.catchall._zod,
    l = u.def.type,
    f = u.optin,
    m = u.optout,
    p = 0
  for (let d in t) {
    if (s && n.issues.length !== p) {
      if (Q(n, p)) break
      p = n.issues.length
    }
    if (c.has(d)) continue
    if (d === '__proto__') {
      l === 'never' && a.push(d)
      continue
    }
    if (l === 'never') {
      a.push(d)
      continue
    }
    let b = u.run({ value: t[d], issues: [] }, r)
    b instanceof Promise ? e.push(b.then((w) => ct(w, n, d, t, f, m))) : ct(b, n, d, t, f, m)
  }
  return (
    a.length &&
      n.issues.push({ code: 'unrecognized_keys', keys: a, input: t, inst: i, continue: !0 }),
    e.length ? Promise.all(e).then(() => n) : n
  )
}
var $o = y('$ZodObject', (e, t) => {
  R.init(e, t)
  let n = Object.getOwnPropertyDescriptor(t, 'shape'),
    r = n?.get ? n.get.raw : (t.shape ?? {})
  if (r) {
    let u = () => {
      let l = { ...r }
      return (Object.defineProperty(t, 'shape', { value: l }), (u.raw = l), l)
    }
    ;((u.raw = r), Object.defineProperty(t, 'shape', { get: u }))
  }
  let o = Er(() => dc(t))
  ne(e, 'propValues', (u) => {
    let l = u.def.shape,
      f = {}
    for (let m in l) {
      let p = l[m]._zod
      if (p.values) {
        Object.prototype.hasOwnProperty.call(f, m) || U(f, m, new Set())
        for (let d of p.values) f[m].add(d)
        p.optin !== void 0 && f[m].add(void 0)
      }
    }
    return f
  })
  let i = nt,
    s = t.catchall,
    a,
    c = $e.memoizer
  ;(c?.attach(e),
    (e._zod.parse = (u, l) => {
      a ?? (a = o.value)
      let f = u.value
      if (!i(f))
        return (u.issues.push({ expected: 'object', code: 'invalid_type', input: f, inst: e }), u)
      u.value = c ? c.alloc(e, u, {}, l) : {}
      let m = [],
        p = a.shape,
        d = l?.abortEarly,
        b = u.issues.length
      for (let w of a.allKeys) {
        if (d && u.issues.length !== b) {
          if (Q(u, b)) break
          b = u.issues.length
        }
        if (w === '__proto__') continue
        let A = p[w],
          Y = A._zod.optin,
          In = A._zod.optout,
          zt = A._zod.run({ value: f[w], issues: [] }, l)
        zt instanceof Promise
          ? m.push(zt.then((ts) => ct(ts, u, w, f, Y, In)))
          : ct(zt, u, w, f, Y, In)
      }
      return s ? pc(m, f, u, l, o.value, e, d === !0) : m.length ? Promise.all(m).then(() => u) : u
    }))
})
var zo = y('$ZodRecord', (e, t) => {
  R.init(e, t)
  let n = $e.memoizer
  ;(n?.attach(e),
    (e._zod.parse = (r, o) => {
      let i = r.value
      if (!Kt(i))
        return (r.issues.push({ expected: 'record', code: 'invalid_type', input: i, inst: e }), r)
      let s = [],
        a = t.keyType._zod.values
      if (a && !t.partial) {
        r.value = n ? n.alloc(e, r, {}, o) : {}
        let c = new Set()
        for (let l of a)
          if (typeof l == 'string' || typeof l == 'number' || typeof l == 'symbol') {
            if ((c.add(typeof l == 'number' ? l.toString() : l), l === '__proto__')) continue
            let f = t.keyType._zod.run({ value: l, issues: [] }, o)
            if (f instanceof Promise)
              throw new Error('Async schemas not supported in object keys currently')
            if (f.issues.length) {
              r.issues.push({
                code: 'invalid_key',
                origin: 'record',
                issues: f.issues.map((d) => te(d, o, X())),
                input: l,
                path: [l],
                inst: e,
              })
              continue
            }
            let m = f.value
            if (m === '__proto__') continue
            let p = t.valueType._zod.run({ value: i[l], issues: [] }, o)
            p instanceof Promise
              ? s.push(
                  p.then((d) => {
                    ;(d.issues.length && r.issues.push(...ee(l, d.issues)), (r.value[m] = d.value))
                  }),
                )
              : (p.issues.length && r.issues.push(...ee(l, p.issues)), (r.value[m] = p.value))
          }
        let u
        for (let l in i)
          if (!c.has(l))
            if (t.mode === 'loose') {
              if (l === '__proto__') continue
              r.value[l] = i[l]
            } else ((u = u ?? []), u.push(l))
        u &&
          u.length > 0 &&
          r.issues.push({ code: 'unrecognized_keys', input: i, inst: e, keys: u, continue: !0 })
      } else {
        r.value = n ? n.alloc(e, r, {}, o) : {}
        let c
        for (let u of Reflect.ownKeys(i)) {
          if (u === '__proto__' || !Object.prototype.propertyIsEnumerable.call(i, u)) continue
          let l = t.keyType._zod.run({ value: u, issues: [] }, o)
          if (l instanceof Promise)
            throw new Error('Async schemas not supported in object keys currently')
          if (typeof u == 'string' && Ne.test(u) && l.issues.length) {
            let d = t.keyType._zod.run({ value: Number(u), issues: [] }, o)
            if (d instanceof Promise)
              throw new Error('Async schemas not supported in object keys currently')
            d.issues.length === 0 && (l = d)
          }
          if (l.issues.length) {
            t.mode === 'loose'
              ? (r.value[u] = i[u])
              : a
                ? ((c = c ?? []), c.push(u))
                : r.issues.push({
                    code: 'invalid_key',
                    origin: 'record',
                    issues: l.issues.map((d) => te(d, o, X())),
                    input: u,
                    path: [u],
                    inst: e,
                  })
            continue
          }
          let m = l.value
          if (m === '__proto__') continue
          let p = t.valueType._zod.run({ value: i[u], issues: [] }, o)
          p instanceof Promise
            ? s.push(
                p.then((d) => {
                  ;(d.issues.length && r.issues.push(...ee(u, d.issues)), (r.value[m] = d.value))
                }),
              )
            : (p.issues.length && r.issues.push(...ee(u, p.issues)), (r.value[m] = p.value))
        }
        c &&
          c.length > 0 &&
          r.issues.push({ code: 'unrecognized_keys', input: i, inst: e, keys: c, continue: !0 })
      }
      return s.length ? Promise.all(s).then(() => r) : r
    }))
})
var vo = y('$ZodEnum', (e, t) => {
  R.init(e, t)
  let n = Re(t.entries),
    r = new Set(n)
  ;((e._zod.values = r),
    ne(e, 'pattern', (o) => {
      let i = Re(o.def.entries).filter((s) => Rr.has(typeof s))
      return new RegExp(
        i.length ? `^(${i.map((s) => Gt(s.toString())).join('|')})$` : '^[^\\s\\S]$',
      )
    }),
    (e._zod.parse = (o, i) => {
      let s = o.value
      return (r.has(s) || o.issues.push({ code: 'invalid_value', values: n, input: s, inst: e }), o)
    }))
})
function co(e, t) {
  return ((e.value = t.issues.length ? void 0 : t.value), e)
}
var Ao = y('$ZodOptional', (e, t) => {
  ;(R.init(e, t),
    ne(e, 'optin', (n) => (n.def.innerType._zod.optin === 'defaulted' ? 'defaulted' : 'optional')),
    (e._zod.optout = 'optional'),
    ne(e, 'values', (n) => {
      let r = n.def.innerType._zod.values
      return r ? new Set([...r, void 0]) : void 0
    }),
    ne(e, 'pattern', (n) => {
      let r = n.def.innerType._zod.pattern
      return r ? new RegExp(`^(${Tr(r.source)})?$`) : void 0
    }),
    (e._zod.parse = (n, r) => {
      if (n.value === void 0) {
        if (t.innerType._zod.optin !== 'defaulted') return n
        let o = t.innerType._zod.run({ value: n.value, issues: [] }, r)
        return o instanceof Promise ? o.then((i) => co(n, i)) : co(n, o)
      }
      return t.innerType._zod.run(n, r)
    }))
})
var So = y('$ZodDefault', (e, t) => {
  ;(R.init(e, t),
    (e._zod.optin = 'defaulted'),
    ne(e, 'values', (n) => n.def.innerType._zod.values),
    (e._zod.parse = (n, r) => {
      if (r.direction === 'backward') return t.innerType._zod.run(n, r)
      if (n.value === void 0) return ((n.value = t.defaultValue), n)
      let o = t.innerType._zod.run(n, r)
      return o instanceof Promise ? o.then((i) => uo(i, t)) : uo(o, t)
    }))
})
function uo(e, t) {
  return (e.value === void 0 && (e.value = t.defaultValue), e)
}
var Zo = y('$ZodPrefault', (e, t) => {
  ;(R.init(e, t),
    (e._zod.optin = 'defaulted'),
    ne(e, 'values', (n) => n.def.innerType._zod.values),
    (e._zod.parse = (n, r) => (
      r.direction === 'backward' || (n.value === void 0 && (n.value = t.defaultValue)),
      t.innerType._zod.run(n, r)
    )))
})
var Po = y('$ZodCustom', (e, t) => {
  ;(j.init(e, t),
    R.init(e, t),
    (e._zod.parse = (n, r) => n),
    (e._zod.check = (n) => {
      let r = n.value,
        o = t.fn(r)
      if (o instanceof Promise) return o.then((i) => lo(i, n, r, e))
      lo(o, n, r, e)
    }))
})
function lo(e, t, n, r) {
  if (!e) {
    let o = {
      code: 'custom',
      input: n,
      inst: r,
      path: [...(r._zod.def.path ?? [])],
      continue: !r._zod.def.abort,
    }
    ;(r._zod.def.params && (o.params = r._zod.def.params), t.issues.push(Xt(o)))
  }
}
var Mo
var dn = class {
  constructor() {
    ;((this._map = new WeakMap()), (this._idmap = new Map()))
  }
  add(t, ...n) {
    let r = n[0]
    return (
      this._map.set(t, r), r && typeof r == 'object' && 'id' in r && this._idmap.set(r.id, t), this
    )
  }
  clear() {
    return ((this._map = new WeakMap()), (this._idmap = new Map()), this)
  }
  remove(t) {
    let n = this._map.get(t)
    return (
      n && typeof n == 'object' && 'id' in n && this._idmap.delete(n.id), this._map.delete(t), this
    )
  }
  get(t) {
    let n = t._zod.parent
    if (n) {
      let r = { ...(this.get(n) ?? {}) }
      delete r.id
      let o = { ...r, ...this._map.get(t) }
      return Object.keys(o).length ? o : void 0
    }
    return this._map.get(t)
  }
  has(t) {
    return this._map.has(t)
  }
}
function ut() {
  return new dn()
}
;(Mo = globalThis).__zod_globalRegistry ?? (Mo.__zod_globalRegistry = ut())
var Le = globalThis.__zod_globalRegistry
function Eo(e) {
  return (e.checks && (e.checks = [...e.checks]), e)
}
function Oo(e, t) {
  return new e(Eo({ type: 'string', ...k(t) }))
}
function To(e, t) {
  return new e({
    type: 'string',
    format: 'datetime',
    check: 'string_format',
    offset: !1,
    local: !1,
    precision: null,
    ...k(t),
  })
}
function Ro(e, t) {
  return new e({ type: 'string', format: 'date', check: 'string_format', ...k(t) })
}
function Io(e, t) {
  return new e({ type: 'string', format: 'time', check: 'string_format', precision: null, ...k(t) })
}
function Co(e, t) {
  return new e({ type: 'string', format: 'duration', check: 'string_format', ...k(t) })
}
function No(e, t) {
  return new e(Eo({ type: 'number', checks: [], ...k(t) }))
}
function Lo(e, t) {
  return new e({ type: 'number', check: 'number_format', abort: !1, format: 'safeint', ...k(t) })
}
function Do(e, t) {
  return new e({ type: 'boolean', ...k(t) })
}
function jo(e, t) {
  return new e({ type: 'never', ...k(t) })
}
function K(e, t) {
  return new eo({ check: 'less_than', ...k(t), value: e, inclusive: !0 })
}
function pn(e, t) {
  return new cn({ check: 'greater_than', ...k(t), value: e, inclusive: !1 })
}
function M(e, t) {
  return new cn({ check: 'greater_than', ...k(t), value: e, inclusive: !0 })
}
function pe(e, t) {
  return new no({ check: 'max_length', ...k(t), maximum: e })
}
function ve(e, t) {
  return new ro({ check: 'min_length', ...k(t), minimum: e })
}
function oe(e, t) {
  return new oo({ check: 'string_format', format: 'regex', ...k(t), pattern: e })
}
function Fo(e, t, n) {
  return new e({ type: 'custom', check: 'custom', fn: t, ...k(n) })
}
function De(e, ...t) {
  for (let n of t)
    for (let r of Reflect.ownKeys(n))
      Object.prototype.propertyIsEnumerable.call(n, r) && U(e, r, n[r])
  return e
}
function lt(e) {
  let t = e?.target ?? 'draft-2020-12'
  return (
    t === 'draft-4' && (t = 'draft-04'),
    t === 'draft-7' && (t = 'draft-07'),
    {
      processors: e.processors ?? {},
      metadataRegistry: e?.metadata ?? Le,
      target: t,
      unrepresentable: e?.unrepresentable ?? 'throw',
      override: e?.override ?? (() => {}),
      io: e?.io ?? 'output',
      counter: 0,
      seen: new Map(),
      sharedDefsExtractedFor: void 0,
      sharedEmitDoneFor: void 0,
      cycles: e?.cycles ?? 'ref',
      reused: e?.reused ?? 'inline',
      intersections: [],
      deferred: [],
      external: e?.external ?? void 0,
    }
  )
}
function Z(e, t, n, r, o) {
  let i =
    typeof t.unrepresentable == 'function'
      ? t.unrepresentable({ zodSchema: e, path: r.path, message: o })
      : t.unrepresentable
  if (i === 'any') return !1
  if (i === void 0 || i === 'throw') throw new Error(o)
  return (Object.assign(n, i), !0)
}
function $(e, t, n = { path: [], schemaPath: [] }) {
  var r
  let o = e._zod.def,
    i = t.seen.get(e)
  if (i) return (i.count++, n.schemaPath.includes(e) && (i.cycle = n.path), i.schema)
  let s = { schema: {}, count: 1, cycle: void 0, path: n.path }
  ;(t.seen.set(e, s), (t.sharedDefsExtractedFor = void 0), (t.sharedEmitDoneFor = void 0))
  let a = e._zod.toJSONSchema?.()
  if (a) s.schema = a
  else {
    let l = { ...n, schemaPath: [...n.schemaPath, e], path: n.path }
    if (e._zod.processJSONSchema) e._zod.processJSONSchema(t, s.schema, l)
    else {
      let m = s.schema,
        p = t.processors[o.type]
      if (!p) throw new Error(`[toJSONSchema]: Non-representable type encountered: ${o.type}`)
      p(e, t, m, l)
    }
    let f = e._zod.parent
    f && (s.ref || (s.ref = f), $(f, t, l), (t.seen.get(f).isParent = !0))
  }
  let c = t.metadataRegistry.get(e)
  return (
    c && De(s.schema, c),
    t.io === 'input' && O(e) && (delete s.schema.examples, delete s.schema.default),
    t.io === 'input' &&
      '_prefault' in s.schema &&
      ((r = s.schema).default ?? (r.default = s.schema._prefault)),
    delete s.schema._prefault,
    t.seen.get(e).schema
  )
}
function Bo(e) {
  return e.replace(/~/g, '~0').replace(/\//g, '~1')
}
function ft(e, t) {
  let n = e.seen.get(t)
  if (!n) throw new Error('Unprocessed schema. This is a bug in Zod.')
  if (e.external && e.sharedDefsExtractedFor === e.external) return
  let r = new Map()
  for (let s of e.seen.entries()) {
    let a = e.metadataRegistry.get(s[0])?.id
    if (a) {
      let c = r.get(a)
      if (c && c !== s[0])
        throw new Error(
          `Duplicate schema id "${a}" detected during JSON Schema conversion. Two different schemas cannot share the same id when converted together.`,
        )
      r.set(a, s[0])
    }
  }
  let o = (s) => {
      let a = e.target === 'draft-2020-12' ? '$defs' : 'definitions'
      if (e.external) {
        let f = e.external.registry.get(s[0])?.id,
          m = e.external.uri ?? ((d) => d)
        if (f) return { ref: m(f) }
        let p = s[1].defId ?? s[1].schema.id ?? `schema${e.counter++}`
        return ((s[1].defId = p), { defId: p, ref: `${m('__shared')}#/${a}/${Bo(p)}` })
      }
      let c = '#',
        u = `${c}/${a}/`
      if (s[1] === n && !s[1].schema.id) return { ref: c }
      let l = s[1].schema.id ?? `__schema${e.counter++}`
      return { defId: l, ref: u + Bo(l) }
    },
    i = (s) => {
      if (s[1].schema.$ref) return
      let a = s[1],
        { ref: c, defId: u } = o(s)
      ;((a.def = { ...a.schema }), u && (a.defId = u))
      let l = a.schema
      for (let f in l) delete l[f]
      l.$ref = c
    }
  if (e.cycles === 'throw')
    for (let s of e.seen.entries()) {
      let a = s[1]
      if (a.cycle)
        throw new Error(`Cycle detected: #/${a.cycle?.join('/')}/<root>

Set the \`cycles\` parameter to \`"ref"\` to resolve cyclical schemas with defs.`)
    }
  for (let s of e.seen.entries()) {
    let a = s[1]
    if (t === s[0]) {
      i(s)
      continue
    }
    if (e.external) {
      let u = e.external.registry.get(s[0])?.id
      if (t !== s[0] && u) {
        i(s)
        continue
      }
    }
    if (e.metadataRegistry.get(s[0])?.id) {
      i(s)
      continue
    }
    if (a.cycle) {
      i(s)
      continue
    }
    a.count > 1 && e.reused === 'ref' && i(s)
  }
  e.external && (e.sharedDefsExtractedFor = e.external)
}
function Jo(e) {
  let t = e.anyOf
  if (!Array.isArray(t) || t.length === 0 || e.type !== void 0) return
  let n = []
  for (let r of t) {
    if (!r || typeof r != 'object') return
    Jo(r)
    let o = Object.keys(r)
    if (o.length !== 1 || o[0] !== 'type') return
    let i = r.type
    for (let s of Array.isArray(i) ? i : [i]) {
      if (typeof s != 'string') return
      n.includes(s) || n.push(s)
    }
  }
  ;(delete e.anyOf, (e.type = n.length === 1 ? n[0] : n))
}
var Wo = new Set(['type', 'properties', 'required', 'additionalProperties']),
  Uo = ['oneOf', 'anyOf']
function Ko(e) {
  let t = e.additionalProperties
  return t === void 0 || t === !1 || typeof t != 'object' || t === null
    ? null
    : Object.keys(t).length
      ? t
      : null
}
function mn(e) {
  let t = []
  for (let i of e) {
    if (typeof i != 'object' || i.type !== 'object') return null
    for (let s in i) if (!Wo.has(s)) return null
    t.push(i)
  }
  let n = {},
    r = new Set()
  for (let i of t) {
    for (let s in i.properties) {
      if (Object.prototype.hasOwnProperty.call(n, s)) continue
      let a = []
      for (let u of t) {
        let l = u.properties?.[s] ?? Ko(u)
        l != null && (a.some((f) => JSON.stringify(f) === JSON.stringify(l)) || a.push(l))
      }
      let c = a.length === 1 ? a[0] : (mn(a) ?? { allOf: a })
      U(n, s, c)
    }
    for (let s of i.required ?? []) r.add(s)
  }
  let o = { type: 'object', properties: n }
  if ((r.size && (o.required = [...r]), t.every((i) => i.additionalProperties === !1)))
    o.additionalProperties = !1
  else {
    let i = []
    for (let s of t) {
      let a = Ko(s)
      a && !i.some((c) => JSON.stringify(c) === JSON.stringify(a)) && i.push(a)
    }
    i.length === 1
      ? (o.additionalProperties = i[0])
      : i.length > 1 && (o.additionalProperties = { allOf: i })
  }
  return o
}
function mc(e) {
  let t = e.allOf
  if (!Array.isArray(t) || t.length < 2) return
  for (let o of Wo) if (o in e) return
  let n = t.filter((o) => Uo.some((i) => Array.isArray(o[i]))),
    r = null
  if (!n.length) r = mn(t)
  else {
    let o = n[0],
      i = Uo.find((c) => Array.isArray(o[c]))
    if (Object.keys(o).length !== 1) return
    let s = t.filter((c) => c !== o),
      a = o[i].map((c) => mn([...s, c]))
    if (a.some((c) => !c)) return
    r = { [i]: a }
  }
  r && (delete e.allOf, De(e, r))
}
function dt(e, t) {
  let n = e.seen.get(t)
  if (!n) throw new Error('Unprocessed schema. This is a bug in Zod.')
  let r = (a) => {
    let c = e.seen.get(a)
    if (c.ref === null) return
    let u = c.def ?? c.schema,
      l = { ...u },
      f = c.ref
    if (((c.ref = null), f)) {
      r(f)
      let p = e.seen.get(f),
        d = p.schema
      if (
        (d.$ref &&
        (e.target === 'draft-07' || e.target === 'draft-04' || e.target === 'openapi-3.0')
          ? ((u.allOf = u.allOf ?? []), u.allOf.push(d))
          : De(u, d),
        De(u, l),
        a._zod.parent === f)
      )
        for (let w in u) w === '$ref' || w === 'allOf' || w in l || delete u[w]
      if (d.$ref && p.def)
        for (let w in u)
          w === '$ref' ||
            w === 'allOf' ||
            (w in p.def && JSON.stringify(u[w]) === JSON.stringify(p.def[w]) && delete u[w])
    }
    let m = a._zod.parent
    if (m && m !== f) {
      r(m)
      let p = e.seen.get(m)
      if (p?.schema.$ref && ((u.$ref = p.schema.$ref), p.def))
        for (let d in u)
          d === '$ref' ||
            d === 'allOf' ||
            (d in p.def && JSON.stringify(u[d]) === JSON.stringify(p.def[d]) && delete u[d])
    }
    e.override({ zodSchema: a, jsonSchema: u, path: c.path ?? [] })
  }
  if (!e.external || e.sharedEmitDoneFor !== e.external) {
    for (let a of [...e.seen.entries()].reverse()) r(a[0])
    if (e.target !== 'openapi-3.0') for (let a of e.seen.entries()) Jo(a[1].def ?? a[1].schema)
    for (let a of e.deferred) a()
    if (e.intersections.length) {
      let a = new Map()
      for (let c of e.seen.values())
        for (let u of [c.schema, c.def]) {
          let l = u?.allOf
          if (!Array.isArray(l)) continue
          let f = a.get(l)
          f ? f.push(u) : a.set(l, [u])
        }
      for (let c of e.intersections) for (let u of a.get(c) ?? []) mc(u)
    }
  }
  let o = {}
  if (
    (e.target === 'draft-2020-12'
      ? (o.$schema = 'https://json-schema.org/draft/2020-12/schema')
      : e.target === 'draft-07'
        ? (o.$schema = 'http://json-schema.org/draft-07/schema#')
        : e.target === 'draft-04'
          ? (o.$schema = 'http://json-schema.org/draft-04/schema#')
          : e.target,
    e.external?.uri)
  ) {
    let a = e.external.registry.get(t)?.id
    if (!a) throw new Error('Schema is missing an `id` property')
    o.$id = e.external.uri(a)
  }
  De(o, n.defId ? n.schema : (n.def ?? n.schema))
  let i = e.metadataRegistry.get(t)?.id
  i !== void 0 && o.id === i && delete o.id
  let s = e.external?.defs ?? {}
  if (!e.external || e.sharedEmitDoneFor !== e.external)
    for (let a of e.seen.entries()) {
      let c = a[1]
      c.def && c.defId && (c.def.id === c.defId && delete c.def.id, U(s, c.defId, c.def))
    }
  ;(e.external && (e.sharedEmitDoneFor = e.external),
    e.external ||
      (Object.keys(s).length > 0 &&
        (e.target === 'draft-2020-12' ? (o.$defs = s) : (o.definitions = s))))
  try {
    let a = JSON.parse(JSON.stringify(o))
    return (
      Object.defineProperty(a, '~standard', {
        value: {
          ...t['~standard'],
          jsonSchema: {
            input: Go(t, 'input', e.processors),
            output: Go(t, 'output', e.processors),
          },
        },
        enumerable: !1,
        writable: !1,
      }),
      a
    )
  } catch {
    throw new Error('Error converting schema to JSON.')
  }
}
function O(e, t) {
  let n = t ?? { seen: new Set() }
  if (n.seen.has(e)) return !1
  n.seen.add(e)
  let r = e._zod.def
  if (r.type === 'transform') return !0
  if (r.type === 'array') return O(r.element, n)
  if (r.type === 'set') return O(r.valueType, n)
  if (r.type === 'lazy') return O(r.getter(), n)
  if (
    r.type === 'promise' ||
    r.type === 'optional' ||
    r.type === 'nonoptional' ||
    r.type === 'nullable' ||
    r.type === 'readonly' ||
    r.type === 'default' ||
    r.type === 'prefault' ||
    r.type === 'catch'
  )
    return O(r.innerType, n)
  if (r.type === 'intersection') return O(r.left, n) || O(r.right, n)
  if (r.type === 'record' || r.type === 'map') return O(r.keyType, n) || O(r.valueType, n)
  if (r.type === 'pipe') return e._zod.traits.has('$ZodCodec') ? !0 : O(r.in, n) || O(r.out, n)
  if (r.type === 'object') {
    for (let o in r.shape) if (O(r.shape[o], n)) return !0
    return !1
  }
  if (r.type === 'union') {
    for (let o of r.options) if (O(o, n)) return !0
    return !1
  }
  if (r.type === 'tuple') {
    for (let o of r.items) if (O(o, n)) return !0
    return !!(r.rest && O(r.rest, n))
  }
  return !1
}
var Go =
  (e, t, n = {}) =>
  (r) => {
    let { libraryOptions: o, target: i } = r ?? {},
      s = lt({ ...(o ?? {}), target: i, io: t, processors: n })
    return ($(e, s), ft(s, e), dt(s, e))
  }
var Ae = (e, t, n) => {
    ;(e[t] === void 0 || n > e[t]) && (e[t] = n)
  },
  Se = (e, t, n) => {
    ;(e[t] === void 0 || n < e[t]) && (e[t] = n)
  },
  Ho = (e, t) => {
    ;(Ae(e, 'minimum', t), Se(e, 'maximum', t))
  },
  Qo = (e, t) => {
    ;(e.multipleOf ?? (e.multipleOf = []), e.multipleOf.includes(t) || e.multipleOf.push(t))
  },
  ei = (e, t) => {
    ;(e.patterns ?? (e.patterns = new Set()), e.patterns.add(t))
  },
  ti = (e, t) => {
    e.mime = e.mime ? e.mime.filter((n) => t.includes(n)) : [...t]
  },
  ni = (e, t) => {
    ;((e.format = t), t.includes('int') && (e.isInt = !0))
  },
  Vo = (e, t) => Ae(e, 'minimum', t.minimum),
  Xo = (e, t) => Se(e, 'maximum', t.maximum),
  Yo = (e) => (t, n) => {
    ni(t, n.format)
    let [r, o] = e[n.format]
    ;(Ae(t, 'minimum', r), Se(t, 'maximum', o))
  },
  hc = {
    greater_than: (e, t) => Ae(e, t.inclusive ? 'minimum' : 'exclusiveMinimum', t.value),
    less_than: (e, t) => Se(e, t.inclusive ? 'maximum' : 'exclusiveMaximum', t.value),
    multiple_of: (e, t) => Qo(e, t.value),
    number_format: Yo(ot),
    bigint_format: Yo(Jt),
    min_length: Vo,
    max_length: Xo,
    length_equals: (e, t) => Ho(e, t.length),
    min_size: Vo,
    max_size: Xo,
    size_equals: (e, t) => Ho(e, t.size),
    string_format: (e, t) => {
      ;(ni(e, t.format),
        t.pattern && ei(e, t.pattern),
        (t.format === 'base64' || t.format === 'base64url') && (e.contentEncoding = t.format),
        (t.local || t.precision === -1) && (e.laxFormat = !0))
    },
    mime_type: (e, t) => ti(e, t.mime),
  }
function Ze(e) {
  let t = {},
    n = e._zod.def,
    r = e._zod.traits.has('$ZodCheck') ? [e, ...(n.checks ?? [])] : (n.checks ?? [])
  for (let i of r) hc[i._zod.def.check]?.(t, i._zod.def)
  let o = e._zod.bag
  ;(o.minimum !== void 0 && Ae(t, 'minimum', o.minimum),
    o.exclusiveMinimum !== void 0 && Ae(t, 'exclusiveMinimum', o.exclusiveMinimum),
    o.maximum !== void 0 && Se(t, 'maximum', o.maximum),
    o.exclusiveMaximum !== void 0 && Se(t, 'exclusiveMaximum', o.exclusiveMaximum),
    o.multipleOf !== void 0 && Qo(t, o.multipleOf),
    o.format !== void 0 &&
      (t.format ?? (t.format = o.format), o.format.includes('int') && (t.isInt = !0)),
    o.mime && ti(t, o.mime))
  for (let i of o.patterns ?? []) ei(t, i)
  return t
}
var gc = { guid: 'uuid', url: 'uri', datetime: 'date-time', json_string: 'json-string', regex: '' },
  yc = new Map([
    [yo, Gr],
    [_o, Jr],
  ]),
  ri = (e) => yc.get(e) ?? e,
  _c = (e, t, n, r) => {
    let o = n
    o.type = 'string'
    let { minimum: i, maximum: s, format: a, patterns: c, contentEncoding: u, laxFormat: l } = Ze(e)
    if (
      (typeof i == 'number' && (o.minLength = i),
      typeof s == 'number' && (o.maxLength = s),
      a &&
        ((o.format = gc[a] ?? a),
        o.format === '' && delete o.format,
        (a === 'time' || l) && delete o.format),
      u && (o.contentEncoding = u),
      c && c.size > 0)
    ) {
      let f = [...c].map(ri)
      f.length === 1
        ? (o.pattern = f[0].source)
        : f.length > 1 &&
          (o.allOf = [
            ...f.map((m) => ({
              ...(t.target === 'draft-07' || t.target === 'draft-04' || t.target === 'openapi-3.0'
                ? { type: 'string' }
                : {}),
              pattern: m.source,
            })),
          ])
    }
  },
  bc = (e, t, n, r) => {
    let o = n,
      {
        minimum: i,
        maximum: s,
        multipleOf: a,
        exclusiveMaximum: c,
        exclusiveMinimum: u,
        isInt: l,
      } = Ze(e)
    o.type = l ? 'integer' : 'number'
    let f = typeof u == 'number' && u >= (i ?? Number.NEGATIVE_INFINITY),
      m = typeof c == 'number' && c <= (s ?? Number.POSITIVE_INFINITY),
      p = t.target === 'draft-04' || t.target === 'openapi-3.0'
    if (
      (f
        ? p
          ? ((o.minimum = u), (o.exclusiveMinimum = !0))
          : (o.exclusiveMinimum = u)
        : typeof i == 'number' && (o.minimum = i),
      m
        ? p
          ? ((o.maximum = c), (o.exclusiveMaximum = !0))
          : (o.exclusiveMaximum = c)
        : typeof s == 'number' && (o.maximum = s),
      a)
    ) {
      let d = new Set()
      for (let A of a)
        Number.isFinite(A) && A !== 0
          ? d.add(Math.abs(A))
          : Z(e, t, o, r, `A multipleOf divisor of ${A} cannot be represented in JSON Schema`)
      let [b, ...w] = d
      ;(b !== void 0 && (o.multipleOf = b),
        w.length && (o.allOf = [...(o.allOf ?? []), ...w.map((A) => ({ multipleOf: A }))]))
    }
  },
  wc = (e, t, n, r) => {
    n.type = 'boolean'
  },
  xc = (e, t, n, r) => {
    Z(e, t, n, r, 'BigInt cannot be represented in JSON Schema')
  },
  kc = (e, t, n, r) => {
    Z(e, t, n, r, 'Symbols cannot be represented in JSON Schema')
  },
  $c = (e, t, n, r) => {
    t.target === 'openapi-3.0'
      ? ((n.type = 'string'), (n.nullable = !0), (n.enum = [null]))
      : (n.type = 'null')
  },
  zc = (e, t, n, r) => {
    Z(e, t, n, r, 'Undefined cannot be represented in JSON Schema')
  },
  vc = (e, t, n, r) => {
    Z(e, t, n, r, 'Void cannot be represented in JSON Schema')
  },
  Ac = (e, t, n, r) => {
    n.not = {}
  },
  Sc = (e, t, n, r) => {},
  Zc = (e, t, n, r) => {},
  Pc = (e, t, n, r) => {
    Z(e, t, n, r, 'Date cannot be represented in JSON Schema')
  },
  Mc = (e, t, n, r) => {
    let o = e._zod.def,
      i = Re(o.entries)
    if (i.length === 0) {
      n.not = {}
      return
    }
    ;(i.every((s) => typeof s == 'number') && (n.type = 'number'),
      i.every((s) => typeof s == 'string') && (n.type = 'string'),
      (n.enum = i))
  },
  Ec = (e, t, n, r) => {
    let o = e._zod.def
    if (o.values.length === 0) {
      n.not = {}
      return
    }
    let i = []
    for (let s of o.values)
      if (s === void 0) {
        if (Z(e, t, n, r, 'Literal `undefined` cannot be represented in JSON Schema')) return
      } else if (typeof s == 'bigint') {
        if (Z(e, t, n, r, 'BigInt literals cannot be represented in JSON Schema')) return
        i.push(Number(s))
      } else i.push(s)
    if (i.length !== 0)
      if (i.length === 1) {
        let s = i[0]
        ;((n.type = s === null ? 'null' : typeof s),
          t.target === 'draft-04' || t.target === 'openapi-3.0' ? (n.enum = [s]) : (n.const = s))
      } else
        (i.every((s) => typeof s == 'number') && (n.type = 'number'),
          i.every((s) => typeof s == 'string') && (n.type = 'string'),
          i.every((s) => typeof s == 'boolean') && (n.type = 'boolean'),
          i.every((s) => s === null) && (n.type = 'null'),
          (n.enum = i))
  },
  Oc = (e, t, n, r) => {
    Z(e, t, n, r, 'NaN cannot be represented in JSON Schema')
  },
  Tc = (e, t, n, r) => {
    let o = n,
      i = e._zod.pattern
    if (!i) throw new Error('Pattern not found in template literal')
    ;((o.type = 'string'), (o.pattern = i.source))
  },
  Rc = (e, t, n, r) => {
    let o = n
    ;((o.type = 'string'), (o.format = 'binary'), (o.contentEncoding = 'binary'))
    let { minimum: i, maximum: s, mime: a } = Ze(e)
    ;(i !== void 0 && (o.minLength = i),
      s !== void 0 && (o.maxLength = s),
      a &&
        (a.length === 0
          ? (o.not = {})
          : a.length === 1
            ? (o.contentMediaType = a[0])
            : (o.anyOf = a.map((c) => ({ contentMediaType: c })))))
  },
  Ic = (e, t, n, r) => {
    n.type = 'boolean'
  },
  Cc = (e, t, n, r) => {
    Z(e, t, n, r, 'Custom types cannot be represented in JSON Schema')
  },
  Nc = (e, t, n, r) => {
    Z(e, t, n, r, 'Function types cannot be represented in JSON Schema')
  },
  Lc = (e, t, n, r) => {
    Z(e, t, n, r, 'Transforms cannot be represented in JSON Schema')
  },
  Dc = (e, t, n, r) => {
    Z(e, t, n, r, 'Map cannot be represented in JSON Schema')
  },
  jc = (e, t, n, r) => {
    Z(e, t, n, r, 'Set cannot be represented in JSON Schema')
  },
  Fc = (e, t, n, r) => {
    let o = n,
      i = e._zod.def,
      { minimum: s, maximum: a } = Ze(e)
    ;(typeof s == 'number' && (o.minItems = s),
      typeof a == 'number' && (o.maxItems = a),
      (o.type = 'array'),
      (o.items = $(i.element, t, { ...r, path: [...r.path, 'items'] })))
  }
function je(e) {
  let t = e._zod.def
  return t.type === 'pipe' && t.in._zod.traits.has('$ZodTransform')
    ? je(t.out)
    : t.type === 'catch'
      ? je(t.innerType)
      : e._zod.optin
}
var Bc = (e, t, n, r) => {
    let o = n,
      i = e._zod.def,
      s = i.shape
    if (
      Object.getOwnPropertySymbols(s).length &&
      Z(e, t, o, r, 'Symbol keys cannot be represented in JSON Schema')
    )
      return
    ;((o.type = 'object'), (o.properties = {}))
    for (let u in s) U(o.properties, u, $(s[u], t, { ...r, path: [...r.path, 'properties', u] }))
    let c = []
    for (let u of Object.keys(s)) {
      let l = i.shape[u]
      ;(t.io === 'input' ? je(l) === void 0 : l._zod.optout === void 0) && c.push(u)
    }
    ;(c.length > 0 && (o.required = c),
      i.catchall?._zod.def.type === 'never'
        ? (o.additionalProperties = !1)
        : i.catchall
          ? i.catchall &&
            (o.additionalProperties = $(i.catchall, t, {
              ...r,
              path: [...r.path, 'additionalProperties'],
            }))
          : t.io === 'output' && (o.additionalProperties = !1))
  },
  Uc = (e, t, n, r) => {
    let o = e._zod.def,
      i = o.inclusive === !1,
      s = o.options.map((a, c) => $(a, t, { ...r, path: [...r.path, i ? 'oneOf' : 'anyOf', c] }))
    i ? (n.oneOf = s) : (n.anyOf = s)
  },
  Kc = (e, t, n, r) => {
    let o = e._zod.def,
      i = $(o.left, t, { ...r, path: [...r.path, 'allOf', 0] }),
      s = $(o.right, t, { ...r, path: [...r.path, 'allOf', 1] }),
      a = (u) => 'allOf' in u && Object.keys(u).length === 1,
      c = [...(a(i) ? i.allOf : [i]), ...(a(s) ? s.allOf : [s])]
    ;((n.allOf = c), t.intersections.push(c))
  },
  Gc = (e, t, n, r) => {
    let o = n,
      i = e._zod.def
    o.type = 'array'
    let s = t.target === 'draft-2020-12' ? 'prefixItems' : 'items',
      a = t.target === 'draft-2020-12' || t.target === 'openapi-3.0' ? 'items' : 'additionalItems',
      c = i.items.map((b, w) => $(b, t, { ...r, path: [...r.path, s, w] })),
      u = i.rest
        ? $(i.rest, t, {
            ...r,
            path: [...r.path, a, ...(t.target === 'openapi-3.0' ? [i.items.length] : [])],
          })
        : null,
      l = i.items.length
    for (; l > 0;) {
      let b = i.items[l - 1]
      if (!(t.io === 'input' ? je(b) !== void 0 : b._zod.optout === 'optional')) break
      l--
    }
    let f = i.items.length,
      m = !i.rest
    t.target === 'draft-2020-12'
      ? ((o.prefixItems = c),
        m ? (o.items = !1) : u && (o.items = u),
        l > 0 && (o.minItems = l),
        m && (o.maxItems = f))
      : t.target === 'openapi-3.0'
        ? ((o.items = { anyOf: c }),
          u && o.items.anyOf.push(u),
          l > 0 && (o.minItems = l),
          m && (o.maxItems = f))
        : ((o.items = c),
          m ? (o.additionalItems = !1) : u && (o.additionalItems = u),
          l > 0 && (o.minItems = l),
          m && (o.maxItems = f))
    let { minimum: p, maximum: d } = Ze(e)
    ;(typeof p == 'number' && (o.minItems = p), typeof d == 'number' && (o.maxItems = d))
  }
function hn(e, t, n) {
  if (t.$ref) {
    if (n.has(t)) return t
    n.add(t)
    let d = e.get(t)?.def
    if (!d) return t
    let b = hn(e, d, n)
    return b === d ? t : b
  }
  for (let d of ['anyOf', 'oneOf']) {
    let b = t[d]
    if (!Array.isArray(b)) continue
    let w = b.map((A) => hn(e, A, n))
    w.some((A, Y) => A !== b[Y]) && (t = { ...t, [d]: w })
  }
  let r = Array.isArray(t.type) ? t.type : [t.type],
    o = !r.includes('string') && r.some((d) => d === 'number' || d === 'integer'),
    i = t.enum ?? (t.const !== void 0 ? [t.const] : void 0)
  if (!o && !i?.some((d) => typeof d == 'number')) return t
  let {
    minimum: s,
    maximum: a,
    exclusiveMinimum: c,
    exclusiveMaximum: u,
    multipleOf: l,
    format: f,
    id: m,
    ...p
  } = t
  return (
    p.enum
      ? (p.enum = p.enum.map((d) => (typeof d == 'number' ? String(d) : d)))
      : typeof p.const == 'number' && (p.const = String(p.const)),
    o && ((p.type = 'string'), i || (p.pattern = (r.includes('number') ? Ne : an).source)),
    p
  )
}
var gn = new WeakMap()
function Jc(e) {
  let t = new Map()
  for (let r of e.seen.values()) r.def && !t.has(r.schema) && t.set(r.schema, r)
  let n = new Map()
  for (let r of gn.get(e) ?? []) {
    let o = e.seen.get(r),
      i = (o?.def ?? o?.schema)?.propertyNames
    if (!i || i === !0 || n.has(i)) continue
    let s = hn(t, i, new Set())
    s !== i && n.set(i, s)
  }
  if (n.size)
    for (let r of e.seen.values())
      for (let o of [r.schema, r.def]) {
        let i = o && n.get(o.propertyNames)
        i && (o.propertyNames = i)
      }
}
var Wc = (e, t, n, r) => {
    let o = n,
      i = e._zod.def
    o.type = 'object'
    let s = i.keyType,
      a = Ze(s).patterns
    if (i.mode === 'loose' && a && a.size > 0) {
      let l = $(i.valueType, t, { ...r, path: [...r.path, 'patternProperties', '*'] })
      o.patternProperties = {}
      for (let f of a) U(o.patternProperties, ri(f).source, l)
    } else {
      if (t.target === 'draft-07' || t.target === 'draft-2020-12') {
        o.propertyNames = $(i.keyType, t, { ...r, path: [...r.path, 'propertyNames'] })
        let l = gn.get(t)
        ;(l || ((l = []), gn.set(t, l), t.deferred.push(() => Jc(t))), l.push(e))
      }
      o.additionalProperties = $(i.valueType, t, {
        ...r,
        path: [...r.path, 'additionalProperties'],
      })
    }
    let c = s._zod.values,
      u = t.io === 'input' && je(i.valueType) !== void 0
    if (c && !i.partial && !u) {
      let l = [...c].filter((f) => typeof f == 'string' || typeof f == 'number')
      l.length > 0 && (o.required = l.map(String))
    }
  },
  Hc = (e, t, n, r) => {
    let o = e._zod.def,
      i = $(o.innerType, t, r),
      s = t.seen.get(e)
    t.target === 'openapi-3.0'
      ? ((s.ref = o.innerType), (n.nullable = !0))
      : (n.anyOf = [i, { type: 'null' }])
  },
  Vc = (e, t, n, r) => {
    let o = e._zod.def
    $(o.innerType, t, r)
    let i = t.seen.get(e)
    i.ref = o.innerType
  },
  yn = Symbol()
function oi(e, t, n, r, o) {
  let i = !1,
    s = JSON.stringify(e, (a, c) => (typeof c != 'bigint' ? c : ((i = !0), null)))
  return i
    ? (Z(t, n, r, o, 'BigInt defaults cannot be represented in JSON Schema'), yn)
    : JSON.parse(s)
}
var Xc = (e, t, n, r) => {
    let o = e._zod.def
    $(o.innerType, t, r)
    let i = t.seen.get(e)
    i.ref = o.innerType
    let s = oi(o.defaultValue, e, t, n, r)
    s !== yn && (n.default = s)
  },
  Yc = (e, t, n, r) => {
    let o = e._zod.def
    $(o.innerType, t, r)
    let i = t.seen.get(e)
    if (((i.ref = o.innerType), t.io !== 'input')) return
    let s = oi(o.defaultValue, e, t, n, r)
    s !== yn && (n._prefault = s)
  },
  qc = (e, t, n, r) => {
    let o = e._zod.def
    $(o.innerType, t, r)
    let i = t.seen.get(e)
    i.ref = o.innerType
    let s
    try {
      s = o.catchValue(void 0)
    } catch {
      Z(e, t, n, r, 'Dynamic catch values are not supported in JSON Schema')
      return
    }
    n.default = s
  },
  Qc = (e, t, n, r) => {
    let o = e._zod.def,
      i = o.in._zod.traits.has('$ZodTransform'),
      s = t.io === 'input' ? (i ? o.out : o.in) : o.out
    $(s, t, r)
    let a = t.seen.get(e)
    a.ref = s
  },
  eu = (e, t, n, r) => {
    let o = e._zod.def
    $(o.innerType, t, r)
    let i = t.seen.get(e)
    ;((i.ref = o.innerType), (n.readOnly = !0))
  },
  tu = (e, t, n, r) => {
    let o = e._zod.def
    $(o.innerType, t, r)
    let i = t.seen.get(e)
    i.ref = o.innerType
  },
  nu = (e, t, n, r) => {
    let o = e._zod.def
    $(o.innerType, t, r)
    let i = t.seen.get(e)
    i.ref = o.innerType
  },
  ru = (e, t, n, r) => {
    let o = e._zod.innerType
    $(o, t, r)
    let i = t.seen.get(e)
    i.ref = o
  },
  qo = {
    string: _c,
    number: bc,
    boolean: wc,
    bigint: xc,
    symbol: kc,
    null: $c,
    undefined: zc,
    void: vc,
    never: Ac,
    any: Sc,
    unknown: Zc,
    date: Pc,
    enum: Mc,
    literal: Ec,
    nan: Oc,
    template_literal: Tc,
    file: Rc,
    success: Ic,
    custom: Cc,
    function: Nc,
    transform: Lc,
    map: Dc,
    set: jc,
    array: Fc,
    object: Bc,
    union: Uc,
    intersection: Kc,
    tuple: Gc,
    record: Wc,
    nullable: Hc,
    nonoptional: Vc,
    default: Xc,
    prefault: Yc,
    catch: qc,
    pipe: Qc,
    readonly: eu,
    promise: tu,
    optional: nu,
    lazy: ru,
  }
function _n(e, t) {
  if ('_idmap' in e) {
    let r = e,
      o = lt({ ...t, processors: qo }),
      i = {}
    for (let c of r._idmap.entries()) {
      let [u, l] = c
      $(l, o)
    }
    let s = {},
      a = { registry: r, uri: t?.uri, defs: i }
    o.external = a
    for (let c of r._idmap.entries()) {
      let [u, l] = c
      ;(ft(o, l), U(s, u, dt(o, l)))
    }
    if (Object.keys(i).length > 0) {
      let c = o.target === 'draft-2020-12' ? '$defs' : 'definitions'
      s.__shared = { [c]: i }
    }
    return { schemas: s }
  }
  let n = lt({ ...t, processors: qo })
  return ($(e, n), ft(n, e), dt(n, e))
}
var L = y(
    'ZodMiniType',
    (e, t) => {
      if (!e._zod) throw new Error('Uninitialized schema in ZodMiniType.')
      ;(R.init(e, t), (e.def = t), (e.type = t.type))
    },
    {
      get with() {
        return this.check
      },
      set with(e) {
        de(this, 'with', e)
      },
      parse(e, t) {
        return tn(this, e, t, { callee: this.parse })
      },
      parseAsync(e, t) {
        return nn(this, e, t, { callee: this.parseAsync })
      },
      safeParse(e, t) {
        return rn(this, e, t)
      },
      safeParseAsync(e, t) {
        return on(this, e, t)
      },
      check(...e) {
        let t = this.def
        return this.clone(
          {
            ...t,
            checks: [
              ...(t.checks ?? []),
              ...e.map((n) =>
                typeof n == 'function'
                  ? { _zod: { check: n, def: { check: 'custom' }, onattach: [] } }
                  : n,
              ),
            ],
          },
          { parent: !0 },
        )
      },
      clone(e, t) {
        return Ie(this, e, t)
      },
      brand() {
        return this
      },
      register(e, t) {
        return (e.add(this, t), this)
      },
      apply(e, ...t) {
        return t.length === 0 ? e(this) : e(this, ...t)
      },
    },
  ),
  si = y('ZodMiniString', (e, t) => {
    ;(ln.init(e, t), L.init(e, t))
  })
function I(e) {
  return Oo(si, e)
}
var Fe = y('ZodMiniStringFormat', (e, t) => {
  ;(ze.init(e, t), si.init(e, t))
})
var ai = y('ZodMiniNumber', (e, t) => {
  ;(fn.init(e, t), L.init(e, t))
})
function Be(e) {
  return No(ai, e)
}
var iu = y('ZodMiniNumberFormat', (e, t) => {
  ;(bo.init(e, t), ai.init(e, t))
})
function D(e) {
  return Lo(iu, e)
}
var su = y('ZodMiniBoolean', (e, t) => {
  ;(wo.init(e, t), L.init(e, t))
})
function S(e) {
  return Do(su, e)
}
var au = y('ZodMiniNever', (e, t) => {
  ;(xo.init(e, t), L.init(e, t))
})
function cu(e) {
  return jo(au, e)
}
var uu = y('ZodMiniArray', (e, t) => {
  ;(ko.init(e, t), L.init(e, t))
})
function me(e, t) {
  return new uu({ type: 'array', element: e, ...k(t) })
}
var ci = y('ZodMiniObject', (e, t) => {
  ;($o.init(e, t), L.init(e, t), Lr(e, 'shape', (n) => n._zod.def.shape, !1))
})
function ui(e, t) {
  let n = { type: 'object', shape: e ?? {}, ...k(t) }
  return new ci(n)
}
function he(e, t) {
  return new ci({ type: 'object', shape: e, catchall: cu(), ...k(t) })
}
var bn = y('ZodMiniRecord', (e, t) => {
  ;(zo.init(e, t), L.init(e, t))
})
function li(e, t, n) {
  return !t || !t._zod
    ? new bn({ type: 'record', keyType: I(), valueType: e, ...k(t) })
    : new bn({ type: 'record', keyType: e, valueType: t, ...k(n) })
}
function fi(e, t, n) {
  return new bn({ type: 'record', keyType: e, valueType: t, ...k(n), partial: !0 })
}
var lu = y('ZodMiniEnum', (e, t) => {
  ;(vo.init(e, t), L.init(e, t), (e.options = [...e._zod.values]))
})
function E(e, t) {
  let n = Array.isArray(e) ? Object.fromEntries(e.map((r) => [r, r])) : e
  return new lu({ type: 'enum', entries: n, ...k(t) })
}
var fu = y('ZodMiniOptional', (e, t) => {
  ;(Ao.init(e, t), L.init(e, t))
})
function pt(e) {
  return new fu({ type: 'optional', innerType: e })
}
var du = y('ZodMiniDefault', (e, t) => {
  ;(So.init(e, t), L.init(e, t))
})
function mt(e, t) {
  return new du({
    type: 'default',
    innerType: e,
    get defaultValue() {
      return typeof t == 'function' ? t() : rt(t)
    },
  })
}
var pu = y('ZodMiniPrefault', (e, t) => {
  ;(Zo.init(e, t), L.init(e, t))
})
function di(e, t) {
  return new pu({
    type: 'prefault',
    innerType: e,
    get defaultValue() {
      return typeof t == 'function' ? t() : rt(t)
    },
  })
}
var mu = y('ZodMiniCustom', (e, t) => {
  ;(Po.init(e, t), L.init(e, t))
})
function pi(e, t) {
  let n = new j({ check: 'custom', ...k(t) })
  return ((n._zod.check = e), n)
}
function mi(e, t = {}) {
  return Fo(mu, e, t)
}
var ht = {}
Cn(ht, {
  ZodMiniISODate: () => gi,
  ZodMiniISODateTime: () => hi,
  ZodMiniISODuration: () => _i,
  ZodMiniISOTime: () => yi,
  date: () => yu,
  datetime: () => gu,
  duration: () => bu,
  time: () => _u,
})
var hi = y('ZodMiniISODateTime', (e, t) => {
  ;(po.init(e, t), Fe.init(e, t))
})
function gu(e) {
  return To(hi, e)
}
var gi = y('ZodMiniISODate', (e, t) => {
  ;(mo.init(e, t), Fe.init(e, t))
})
function yu(e) {
  return Ro(gi, e)
}
var yi = y('ZodMiniISOTime', (e, t) => {
  ;(ho.init(e, t), Fe.init(e, t))
})
function _u(e) {
  return Io(yi, e)
}
var _i = y('ZodMiniISODuration', (e, t) => {
  ;(go.init(e, t), Fe.init(e, t))
})
function bu(e) {
  return Co(_i, e)
}
var gt = require('node:path')
function yt(e) {
  let t = wu(e)
  if (t.length === 0) return (o) => o
  let n = t.map((o) => o.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'),
    r = new RegExp(`(?<![\\w.~-])(?:${n})(?![\\w.-])`, 'g')
  return (o) => (t.some((i) => o.includes(i)) ? o.replace(r, '~') : o)
}
function wu(e) {
  if (!xu(e)) return []
  let t = e.replace(/(?<![\\/])[\\/]+$/, '')
  return [...new Set([t, JSON.stringify(t).slice(1, -1), encodeURI(t)])]
}
var xu = (e) =>
  (gt.posix.isAbsolute(e) || gt.win32.isAbsolute(e)) && !/^(?:[A-Za-z]:)?[\\/]*$/.test(e)
var ki = require('node:timers/promises')
function bi(e, t, n) {
  let r = { timeMs: 0, tokens: 0, usd: 0 },
    o = [
      { scope: 'call', limit: n.call, spent: r },
      { scope: 'session', limit: n.session, spent: t.session },
      { scope: 'day', limit: n.day, spent: t.day },
    ],
    i = { ...e, usd: e.usd ?? 0 }
  for (let { scope: s, limit: a, spent: c } of o)
    for (let u of ['timeMs', 'tokens', 'usd'])
      if (!(u === 'usd' && e.usd === null) && !(c[u] + i[u] <= a[u]))
        return `models.budget.${s}.${u}: ${wn(c[u])} spent, up to ${wn(i[u])} more wanted, ${wn(a[u])} allowed`
  return null
}
var wn = (e) => String(Number(e.toFixed(6)))
function wi(e, t) {
  let n = e.getTime() - t.call.timeMs - 3e4
  return {
    dayStart: `${e.toISOString().slice(0, 10)}T00:00:00.000Z`,
    reservedSince: new Date(n).toISOString(),
  }
}
var xn = (e) => Math.ceil(Buffer.byteLength(e) / 2.5)
var v = (e, t) => ({ inputUsdPerMillion: e, outputUsdPerMillion: t }),
  ku = {
    'claude-opus-4-1': v(15, 75),
    'claude-opus-4': v(15, 75),
    'claude-sonnet-4-5': v(3, 15),
    'claude-sonnet-4': v(3, 15),
    'claude-3-7-sonnet': v(3, 15),
    'claude-3-5-sonnet': v(3, 15),
    'claude-haiku-4-5': v(1, 5),
    'claude-3-5-haiku': v(0.8, 4),
    'claude-3-haiku': v(0.25, 1.25),
    'gpt-5': v(1.25, 10),
    'gpt-5-mini': v(0.25, 2),
    'gpt-5-nano': v(0.05, 0.4),
    'gpt-4.1': v(2, 8),
    'gpt-4.1-mini': v(0.4, 1.6),
    'gpt-4.1-nano': v(0.1, 0.4),
    'gpt-4o': v(2.5, 10),
    'gpt-4o-mini': v(0.15, 0.6),
    'gpt-3.5-turbo': v(0.5, 1.5),
    'gemini-2.5-pro': v(1.25, 10),
    'gemini-2.5-flash': v(0.3, 2.5),
    'gemini-2.5-flash-lite': v(0.1, 0.4),
    'gemini-2.0-flash': v(0.1, 0.4),
    'gemini-1.5-flash': v(0.075, 0.3),
  },
  $u = /(?:-\d{4}-?\d{2}-?\d{2}|-latest|-\d{3}|@\d+)$/
function kn(e, t) {
  let n = e.replace($u, '')
  for (let r of [t, ku]) for (let o of [e, n]) if (Object.hasOwn(r, o)) return r[o]
  return null
}
function $n(e, t, n) {
  if (e === null || t === null || n === null) return null
  let { inputUsdPerMillion: r, outputUsdPerMillion: o } = e
  return (t * r + n * o) / 1e6
}
async function xi(e, t, n) {
  let r = new AbortController(),
    o = [],
    i = new Promise((a) => {
      let c = (f) => {
          ;(a({ by: f }), r.abort())
        },
        u = setTimeout(() => c('limit'), Math.max(0, e)),
        l = () => c('caller')
      ;(t?.addEventListener('abort', l),
        t?.aborted && l(),
        o.push(() => {
          ;(clearTimeout(u), t?.removeEventListener('abort', l))
        }))
    }),
    s = n(r.signal).then((a) => ({ by: 'itself', value: a }))
  s.catch(() => {})
  try {
    return await Promise.race([s, i])
  } finally {
    for (let a of o) a()
  }
}
var zu = [500, 2e3]
async function $i(e, t, n) {
  if (t.limitMs < 1)
    return { ok: !1, failure: 'timeout', reason: `${e.name}: no time is left`, call: null }
  let r
  try {
    r = await vu(e, t, n)
  } catch (a) {
    return {
      ok: !1,
      failure: 'ledger',
      reason: `the model-call ledger can't be written: ${H(String(a.message), [])}`,
      call: null,
    }
  }
  if (r.outcome !== 'reserved')
    return { ok: !1, failure: 'budget', reason: r.reason ?? '', call: r }
  let { generation: o, durationMs: i } = await Zu(e, t, n),
    s = Mu(r, o, i, n)
  return (
    await n.ledger.add([{ kind: 'model_call', record: s }]).catch(() => {}),
    o.ok ? { ok: !0, text: o.text, call: s } : { ...o, call: s }
  )
}
function vu(e, t, n) {
  let { models: r, now: o, nextId: i, ledger: s } = n,
    a = o(),
    c = xn(t.prompt) + xn(JSON.stringify(t.schema ?? '')),
    u = Au(e, c, t.maxTokens, r.prices),
    l = { timeMs: t.limitMs, tokens: c + t.maxTokens, usd: u },
    f = {
      id: i(),
      sessionId: t.sessionId,
      role: t.role,
      backend: e.name,
      model: e.model,
      startedAt: a.toISOString(),
      durationMs: Math.ceil(t.limitMs),
      inputTokens: c,
      outputTokens: t.maxTokens,
      cost: u,
      outcome: 'reserved',
      reason: null,
    },
    m = wi(a, r.budget)
  return s.bookCall({ sessionId: t.sessionId, ...m }, (p) => {
    let d =
      p === null
        ? 'what was spent so far is not known: the store could not be opened'
        : bi(l, p, r.budget)
    return d === null ? f : { ...f, ...Su, outcome: 'refused_by_budget', reason: d }
  })
}
function Au({ model: e, pricedAs: t = [e] }, n, r, o) {
  let i = t.map((s) => $n(kn(s, o), n, r)).filter((s) => s !== null)
  return i.length === 0 ? null : Math.max(...i)
}
var Su = { durationMs: 0, inputTokens: null, outputTokens: null, cost: null }
async function Zu(e, t, n) {
  let r = performance.now(),
    o = await xi(t.limitMs, t.signal, (c) => Pu(e, { ...t, signal: c }, r + t.limitMs, n)).catch(
      (c) => ({
        by: 'itself',
        value: { ok: !1, failure: 'unavailable', reason: H(String(c), []) },
      }),
    ),
    i = Math.round(performance.now() - r),
    s = `${e.name} (${e.model})`
  return o.by === 'itself'
    ? { generation: o.value, durationMs: i }
    : {
        generation:
          o.by === 'limit'
            ? {
                ok: !1,
                failure: 'timeout',
                reason: `${s}: no answer within ${Math.round(t.limitMs)} ms`,
              }
            : { ok: !1, failure: 'aborted', reason: `${s}: the caller gave up` },
        durationMs: i,
      }
}
async function Pu(e, t, n, { retryWaitsMs: r = zu }) {
  for (let o = 0; ; o += 1) {
    let i = await e.generate(t)
    if (i.ok || i.retryable !== !0) return i
    let s = r[o]
    if (s === void 0) return i
    let a = Math.max(s, i.retryAfterMs ?? 0)
    if (
      performance.now() + a >= n ||
      (await (0, ki.setTimeout)(a, void 0, { signal: t.signal }).catch(() => {}), t.signal.aborted)
    )
      return i
  }
}
function Mu(e, t, n, { models: r }) {
  let o = t.usage,
    i = o?.model ?? e.model,
    s = o?.inputTokens ?? null,
    a = o?.outputTokens ?? null,
    c = o?.free ? 0 : $n(kn(i, r.prices), s, a),
    u = t.ok ? 'ok' : t.failure === 'timeout' ? 'timeout' : 'failed'
  return {
    ...e,
    model: i,
    durationMs: n,
    inputTokens: s,
    outputTokens: a,
    cost: c,
    outcome: u,
    reason: t.ok ? null : t.reason,
  }
}
function Eu(e, t, n) {
  let r = Math.min(n ?? 0, zi)
  switch (e) {
    case 'key_refused':
      return Ou
    case 'rate_limited':
      return Math.max(r, vi(t))
    case 'timeout':
      return t < 3 ? r : zi
    case 'unavailable':
    case 'too_large':
    case 'truncated':
      return Math.max(r, t < 2 ? 0 : vi(t - 1))
    default:
      return 0
  }
}
var Ou = 5 * 6e4,
  zi = 60 * 6e4,
  vi = (e) => Math.min(3e4 * 2 ** (e - 1), 10 * 6e4),
  Tu = 60 * 6e4,
  zn = (e) => `model:breaker:${e}`
async function Ai(e, t, n) {
  let r = await vn(e, t, n)
  return r !== null && r.until > n.toISOString() ? `until ${r.until}: ${r.reason}` : null
}
async function Si(e, t, n, r) {
  let o = ((await vn(e, t, r))?.failures ?? 0) + 1,
    i = Eu(n.failure, o, n.retryAfterMs)
  if (!Ru.has(n.failure)) return
  let s = new Date(r.getTime() + i).toISOString(),
    a = new Date(r.getTime() + i + Tu).toISOString(),
    c = { failures: o, until: s, reason: n.reason }
  await e.writeCache(zn(t), JSON.stringify(c), a)
}
async function Zi(e, t, n) {
  ;(await vn(e, t, n)) !== null && (await e.writeCache(zn(t), '', n.toISOString()))
}
var Ru = new Set([
  'key_refused',
  'rate_limited',
  'unavailable',
  'timeout',
  'too_large',
  'truncated',
])
async function vn(e, t, n) {
  let r = await e.readCache(zn(t), n.toISOString())
  try {
    return r === null ? null : JSON.parse(r)
  } catch {
    return null
  }
}
function An(e) {
  try {
    return JSON.parse(e)
  } catch {
    return
  }
}
var Iu = 1e6,
  Cu = 5e6
function Mi(e) {
  let t = An(e.trim())
  if (t !== void 0) return Du(t) ? [t] : []
  let n = [],
    r = e.slice(0, Iu),
    o = 0
  for (let i = Pi(r, 0); i >= 0 && o < Cu;) {
    let { end: s, seen: a } = Nu(r, i),
      c = s < 0 ? void 0 : An(r.slice(i, s))
    ;(c !== void 0 && n.push(c), (o += a - i), (i = Pi(r, c === void 0 ? i + 1 : s)))
  }
  return n
}
function Pi(e, t) {
  for (let n = t; n < e.length; n += 1) if (e[n] === '{' || e[n] === '[') return n
  return -1
}
function Nu(e, t) {
  let n = []
  for (let r = t; r < e.length; r += 1) {
    let o = e[r]
    if (o === '"') r = Lu(e, r)
    else if (o === '{' || o === '[') n.push(o === '{' ? '}' : ']')
    else if (o === '}' || o === ']') {
      if (n.pop() !== o) return { end: -1, seen: r }
      if (n.length === 0) return { end: r + 1, seen: r }
    }
  }
  return { end: -1, seen: e.length }
}
function Lu(e, t) {
  for (let n = t + 1; n < e.length; n += 1)
    if (e[n] === '\\') n += 1
    else if (e[n] === '"') return n
  return e.length
}
var Du = (e) => typeof e == 'object' && e !== null
var ju = 5
function Ei(e, t) {
  let n = Mi(e)
  if (n.length === 0) return { ok: !1, problem: 'there is no JSON in it' }
  let r = ''
  for (let o of n.toReversed()) {
    let i = t.safeParse(gr(o))
    if (i.success) return { ok: !0, value: i.data }
    r ||= Fu(i.error)
  }
  return { ok: !1, problem: r }
}
function Fu({ issues: e }) {
  return e
    .slice(0, ju)
    .map(({ path: t, code: n, message: r }) => `${t.join('.') || 'the whole'}: ${r} (${n})`)
    .join('; ')
}
var Bu = 4096,
  Uu = 10080 * 60 * 1e3
function Sn(e) {
  return {
    text: (t) => Oi(e, t, null, (n) => ({ ok: !0, value: _t(n, e) })),
    object: ({ schema: t, ...n }) => Oi(e, n, Ku(t), (r) => Ei(r, t)),
  }
}
var _t = (e, { home: t = '' }) => N(yt(t)(e))
function Ku(e) {
  let { $schema: t, ...n } = _n(e, { target: 'draft-7', unrepresentable: 'any' })
  return n
}
async function Oi(e, t, n, r) {
  let o = performance.now() + t.timeoutMs,
    i = [],
    s = null,
    a = { ...t, prompt: _t(t.prompt, e) }
  for (let c of e.namesOf(t.role)) {
    let u = e.open(c),
      l = u === null ? 'there is none here' : await Gu(e, t.role, u)
    if (u === null || l !== null) {
      i.push(`${c}: ${l}`)
      continue
    }
    let f = await Ju(e, u, a, n, r, o)
    if (f.outcome === 'ok') return f
    if (((s = f), ['budget', 'ledger', 'aborted'].includes(f.failure) || performance.now() >= o))
      break
  }
  return s ?? Vu(e, t, i)
}
async function Gu(e, t, n) {
  return t === 'judge' && n.isFast && !e.models.fastForJudge
    ? 'a fast model judges only with models.fastForJudge'
    : Ai(e.ledger, n.name, e.now()).catch(() => null)
}
async function Ju(e, t, n, r, o, i) {
  let s = await Ti(e, t, n, r, i)
  if (!s.ok) return Ri(s)
  let a = o(s.text)
  if (a.ok) return { outcome: 'ok', value: a.value, call: s.call }
  let c = _t(Hu(n.prompt, s.text, a.problem), e),
    u = await Ti(e, t, { ...n, prompt: c }, r, i)
  if (!u.ok) return Ri(u)
  let l = o(u.text)
  return l.ok
    ? { outcome: 'ok', value: l.value, call: u.call }
    : {
        outcome: 'failed',
        failure: 'unfit',
        reason: `${t.name}: the answer does not fit, asked twice: ${_t(l.problem, e)}`,
        call: u.call,
      }
}
var Wu = 4e3,
  Hu = (e, t, n) => `${e}

You answered:
${yr(t, Wu)}

That can't be used: ${n}.
Answer again, with the JSON alone.
`
async function Ti(e, t, n, r, o) {
  let { role: i, prompt: s, sessionId: a, temperature: c = 0, maxTokens: u = Bu, signal: l } = n,
    f = Math.min(
      Math.max(0, o - performance.now()),
      t.timeoutMs ?? Number.POSITIVE_INFINITY,
      e.models.budget.call.timeMs,
    ),
    m = await $i(
      t,
      {
        role: i,
        prompt: s,
        sessionId: a,
        schema: r,
        temperature: c,
        maxTokens: u,
        limitMs: f,
        signal: l,
      },
      e,
    )
  return (
    await (m.ok ? Zi(e.ledger, t.name, e.now()) : Si(e.ledger, t.name, m, e.now())).catch(() => {}),
    m
  )
}
function Ri(e) {
  let t = { budget: 'refused_by_budget', timeout: 'timeout' },
    { failure: n, reason: r, call: o } = e
  return { outcome: t[n] ?? 'failed', failure: n, reason: r, call: o }
}
async function Vu({ ledger: e, now: t, nextId: n }, { role: r, sessionId: o }, i) {
  let s = i.length === 0 ? `no model is configured for ${r}` : `no model for ${r}: ${i.join('; ')}`,
    a = { outcome: 'no_backend', failure: 'no_backend', reason: s },
    c = t(),
    u = `model:none:${r}:${i.length === 0 ? 'unset' : 'skipped'}`,
    l = new Date(c.getTime() + Uu).toISOString()
  try {
    let f = c.toISOString()
    if ((await e.readCache(u, f)) !== null) return { ...a, call: null }
    if (!(await e.claimCache(u, s, { now: f, expiresAt: l }))) return { ...a, call: null }
    let m = Xu({ id: n(), sessionId: o, role: r, startedAt: f, reason: s })
    return (await e.add([{ kind: 'model_call', record: m }]), { ...a, call: m })
  } catch {
    return { ...a, call: null }
  }
}
var Xu = (e) => ({
  ...e,
  backend: '',
  model: '',
  durationMs: 0,
  inputTokens: null,
  outputTokens: null,
  cost: null,
  outcome: 'no_backend',
})
var ge = class extends Error {
  code
  remedy
  constructor(t, n, r = {}) {
    ;(super(n, r.cause === void 0 ? void 0 : { cause: r.cause }),
      (this.name = 'ReflectError'),
      (this.code = t),
      (this.remedy = r.remedy))
  }
}
var wt = require('node:fs/promises'),
  Fi = J(require('node:path'), 1)
function Ii(e) {
  return JSON.stringify(e, (t, n) => (Yu(n) ? qu(n) : n))
}
var Yu = (e) => typeof e == 'object' && e !== null && !Array.isArray(e)
function qu(e) {
  let t = Object.create(null)
  for (let n of Object.keys(e).sort()) t[n] = e[n]
  return t
}
var bt = require('node:fs'),
  Ci = J(require('node:path'), 1)
function Zn(e, t = 448) {
  if ((0, bt.existsSync)(e)) return
  let n = Ci.default.dirname(e)
  n !== e && Zn(n, t)
  try {
    ;(0, bt.mkdirSync)(e, { mode: t })
  } catch (r) {
    if (r.code !== 'EEXIST') throw r
  }
}
var Ni = require('node:crypto'),
  Li = (e) => (0, Ni.createHash)('sha256').update(e).digest('hex')
var Qu = ui({ prompt_hash: I().check(oe(/^[0-9a-f]{64}$/)), completion: I(), prompt: pt(I()) })
function Pn({ prompt: e, schema: t, temperature: n }) {
  return t === null && n === 0
    ? e
    : Ii({
        prompt: e,
        ...(t === null ? {} : { schema: t }),
        ...(n === 0 ? {} : { temperature: n }),
      })
}
var Mn = (e) => Li(e)
async function Bi(e) {
  let t = new Map()
  for (let [n, r] of (await el(e))
    .split(`
`)
    .entries()) {
    if (r.trim() === '') continue
    let o = tl(r)
    if (o === null)
      throw new ge('record-invalid', `${e}:${n + 1} is not a recorded answer`, {
        remedy: 'Remove the line, or record it again with RECORD=1.',
      })
    t.set(o.prompt_hash, o)
  }
  return t
}
async function Ui(e, t) {
  ;(Zn(Fi.default.dirname(e)),
    await (0, wt.appendFile)(
      e,
      `${JSON.stringify(t)}
`,
      { mode: 384 },
    ))
}
function Ki(e, t) {
  let n = ji(e),
    r = null
  for (let a of t) {
    let { prompt: c } = a
    if (c === void 0) continue
    let u = rl(n, ji(c))
    ;(r === null || u > r.similarity) && (r = { recording: a, similarity: u, prompt: c })
  }
  if (r === null) return null
  let { recording: o, similarity: i, prompt: s } = r
  return { recording: o, similarity: i, differsAt: ol(e, s) }
}
async function el(e) {
  try {
    return await (0, wt.readFile)(e, 'utf8')
  } catch (t) {
    if (t.code === 'ENOENT') return ''
    throw new ge('io-failed', `${e} can't be read`, { cause: t })
  }
}
function tl(e) {
  try {
    return Qu.parse(JSON.parse(e))
  } catch {
    return null
  }
}
var Di = 8,
  nl = 5e3
function ji(e) {
  let t = new Set(),
    n = Math.max(1, Math.floor(e.length / nl))
  for (let r = 0; r < Math.max(1, e.length - Di + 1); r += n) t.add(e.slice(r, r + Di))
  return t
}
function rl(e, t) {
  let n = 0
  for (let r of e) t.has(r) && (n += 1)
  return n / Math.max(1, e.size + t.size - n)
}
function ol(e, t) {
  let n = 0
  for (; n < e.length && e[n] === t[n];) n += 1
  return n
}
function En(e) {
  let { name: t, file: n, record: r } = e
  return {
    name: t,
    model: 'recorded',
    isFast: !1,
    async generate(o) {
      try {
        return r ? await sl(e, o) : await il(n, o)
      } catch (i) {
        if (!(i instanceof ge)) throw i
        return { ok: !1, failure: 'misconfigured', reason: i.message }
      }
    },
  }
}
async function il(e, t) {
  let n = Pn(t),
    r = Mn(n),
    o = await Bi(e),
    i = o.get(r)
  if (i === void 0)
    return { ok: !1, failure: 'recording_missing', reason: al(e, n, r, [...o.values()]) }
  let s = { model: 'recorded', inputTokens: 0, outputTokens: 0, free: !0 }
  return { ok: !0, text: i.completion, usage: s }
}
async function sl({ file: e, live: t, home: n = '' }, r) {
  if (t === null)
    return {
      ok: !1,
      failure: 'misconfigured',
      reason:
        'RECORD=1 needs a model to ask: give this backend a provider and a model, or a command',
    }
  let o = await t.generate(r)
  if (!o.ok) return o
  let i = Pn(r),
    s = N(yt(n)(o.text))
  return (await Ui(e, { prompt_hash: Mn(i), completion: s, prompt: i }), { ...o, text: s })
}
function al(e, t, n, r) {
  let o = `${e} has no answer for ${n.slice(0, 12)}`,
    i = Ki(t, r)
  if (i === null) return `${o} (${r.length} recordings); RECORD=1 makes one`
  let { recording: s, similarity: a, differsAt: c } = i,
    u = `the nearest is ${s.prompt_hash.slice(0, 12)} (${Math.round(a * 100)} % alike, differs from character ${c})`
  return `${o}; ${u}; RECORD=1 makes a new one`
}
var cl = {
  judge: ['default'],
  stall: ['default'],
  compaction: ['default'],
  lesson: ['default'],
  reflection: ['compaction', 'default'],
  mutation: ['reflection', 'compaction', 'default'],
  sub_sessions: ['default'],
}
function Gi(e, { models: t, stop: n }) {
  if (e === 'judge' && n.model !== void 0) return n.model === 'none' ? [] : [n.model]
  for (let r of [e, ...cl[e]]) {
    let o = t.roles[r]
    if (o !== void 0) return [...new Set(o)]
  }
  return []
}
var Ji = E([
  'red',
  'unbacked',
  'unread',
  'unrun',
  'missing',
  'left',
  'broken',
  'stub',
  'weakened',
  'undelivered',
  'forbidden',
  'unsourced',
  'todo',
])
var Wi = E([
  ...Ji.options,
  'empty_answer',
  'unsafe_delivery',
  'contradicted_claim',
  'weakened_check',
  'failing_tests',
  'failing_build',
  'pushed_to_default',
  'deviation',
  'asked_for_missing',
  'tests_not_run',
  'stale_claim',
  'dismissed_failure',
  'admitted_failure',
  'delivery_missing',
  'unsupported_claim',
  'tells_human_to_do_it',
  'asks_permission',
  'work_left',
  'open_todos',
  'analysis_only',
  'unwired_write',
  'project_rule',
  'weakened_check_note',
])
var Hi = ['off', 'solo', 'orchestrated']
var Gg = ht.datetime({ precision: 3 }),
  Pe = Be().check(M(0), K(1)),
  Jg = D().check(M(0)),
  Wg = I().check(ve(1), pe(256))
var ul = E(Hi),
  Ge = ut(),
  G = D().check(M(0)),
  F = D().check(M(1)),
  Tn = Be().check(M(0)),
  C = D().check(M(1), K(36500)),
  B = I().check(ve(1), pe(4096)),
  ll = I().check(pe(4096)),
  Rn = () =>
    me(ll)
      .check(
        ve(1),
        mi(([e]) => e !== ''),
      )
      .register(Ge, { allowed: 'a list: the program, then its arguments (never a shell line)' }),
  kt = I()
    .check(oe(/^[A-Za-z0-9][A-Za-z0-9._:/-]{0,127}$/))
    .register(Ge, { allowed: 'a name of letters, digits and . _ : / -' }),
  Xi = I()
    .check(oe(/^https?:\/\/[^\s/]\S*$/))
    .register(Ge, { allowed: 'an address that begins with http:// or https://' }),
  fl = I()
    .check(pe(4096), oe(/^(?:memory:|(?:sqlite|file):(?:\/\/(?=\/))?(?!\/\/)[^?#\0]+)$/))
    .register(Ge, {
      allowed: 'sqlite:<file>, file:<file> or memory: (PostgreSQL is not supported yet)',
    }),
  dl = I()
    .check(oe(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/))
    .register(Ge, {
      allowed: 'the name of an environment variable that holds the key (never the key itself)',
    })
function h(e, t, n) {
  return ye(mt(e, t), { description: n })
}
function T(e, t, n) {
  return ye(pt(e), { description: n, examples: [t] })
}
function Ke(e, [t, n], r) {
  let o = mt(li(kt, e), {})
  return ye(o, { description: r, examples: [{ [t]: n }] })
}
function z(e, t) {
  return ye(di(he(e), {}), { description: t })
}
function ye(e, t) {
  return (Le.add(e, t), e)
}
function xt(e) {
  return pi((t) => {
    for (let { path: n, message: r } of e(t.value))
      t.issues.push({ code: 'custom', path: n, message: r, input: t.value })
  })
}
var pl = he({
    adapter: h(
      E(['provider', 'recorded', 'command', 'client']),
      'provider',
      "What answers: a provider, recorded replies, a command, or the client's own model.",
    ),
    provider: T(kt, 'openai-compatible', 'Which provider.'),
    model: T(B, 'small-model', 'Which of its models; `fast` picks one of fastModels.'),
    baseUrl: T(Xi, 'http://127.0.0.1:11434/v1', "Base URL, if it is not the provider's default."),
    apiKeyEnv: T(dl, 'MODEL_API_KEY', 'Environment variable that holds the key.'),
    file: T(B, 'replies.jsonl', 'Recorded replies; RECORD=1 adds to them.'),
    command: T(Rn(), ['my-agent', '--print'], 'Program and arguments, run once, read-only.'),
    timeoutMs: T(F, 3e4, 'Hard time limit of one call.'),
  }).check(
    xt((e) => {
      let t = { provider: ['provider', 'model'], recorded: ['file'], command: ['command'] }
      return (e.adapter === 'client' ? [] : t[e.adapter])
        .filter((r) => e[r] === void 0)
        .map((r) => ({ path: [r], message: `needed with adapter: ${e.adapter}` }))
    }),
  ),
  ml = he({
    command: ye(Rn(), { description: 'Program and arguments; never a shell line.' }),
    objective: h(
      E(['stdin', 'argument']),
      'stdin',
      'How the objective is handed over: by standard input, or after `--`.',
    ),
  }),
  hl = he({
    inputUsdPerMillion: h(Tn, 0, 'US dollars per million input tokens.'),
    outputUsdPerMillion: h(Tn, 0, 'US dollars per million output tokens.'),
  }),
  gl = he({
    command: ye(Rn(), { description: 'Program and arguments; with `shell`, one line.' }),
    shell: h(S(), !1, 'The command is one line for a shell.'),
    when: h(
      me(B),
      [],
      'Run it only when a changed file matches one of these globs; always when empty.',
    ),
  }),
  On = (e, t, n, r) =>
    z(
      {
        timeMs: h(G, e, 'Milliseconds of waiting for models.'),
        tokens: h(G, t, 'Input and output tokens together.'),
        usd: h(Tn, n, 'US dollars; a model without a known price counts tokens only.'),
      },
      r,
    ),
  ie = (e) => T(me(kt), ['fast'], `Backends for ${e}, in the order in which they are tried.`),
  yl = z(
    {
      enabled: h(S(), !0, 'Judge whether the agent is really done.'),
      maxAttempts: h(
        D().check(M(0), K(100)),
        16,
        'Pushes per human turn, feedback and nudges together; a client may allow fewer.',
      ),
      nudgeAfterMs: h(
        D().check(M(1e3)),
        3e4,
        'Quiet time after feedback until a nudge, if a watcher is there to send it.',
      ),
      model: T(kt, 'none', 'Backend of the judge; `none` means rules alone.'),
      judge: h(
        E(['auto', 'always', 'never']),
        'auto',
        "When to ask the judge model; `auto` asks when the rules can't decide.",
      ),
      judgeSees: h(
        E(['diff', 'ledger']),
        'diff',
        'What the judge model is shown besides the request and the last message: the change itself, or only what was measured.',
      ),
      toasts: h(
        E(['all', 'problems', 'none']),
        'problems',
        'What the user is shown at a stop; pushes to the agent always go.',
      ),
      exemptWeakened: h(
        me(B),
        [],
        'Weakened checks that are intended, by the hash that `reflect why` shows.',
      ),
      gates: ye(mt(fi(Wi, E(['push', 'note', 'off'])), {}), {
        description:
          'Switch single gates: `push` sends the agent back, `note` only records, `off` is not asked. Counts in your own config only.',
        examples: [{ work_left: 'note' }],
      }),
    },
    'The agent says it is done: is it?',
  ),
  _l = z(
    {
      enabled: h(S(), !0, 'Notice an agent that is quiet or goes in circles.'),
      minAgeMs: h(G, 3e4, 'A last message younger than this is never called stuck.'),
      thresholds: z(
        {
          sameResult: h(F, 4, 'The same action with the same result, this many times.'),
          sameFailure: h(F, 3, 'The same action failing, this many times.'),
          alternation: h(D().check(M(4)), 6, 'Calls that alternate between two actions.'),
          sameMessage: h(D().check(M(2)), 3, 'Equal messages with nothing between them.'),
          emptyCompactions: h(F, 10, 'Compactions with nothing between them.'),
          planningCalls: h(F, 8, 'Number of calls from which "planning only" is considered.'),
          planningWriteShare: h(Pe, 0.1, 'Share of writes below which it counts as planning only.'),
          circleCommands: h(F, 4, 'Number of commands from which "in circles" is considered.'),
          circleRepeatShare: h(
            Pe,
            0.4,
            'Share of repeats that counts as going in circles; the first run is not a repeat.',
          ),
        },
        'When a loop detector fires.',
      ),
      exemptTools: h(me(B), [], 'Tools that may repeat, such as polling ones.'),
    },
    'The agent has gone quiet or in circles: is it stuck?',
  ),
  bl = z(
    {
      enabled: h(S(), !1, 'Keep small memory entries after each turn.'),
      backend: h(
        E(['rulebased', 'model-fixtures']),
        'rulebased',
        'How a turn is summed up; model-fixtures replays recorded replies only.',
      ),
      summaryTokens: h(G, 128, 'Length of a summary in white-space tokens.'),
      embed: h(S(), !0, 'Add a vector to each entry.'),
      log: h(S(), !0, 'Write the log of this step.'),
      topkSnippets: h(G, 3, 'Recalled snippets that join the summary.'),
      budget: z(
        {
          timeMs: h(G, 6e3, 'The step is cut off after this time.'),
          ops: h(G, 5, 'Entries that one turn may write.'),
        },
        'What one turn may cost.',
      ),
      everyTurn: h(S(), !0, 'Ask for it at every turn of a client.'),
      fixtures: z(
        {
          enabled: h(S(), !1, 'Read recorded replies.'),
          path: T(B, 'tests/fixtures/reflection.jsonl', 'File of recorded replies.'),
        },
        'Recorded replies for model-fixtures.',
      ),
    },
    'A turn ended: what is worth remembering?',
  ),
  wl = z(
    {
      enabled: h(S(), !0, 'Learn from failed attempts.'),
      maxReflectionsPerRetry: h(G, 3, 'Lessons shown to one retry.'),
      generationTimeoutMs: h(F, 3e4, 'After this the heuristic writes the lesson.'),
      retentionDays: h(C, 30, 'Lessons that are not pinned are deleted after this.'),
      holdout: h(Pe, 0.1, 'Share of exposures held out as control.'),
      storage: h(E(['store', 'jsonl', 'memory']), 'store', 'Where lessons are kept.'),
      file: T(B, 'reflections.jsonl', 'File for `storage: jsonl`, if not the default one.'),
    },
    'An attempt failed: what should be done differently?',
  ),
  xl = z(
    {
      maxChars: h(
        D().check(M(200), K(6e3)),
        1200,
        'Characters that one recall may take at a prompt, a push or a compaction.',
      ),
    },
    'Earlier sessions know something about this: what should the agent be told?',
  ),
  kl = z(
    {
      recall: h(
        S(),
        !0,
        'Keep what you say and decide in a session, and recall it in later ones of the project (solo).',
      ),
    },
    'What a person said: what also applies to later sessions?',
  ),
  $l = z(
    {
      enabled: h(S(), !0, 'Record what each run changed, risked and knew.'),
      askSelfReport: h(
        S(),
        !1,
        'Ask for a self-report at the start of a session, and with a push while it is missing (solo).',
      ),
      riskThreshold: h(Pe, 0.5, 'Score of the surface from which a review is needed.'),
      rankThreshold: h(
        Be().check(pn(0), K(100)),
        6.5,
        'Size from which a review is needed whatever is touched: ln(1 + lines added) + ln(1 + files), tests and docs aside.',
      ),
      keepPerSession: h(F, 50, 'Newest run records kept per session in the workspace.'),
    },
    'The run ended: what changed, how risky is it?',
  ),
  zl = z(
    {
      inject: h(
        S(),
        !1,
        'Tell the agent at the start of a session what is measured about it (solo); held out from some sessions, like a lesson.',
      ),
    },
    'Many sessions later: what is this agent, in this project?',
  ),
  vl = z(
    {
      enabled: h(S(), !0, 'Look for what keeps failing across runs.'),
      batchThreshold: h(F, 10, 'Completions after which all rules run.'),
      consecutiveFailureLimit: h(F, 3, 'Failures in a row that pause a task.'),
      lookbackSeconds: h(F, 86400, 'How far back the rules look.'),
      minResultLength: h(G, 50, 'Shorter results count as empty.'),
      skills: z(
        {
          dir: T(B, 'skills', 'Folder of skills; default: in the state directory.'),
          approval: h(
            E(['ask', 'trial', 'auto']),
            'ask',
            'Whether a changed skill waits for you, has to pass a trial, or is committed at once.',
          ),
          maxPerCycle: h(G, 3, 'Skills that one cycle may change.'),
        },
        'Skills that the cycle may rewrite.',
      ),
      runners: Ke(
        ml,
        ['agent', { command: ['my-agent', '--print'] }],
        'Commands that run tasks, by name.',
      ),
    },
    'Many runs later: what keeps going wrong?',
  ),
  Al = z(
    {
      backends: Ke(
        pl,
        [
          'fast',
          {
            adapter: 'provider',
            provider: 'openai-compatible',
            model: 'small-model',
            baseUrl: 'http://127.0.0.1:11434/v1',
          },
        ],
        'Model backends by name. None are needed: rules work alone.',
      ),
      roles: z(
        {
          judge: ie('judging stops'),
          stall: ie('stall checks'),
          compaction: ie('compactions'),
          lesson: ie('lessons'),
          reflection: ie('the analysis of a cycle'),
          mutation: ie('skill changes'),
          sub_sessions: ie('sub-sessions'),
          default: ie('every role without a list of its own'),
        },
        'Which backends serve which role; the first to answer wins.',
      ),
      budget: z(
        {
          call: On(18e4, 6e4, 0.5, 'Per call.'),
          session: On(9e5, 5e5, 2, 'Per session.'),
          day: On(72e5, 5e6, 10, 'Per day.'),
        },
        'What models may cost. When it is used up, no call is made.',
      ),
      fastModels: Ke(
        me(B),
        ['openai-compatible', ['small-model']],
        'Preferred fast models per provider, best first; replaces the built-in list.',
      ),
      fastForJudge: h(S(), !1, 'Let a fast model judge stops.'),
      useClientModel: h(S(), !1, "Use the client's own model. It spends your tokens."),
      prices: Ke(
        hl,
        ['small-model', { inputUsdPerMillion: 0.5, outputUsdPerMillion: 1.5 }],
        'Prices per model; they replace the built-in ones.',
      ),
    },
    'Models are optional; they improve the results.',
  ),
  Sl = z(
    {
      eventsDays: h(C, 90, 'Event log.'),
      verdictsDays: h(C, 180, 'Verdicts and demands.'),
      runsDays: h(C, 180, 'Run records.'),
      checkRunsDays: h(C, 180, 'Runs of checks.'),
      episodesDays: h(C, 365, 'Episodes.'),
      exposuresDays: h(C, 365, 'Exposures and recalls.'),
      memoryDays: h(C, 365, 'Memory entries.'),
      outcomesDays: h(C, 180, 'Outcomes of sessions and sub-sessions.'),
      findingsDays: h(C, 180, 'Resolved findings.'),
      interactionsDays: h(C, 90, 'Interaction log.'),
      modelCallsDays: h(C, 180, 'Model calls.'),
    },
    'How many days each table of the store keeps its rows.',
  ),
  Vi = (e) => `${e} is not defined; define it under models.backends`,
  Yi = he({
    mode: h(
      ul,
      'off',
      'off does nothing; solo reflects and acts; orchestrated reflects and records only.',
    ),
    allowAgents: h(
      S(),
      !1,
      'Let agents run the commands that need a person. Applies in your own config only.',
    ),
    stop: yl,
    stall: _l,
    compaction: z(
      { enabled: h(S(), !0, 'Restore the thread after a compaction.') },
      'The context was compressed: what now?',
    ),
    turn: bl,
    lessons: wl,
    recall: xl,
    memory: kl,
    run: $l,
    self: zl,
    cycle: vl,
    checks: Ke(
      gl,
      ['test', { command: ['npm', 'test'] }],
      'Proposed checks, by name. None of them runs until you add it with `reflect checks add`.',
    ),
    experiments: z(
      {
        highConfidence: h(Pe, 0.8, 'Self-rated confidence from which a row counts as high.'),
        gitWindowDays: h(C, 14, 'A fix within this time counts against the feature.'),
        boardWindowDays: h(C, 30, 'A signal within this time counts for a finished task.'),
      },
      'Does self-reflection tell us anything? The kill conditions are fixed.',
    ),
    models: Al,
    store: z(
      { url: T(fl, 'sqlite:reflectory.db', 'Database; default: in the state directory.') },
      'Where records are kept.',
    ),
    retention: Sl,
    team: z(
      {
        share: h(
          E(['records', 'messages']),
          'records',
          'What leaves this machine after `reflect login`: facts about checks, or prompts and messages too.',
        ),
      },
      'What a team is told.',
    ),
    telemetry: z(
      {
        otlp: z(
          {
            endpoint: T(
              Xi,
              'http://127.0.0.1:4318',
              'OTLP/HTTP collector that `reflect serve` exports to. Off while it is absent.',
            ),
          },
          'Where traces, events and metrics go.',
        ),
        content: h(
          S(),
          !1,
          'Export prompts, messages and commands too, not only what was counted and judged.',
        ),
      },
      'What the server tells an OpenTelemetry collector.',
    ),
    serve: z(
      {
        port: h(D().check(M(0), K(65535)), 4747, 'Port; 0 takes a free one.'),
        host: h(B, '127.0.0.1', 'Address to listen on.'),
        digestDir: T(
          B,
          '~/digests',
          "Folder for last week's digest: every Monday (UTC), one HTML file per project. `~/` is your home. Off while it is absent.",
        ),
      },
      'The local server and its dashboard.',
    ),
  }).check(
    xt(({ turn: e }) =>
      !e.enabled || e.backend !== 'model-fixtures' || e.fixtures.enabled
        ? []
        : [
            {
              path: ['turn', 'fixtures', 'enabled'],
              message: 'must be true when turn.enabled is true and turn.backend is model-fixtures',
            },
          ],
    ),
    xt(({ turn: e }) =>
      !e.fixtures.enabled || e.fixtures.path !== void 0
        ? []
        : [
            {
              path: ['turn', 'fixtures', 'path'],
              message: 'needed when turn.fixtures.enabled is true',
            },
          ],
    ),
    xt(({ models: e, stop: t }) => {
      let n = new Set(Object.keys(e.backends)),
        r = Object.entries(e.roles).flatMap(([i, s]) =>
          (s ?? [])
            .filter((a) => !n.has(a))
            .map((a) => ({ path: ['models', 'roles', i], message: Vi(a) })),
        ),
        o = t.model ?? 'none'
      return o === 'none' || n.has(o) ? r : [...r, { path: ['stop', 'model'], message: Vi(o) }]
    }),
  )
function Zl(e) {
  let t = { ...e, home: e.home ?? (0, $t.homedir)() },
    { config: n, store: r } = t,
    o = new Map()
  return Sn({
    ...t,
    ledger: r,
    models: n.models,
    namesOf: (i) => Gi(i, n),
    open(i) {
      return (o.has(i) || o.set(i, Pl(i, t)), o.get(i) ?? null)
    },
  })
}
function Pl(e, t) {
  let { models: n } = t.config,
    r = Object.hasOwn(n.backends, e) ? n.backends[e] : null
  if (r === null) return null
  let { adapter: o } = r
  if (o === 'client') return n.useClientModel ? (t.lent ?? null) : null
  if (o === 'recorded') {
    let i = es.default.resolve(t.projectRoot, r.file ?? ''),
      s = qi(e, r, t),
      { home: a } = t
    return En({ name: e, file: i, record: t.env.RECORD === '1', live: s, home: a })
  }
  return qi(e, r, t)
}
function qi(e, t, n) {
  let { env: r, now: o, store: i, projectRoot: s, tempDir: a = (0, $t.tmpdir)() } = n
  return t.command !== void 0
    ? zr({ name: e, settings: t, env: r, projectRoot: s, tempDir: a })
    : t.provider === void 0
      ? null
      : Zr({
          name: e,
          settings: t,
          env: r,
          now: o,
          fastModels: n.config.models.fastModels,
          chooseFastModel: (c, u, l) => Pr(c, u, l, { ledger: i, now: o }),
        })
}
function Ml({ file: e, now: t }) {
  let n = En({ name: 'recordings', file: e, record: !1, live: null })
  return Sn({
    ledger: El,
    models: Yi.parse({}).models,
    now: t,
    nextId: () => 'replay',
    namesOf: () => [n.name],
    open: () => n,
  })
}
var Qi = { timeMs: 0, tokens: 0, usd: 0 },
  El = {
    bookCall: async (e, t) => t({ session: Qi, day: Qi }),
    add: async () => {},
    readCache: async () => null,
    writeCache: async () => {},
    claimCache: async () => !0,
  }
0 && (module.exports = { openModel, openRecordings })

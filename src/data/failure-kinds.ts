import type { LessonCategory } from '../schema/lesson.js'
import { longPattern } from '../util/long-pattern.js'
import { TS_CODE } from './tools.js'

/** What kind of failure an output shows, whatever the attempt was about. */
export interface FailureKind {
  id: string
  category: LessonCategory
  /** About the weather (network, disk), not about the work. */
  transient: boolean
  /** Matches the line that shows it. Anchored to what tools print, never to a bare word. */
  pattern: RegExp
  confidence: number
}

/** In this order; the first that matches is it. */
export const FAILURE_KINDS: readonly FailureKind[] = [
  kind(
    'network',
    'missing_context',
    new RegExp(
      [
        String.raw`^.*(?:\b(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|`,
        String.raw`ERR_SOCKET_TIMEOUT)\b|connect ETIMEDOUT|[Cc]onnection (?:refused|reset by peer|`,
        String.raw`timed out)|Could not resolve host|Temporary failure in name resolution|`,
        String.raw`Network is unreachable|no such host|getaddrinfo \w+|dial tcp\b.*(?:timeout|refused)|`,
        String.raw`TLS handshake timeout|[Nn]etwork (?:timeout|error) at|Connection aborted|`,
        String.raw`Max retries exceeded).*$`,
      ].join(''),
      'm',
    ),
    true,
  ),
  kind(
    'rate_limit',
    'missing_context',
    new RegExp(
      [
        String.raw`^.*(?:\b429\b.*(?:[Tt]oo [Mm]any|rate|limit)|[Tt]oo [Mm]any [Rr]equests|`,
        String.raw`\b[Rr]ate.?limit(?:ed| exceeded|s? reached)|toomanyrequests|\b503 Service Unavailable|`,
        String.raw`overloaded_error).*$`,
      ].join(''),
      'm',
    ),
    true,
  ),
  kind(
    'disk_full',
    'missing_context',
    /^.*(?:\bENOSPC\b|[Nn]o space left on device|[Dd]isk quota exceeded|\bEDQUOT\b|database or disk is full).*$/m,
    true,
  ),
  kind(
    'out_of_memory',
    'approach_flaw',
    /^.*(?:JavaScript heap out of memory|^MemoryError|\bOOMKilled\b|Cannot allocate memory|exit code 137|Killed: 9).*$/m,
  ),
  kind(
    'missing_module',
    'missing_context',
    longPattern('m')`
      ^.*(?:Cannot find (?:module|package) ['"]|Module not found: |ModuleNotFoundError: 
      |ImportError: |ERR_MODULE_NOT_FOUND|Failed to resolve import "|Could not resolve "
      |no required module provides package|cannot find package "|is not in (?:GOROOT|std)\b
      |unresolved import \x60|can't find crate for \x60|use of undeclared (?:crate or module
      |type) \x60).*$`,
  ),
  kind(
    'missing_command',
    'tool_misuse',
    new RegExp(
      [
        String.raw`^.*(?:command not found|error Command "\S+" not found|[Cc]ommand '\S+' (?:could not be|`,
        String.raw`not) found|: not found$|is not recognized as an internal or external command|`,
        String.raw`spawn \S+ ENOENT|executable file not found in \$?PATH|Missing script: "|`,
        String.raw`could not determine executable to run|no such (?:sub)?command|is not a docker command|`,
        String.raw`is not a git command|No rule to make target).*$`,
      ].join(''),
      'm',
    ),
  ),
  kind(
    'permission',
    'tool_misuse',
    /^.*(?:\b[Pp]ermission denied\b|\bEACCES\b|\bEPERM\b|[Oo]peration not permitted|Access is denied|dubious ownership).*$/m,
  ),
  kind(
    'wrong_flag',
    'tool_misuse',
    new RegExp(
      [
        String.raw`^.*(?:unknown (?:option|flag|shorthand flag|argument|switch)|[Uu]nrecognized (?:option|`,
        String.raw`argument|arguments|flag|switch)|invalid option|unexpected argument '|`,
        String.raw`flag provided but not defined|bad option: |error: Found argument|no such option|`,
        String.raw`Unknown (?:CLI|compiler) option|CACError|requires? an argument).*$`,
      ].join(''),
      'm',
    ),
  ),
  kind(
    'git_state',
    'tool_misuse',
    new RegExp(
      [
        String.raw`^.*(?:CONFLICT \(|[Mm]erge conflict in |fatal: (?:not a git repository|`,
        String.raw`refusing to merge|ambiguous argument|pathspec|couldn't find remote ref|no upstream|`,
        String.raw`The current branch)|error: pathspec '|\[rejected\]|error: failed to push|`,
        String.raw`would be overwritten by (?:merge|checkout)|index\.lock).*$`,
      ].join(''),
      'm',
    ),
  ),
  kind(
    'docker_build',
    'root_cause',
    new RegExp(
      [
        String.raw`^.*(?:ERROR: failed to (?:solve|build)|failed to compute cache key|`,
        String.raw`executor failed running|pull access denied|manifest (?:unknown|for \S+ not found)|`,
        String.raw`port is already allocated).*$`,
      ].join(''),
      'm',
    ),
  ),
  kind('address_in_use', 'tool_misuse', /^.*(?:\bEADDRINUSE\b|[Aa]ddress already in use).*$/m),
  kind(
    'timed_out',
    'approach_flaw',
    new RegExp(
      [
        String.raw`^.*(?:(?:[Tt]est|[Hh]ook) timed out in \d+|Exceeded timeout of \d+|`,
        String.raw`\b[Tt]imeout(?:Error)?: |\b[Tt]imeout (?:of|after) \d|\b[Tt]imeout \S* ?exceeded|`,
        String.raw`panic: test timed out after|timed out after \d+|Command timed out|deadline exceeded|`,
        String.raw`\bSIGTERM\b.*timeout).*$`,
      ].join(''),
      'm',
    ),
  ),
  kind(
    'type_error',
    'root_cause',
    new RegExp(
      [
        String.raw`^.*(?:\b${TS_CODE}: | - error ${TS_CODE}|is not assignable to (?:type|`,
        String.raw`parameter)|Type error: |:\d+:\d+: (?:fatal )?error: |error\[E\d{4}\]: |`,
        String.raw`: error: .*\[[a-z-]+\]$|\.go:\d+:\d+: (?!Error Trace)).*$`,
      ].join(''),
      'm',
    ),
  ),
  kind(
    'syntax',
    'root_cause',
    /^.*(?:SyntaxError: |IndentationError: |Parse error|Parsing error: |Unexpected token|syntax error near|expected one of `|unterminated string).*$/m,
  ),
  kind(
    'runtime',
    'root_cause',
    new RegExp(
      [
        String.raw`^(?:E\s+|\s*(?:\[?[Uu]ncaught|Unhandled)?\s*|.* - )(?:Type|Reference|Range|Key|Value|`,
        String.raw`Attribute|Index|Name|ZeroDivision|Recursion|UnboundLocal|FileNotFound|Unicode\w+|`,
        String.raw`NotImplemented|StopIteration|JSONDecode)Error: .*$`,
      ].join(''),
      'm',
    ),
  ),
  kind(
    'assertion',
    'test_gap',
    longPattern('m')`
      ^.*(?:AssertionError|\bassert(?:ion)? (?:\x60.*)?failed|^E\s+assert |^\s*Error: expect\(
      |expect\(.*\)\.(?:to|not)|Expected:? |expected .* to (?:be|equal|deeply|have|match|contain
      |throw|include)|panicked at .*assertion|Error Trace:|\bexpected:? .* but (?:was|got)\b
      |got .*,? ?want|want .*,? ?got|Snapshot .* mismatched).*$`,
  ),
  kind(
    'runtime',
    'root_cause',
    new RegExp(
      [
        String.raw`^.*(?:(?:Type|Reference|Range|Key|Value|Attribute|Index|Name|ZeroDivision|Recursion|`,
        String.raw`UnboundLocal|Runtime|FileNotFound|JSONDecode|Unicode\w+|OS|IO|EOF|NotImplemented|`,
        String.raw`StopIteration)Error\b|panic: |panicked at |\bUnhandledPromiseRejection|Uncaught |`,
        String.raw`Segmentation fault|\bENOENT\b|nil pointer dereference|index out of range|`,
        String.raw`Exception in thread|\bError: ).*$`,
      ].join(''),
      'm',
    ),
  ),
  kind(
    'lint',
    'verification',
    /^.*(?:^\s+\d+:\d+\s+(?:error|warning)\s|✖ \d+ problems?|Code style issues? found|would reformat|clippy::).*$/m,
  ),
]

/** Kinds that are about what surrounds the work; what a check compares says nothing of that. */
export const SURROUNDINGS = new Set([
  'network',
  'rate_limit',
  'disk_full',
  'out_of_memory',
  'missing_command',
  'permission',
  'wrong_flag',
  'git_state',
  'docker_build',
  'address_in_use',
  'timed_out',
])
/** Assertions, the two sides of a diff, and source lines in a code frame. */
export const COMPARED =
  /^[^\S\n]*(?:E[^\S\n]+)?(?:\w*AssertionError|assert|expect\(|[Ee]xpected|[Rr]eceived|[Aa]ctual|left:|right:|[-+] |>?[^\S\n]{0,8}\d*[^\S\n]{0,8}\|).*$/gm

function kind(
  id: string,
  category: LessonCategory,
  pattern: RegExp,
  transient = false,
): FailureKind {
  return { id, category, transient, pattern, confidence: transient ? 0.5 : 0.6 }
}

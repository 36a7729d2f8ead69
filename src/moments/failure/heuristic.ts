/**
 * A failed attempt comes in, a lesson goes out, without a model. It quotes the file, line, symbol
 * and test that the output names: a lesson that would fit any failure is worthless. It never says
 * more than the output shows, and how sure it is says so.
 */
import { quoteFact } from '../../safety/fence.js'
import type { FailureContext } from '../../schema/failure-context.js'
import { readErrorFacts } from './error-facts.js'
import type { ErrorFacts } from './error-facts.js'
import { classifyFailure } from './failure-kind.js'
import type { Classified } from './failure-kind.js'
import type { LessonDraft } from './lesson-draft.js'

export function draftByHeuristic(failure: FailureContext): LessonDraft & { transient: boolean } {
  const facts = readErrorFacts(failure.errorOutput)
  const kind = classifyFailure(failure.failureType, facts.text)
  const again = failure.previousReflections.find(
    (earlier) => kind.headline !== '' && earlier.analysis.includes(quoteFact(kind.headline)),
  )
  const place = describePlace(facts)
  return {
    category: kind.category,
    analysis: oneParagraph([
      `${WHAT[kind.id] ?? 'The attempt failed'}${place === '' ? '' : ` in ${place}`}:`,
      kind.headline === ''
        ? `the ${failure.failureType.replaceAll('_', ' ')} left no output.`
        : `"${quoteFact(kind.headline)}"`,
      describeNames(facts, kind),
      again === undefined
        ? ''
        : `Attempt ${again.attemptNumber} met the same; what was done since did not address it.`,
    ]),
    suggestion: suggest(kind, facts, place),
    actionItems: [
      ...actions(kind, facts),
      ...(again === undefined
        ? []
        : [`Do not repeat what attempt ${again.attemptNumber} tried; change the approach.`]),
    ],
    confidence: confidence(kind, facts),
    transient: kind.transient,
  }
}

/**
 * What a failure says in names alone: kind, place, symbols and codes, no sentence that a tool wrote.
 * null where it names nothing.
 */
export function draftByNames(
  failureType: FailureContext['failureType'],
  errorOutput: string,
): Pick<LessonDraft, 'analysis' | 'suggestion' | 'actionItems'> | null {
  const read = readErrorFacts(errorOutput)
  const kind = classifyFailure(failureType, read.text)
  const facts: ErrorFacts = {
    ...read,
    places: read.places.filter(({ file }) => isName(file)),
    tests: [],
    symbols: read.symbols.filter(isName),
    modules: read.modules.filter(isName),
    codes: read.codes.filter(isName),
  }
  const place = describePlace(facts)
  const names = describeNames(facts, { ...kind, headline: '' })
  if (place === '' && names === '') return null
  return {
    analysis: oneParagraph([
      `${WHAT[kind.id] ?? 'The attempt failed'}${place === '' ? '' : ` in ${place}`}.`,
      names,
    ]),
    suggestion: suggest(kind, facts, place),
    actionItems: actions(kind, facts),
  }
}

/** A path, a symbol or a code; no words in a row. */
const isName = (text: string): boolean => /^[\w$@.+:/\\-]{1,120}$/.test(text)

const WHAT: Readonly<Record<string, string>> = {
  network: 'A connection failed',
  rate_limit: 'A service refused for a while',
  disk_full: 'The disk is full',
  out_of_memory: 'The process ran out of memory',
  missing_module: 'A module could not be found',
  missing_command: 'A command does not exist here',
  permission: 'Something was not permitted',
  wrong_flag: 'A tool was called with an option that it does not know',
  git_state: 'Git refused because of the state of the repository',
  docker_build: 'A container build or start failed',
  address_in_use: 'A port is taken',
  timed_out: 'It took longer than its limit',
  type_error: 'A type or compile check failed',
  syntax: "The source can't be parsed",
  assertion: 'A check got a value that it does not expect',
  runtime: 'The code threw while it ran',
  lint: 'A style or lint rule is broken',
}

function describePlace({ places }: ErrorFacts): string {
  const [first] = places
  if (first === undefined) return ''
  return first.line === null ? first.file : `${first.file}:${first.line}`
}

function describeNames({ tests, symbols, modules, codes }: ErrorFacts, kind: Classified): string {
  const named = [
    tests.length > 0 ? `Failing: ${tests.map(quoteFact).join('; ')}.` : '',
    modules.length > 0 ? `Module: ${modules.join(', ')}.` : '',
    symbols.length > 0 ? `Name: ${symbols.map((it) => `\`${it}\``).join(', ')}.` : '',
    codes.length > 0 && !codes.every((code) => kind.headline.includes(code))
      ? `Code: ${codes.join(', ')}.`
      : '',
  ]
  return named.filter((it) => it !== '').join(' ')
}

function suggest(kind: Classified, facts: ErrorFacts, place: string): string {
  const [symbol, module, test] = [facts.symbols[0], facts.modules[0], facts.tests[0]]
  const at = place === '' ? '' : ` at ${place}`
  switch (kind.id) {
    case 'network':
    case 'rate_limit':
      return 'Not a fault of the work: try again later, or run what does not need the network.'
    case 'disk_full':
      return 'Not a fault of the work: free some room, then run the same step again.'
    case 'out_of_memory':
      return `Process the data in pieces instead of all at once${at}.`
    case 'missing_module':
      return (
        `Check how ${module ?? 'the module'} is spelt, where it is relative to ` +
        `${place || 'the importing file'}, and whether it is installed, before importing it.`
      )
    case 'missing_command':
      return (
        'Look up which tools and scripts this project has before calling one; ' +
        `${module === undefined ? 'this one is not there' : `there is no "${module}"`}.`
      )
    case 'permission':
      return 'Work inside the files and folders that are yours to change; do not force it with more permissions.'
    case 'wrong_flag':
      return "Read the tool's --help for the version that is installed, then call it again."
    case 'git_state':
      return 'Look at `git status` first and bring the repository into the state that the command needs.'
    case 'docker_build':
      return 'Fix the step that the builder names; later steps did not run.'
    case 'address_in_use':
      return 'Stop what is listening there, or let the system choose a free port.'
    case 'timed_out':
      return test === undefined
        ? `Find what does not end${at}: a missing await, an open handle or a loop; a longer limit hides it.`
        : `Find what "${quoteFact(test)}" waits for and never gets; a longer limit hides it.`
    case 'type_error':
      return `Make the types agree${at}${symbol === undefined ? '' : ` for \`${symbol}\``} by changing the code, not by a cast.`
    case 'syntax':
      return `Re-read the source${at} and fix what the parser stumbled over.`
    case 'assertion':
      return test === undefined
        ? `Compare what is computed${at} with what the check expects, and fix the code rather than the check.`
        : `Make "${quoteFact(test)}" pass by fixing the code that it checks; read the expected value before changing anything.`
    case 'runtime':
      return symbol === undefined
        ? `Follow the value that breaks${at} back to where it is made.`
        : `Find out why \`${symbol}\` is missing${at}: follow it back to where it should be set, and handle the case where it is not.`
    case 'lint':
      return `Follow the rule${facts.codes[0] === undefined ? '' : ` ${facts.codes[0]}`}${at} instead of switching it off.`
    default:
      return place === ''
        ? 'Reproduce it alone and read its whole output before the next change.'
        : `Look at ${place} first, and reproduce it alone before the next change.`
  }
}

function actions(kind: Classified, { places, tests, codes }: ErrorFacts): string[] {
  if (kind.transient) return []
  return [
    ...places
      .slice(0, 3)
      .map(({ file, line }) => `Read ${file}${line === null ? '' : ` around line ${line}`}.`),
    ...tests.slice(0, 3).map((test) => `Run ${quoteFact(test)} alone until it passes.`),
    ...(kind.id === 'type_error' && codes[0] !== undefined
      ? [`Run the type check again and see ${codes[0]} gone.`]
      : []),
  ]
}

/** The more the output names, the more the lesson is about this failure and no other. */
function confidence({ confidence: base }: Classified, facts: ErrorFacts): number {
  const named = [facts.places, facts.tests, facts.symbols, facts.modules].filter(
    (list) => list.length > 0,
  ).length
  return Math.min(0.8, Math.round((base + named * 0.05) * 100) / 100)
}

const oneParagraph = (parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join(' ')

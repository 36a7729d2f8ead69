import type { CommandKind } from '../schema/evidence.js'
import { longPattern } from '../util/long-pattern.js'

/**
 * How compilers, linters, formatters, validators, migrations, deployments and clients say that they ended: one row
 * a tool. Test runners are in `runners.ts`.
 */
export interface ToolRow {
  tool: string
  /** Which commands print it. */
  kinds: readonly CommandKind[]
  forms: readonly ToolForm[]
}

/**
 * The sign, in lower case, is a part of every line that the form matches: most outputs are passed over by it. What
 * was `wrote` stands behind a formatter that changes files, never behind one that only looks. A pattern is made where
 * its sign is there: most of them never are.
 */
type ToolForm = readonly [result: 'failed' | 'passed' | 'wrote', sign: string, form: () => RegExp]

const row = (tool: string, kinds: readonly CommandKind[], ...forms: ToolForm[]): ToolRow => ({
  tool,
  kinds,
  forms,
})

/** TypeScript's own names of its errors. */
export const TS_CODE = 'TS\\d{3,5}'

const COMPILE: readonly CommandKind[] = ['build', 'typecheck']
const TYPES: readonly CommandKind[] = ['typecheck', 'lint']
const COMPILED_TESTS: readonly CommandKind[] = ['build', 'typecheck', 'test']
const COMPILE_OR_LINT: readonly CommandKind[] = ['build', 'typecheck', 'test', 'lint']
const BUILD: readonly CommandKind[] = ['build']
const LINT: readonly CommandKind[] = ['lint']
const FORMAT: readonly CommandKind[] = ['format', 'lint']
const CHECK: readonly CommandKind[] = ['lint', 'format', 'typecheck', 'build', 'test']
const INSTALL: readonly CommandKind[] = ['install']
const MIGRATE: readonly CommandKind[] = ['migrate']
const DEPLOY: readonly CommandKind[] = ['deploy']
const TEST: readonly CommandKind[] = ['test']
const RUN: readonly CommandKind[] = ['run']
const ACTS: readonly CommandKind[] = ['migrate', 'deploy']
const ALL: readonly CommandKind[] = [...CHECK, 'deploy', 'migrate']
const ANY: readonly CommandKind[] = [...CHECK, 'deploy', 'migrate', 'install']

export const TOOLS: readonly ToolRow[] = [
  // Compilers and type checkers
  row(
    'tsc',
    COMPILE,
    ['failed', 'error ts', () => new RegExp(`^.*\\berror ${TS_CODE}:.*$`, 'm')],
    ['failed', ' error', () => /^Found [1-9]\d* errors?(?: in |\. Watching|\.$).*$/m],
    ['passed', 'found 0 errors', () => /^Found 0 errors\b.*$/m],
  ),
  row(
    'deno',
    COMPILE_OR_LINT,
    ['failed', '[error]', () => new RegExp(`^(?:error: )?${TS_CODE} \\[ERROR\\]: .*$`, 'm')],
    ['failed', 'found ', () => /^(?:error: )?Found [1-9]\d* (?:problems?|errors?)\.?$/m],
    ['passed', 'checked ', () => /^Checked \d+ files?$/m],
    ['passed', 'check file:', () => /^Check file:\S+$/m],
  ),
  row(
    'flow',
    TYPES,
    ['failed', 'found ', () => /^Found [1-9]\d* errors?$/m],
    ['passed', '0 errors', () => /^(?:Found 0|No) errors!?$/m],
  ),
  row(
    'mypy',
    TYPES,
    ['failed', 'found ', () => /^Found [1-9]\d* errors? in \d+ files?.*$/m],
    ['passed', 'no issues found', () => /^Success: no issues found.*$/m],
  ),
  row(
    'pyright',
    TYPES,
    ['failed', ' error', () => /^[1-9]\d* errors?, \d+ warnings?\b.*$/m],
    ['passed', '0 errors', () => /^0 errors?, \d+ warnings?\b.*$/m],
  ),
  row(
    'ty',
    TYPES,
    ['failed', 'diagnostic', () => /^Found [1-9]\d* diagnostics?$/m],
    ['passed', 'all checks passed', () => /^All checks passed!$/m],
  ),
  row(
    'svelte-check',
    TYPES,
    ['failed', 'svelte-check found', () => /^.*svelte-check found [1-9]\d* errors?\b.*$/m],
    ['passed', 'svelte-check found', () => /^.*svelte-check found 0 errors\b.*$/m],
  ),
  row(
    'astro',
    COMPILE_OR_LINT,
    ['failed', ' error', () => /^- [1-9]\d* errors?$/m],
    ['passed', '0 errors', () => /^- 0 errors$/m],
    ['passed', 'complete!', () => /^.*\[build\] Complete!$/m],
  ),
  row(
    'phpstan',
    TYPES,
    ['failed', '[error]', () => /^ *\[ERROR\] Found [1-9]\d* errors?.*$/m],
    ['passed', '[ok]', () => /^ *\[OK\] No errors.*$/m],
  ),
  row(
    'psalm',
    TYPES,
    ['failed', 'errors found', () => /^[1-9]\d* errors found$/m],
    ['passed', 'no errors found', () => /^ *No errors found!.*$/m],
  ),
  row(
    'srb',
    TYPES,
    ['failed', 'errors: ', () => /^Errors: [1-9]\d*$/m],
    ['passed', 'no errors!', () => /^No errors! Great job\.$/m],
  ),
  row('rustc', COMPILE_OR_LINT, ['failed', 'error[', () => /^(?: *\d+ )?error\[E\d+\]: .*$/m]),
  row('cargo', COMPILE_OR_LINT, [
    'failed',
    'error: could not ',
    () => /^error: could not (?:compile|document) .*$/m,
  ]),
  row(
    'cargo',
    ['build', 'typecheck', 'lint'],
    ['passed', 'finished ', () => /^\s+Finished `?\w+`? .*target\(s\).*$/m],
    ['passed', 'generated ', () => /^\s+Generated \/\S+\/target\/doc\/.*$/m],
  ),
  row(
    'vet',
    LINT,
    ['failed', '# [', () => /^# \[\S+\]$/m],
    ['failed', 'vet: ', () => /^vet: \S+\.go:\d+:.*$/m],
  ),
  row(
    'go',
    COMPILE_OR_LINT,
    ['failed', '.go:', () => /^(?:vet: )?(?:\.{1,2}\/)?[\w./@-]+\.go:\d+:\d+: (?!Error Trace).+$/m],
    ['failed', 'no required module', () => /^.*: no required module provides package .*$/m],
    ['failed', 'is not in std', () => /^.*package \S+ is not in (?:std|GOROOT).*$/m],
  ),
  row('go', COMPILED_TESTS, [
    'failed',
    'failed]',
    () => /^FAIL\s+\S+ \[(?:build|setup) failed\]$/m,
  ]),
  row(
    'gcc',
    COMPILED_TESTS,
    ['failed', 'error: ', () => /^\S+:\d+(?::\d+)?: (?:fatal )?error: .*$/m],
    ['failed', 'compilation terminated.', () => /^compilation terminated\.$/m],
  ),
  row(
    'ld',
    COMPILE,
    ['failed', 'linker command failed', () => /^\S*:? ?error: linker command failed.*$/m],
    ['failed', 'ld returned ', () => /^collect2: error: ld returned [1-9].*$/m],
  ),
  row('javac', COMPILED_TESTS, [
    'failed',
    '.java:',
    () => /^(?:\[ERROR\] )?\S+\.java:(?:\d+: error: |\[\d+,\d+\] ).*$/m,
  ]),
  row('kotlinc', COMPILED_TESTS, ['failed', 'e: ', () => /^e: \S+\.kts?:? ?.*$/m]),
  row(
    'sbt',
    [...COMPILE_OR_LINT, 'format'],
    ['failed', '[error]', () => /^\[error\] (?:\(.*\) |\S+\.scala:\d+).*$/m],
    ['passed', '[success]', () => /^\[success\] Total time: .*$/m],
  ),
  row('msbuild', COMPILED_TESTS, [
    'failed',
    ': error ',
    () => /^.{0,300}: error [A-Z]{2,6}\d+: .*$/m,
  ]),
  row(
    'msbuild',
    COMPILE,
    ['failed', 'build failed', () => /^\s*Build (?:FAILED\.|failed with \d+ error\(s\).*)$/m],
    ['passed', 'build succeeded', () => /^\s*Build succeeded(?:\.| in .*)$/m],
  ),
  row(
    'swiftc',
    COMPILED_TESTS,
    ['failed', '.swift:', () => /^\S+\.swift:\d+:\d+: error: .*$/m],
    ['failed', 'build failed', () => /^\*\* (?:BUILD|TEST|ARCHIVE) FAILED \*\*$/m],
    ['passed', 'succeeded **', () => /^\*\* (?:BUILD|TEST|ARCHIVE) SUCCEEDED \*\*.*$/m],
    ['passed', 'build complete', () => /^(?:\[\d+\/\d+\] )?Build complete!.*$/m],
  ),
  row(
    'elixirc',
    COMPILED_TESTS,
    ['failed', 'compilation failed due to', () => /^Compilation failed due to warnings.*$/m],
    ['failed', '== compilation error', () => /^== Compilation error in file .*$/m],
    ['passed', 'generated ', () => /^Generated \w+ app$/m],
  ),
  row(
    'dart',
    COMPILE_OR_LINT,
    ['failed', ' found.', () => /^[1-9]\d* issues? found\..*$/m],
    ['failed', '.dart:', () => /^(?:lib|test|bin)\/\S+\.dart:\d+:\d+: Error: .*$/m],
    ['passed', 'no issues found!', () => /^No issues found!.*$/m],
    ['passed', '✓ built ', () => /^✓ Built \S+.*$/m],
  ),
  row('elm', COMPILED_TESTS, ['failed', '-- ', () => /^-- [A-Z ]+ -{5,} \S+\.elm$/m]),
  row('ghc', COMPILED_TESTS, ['failed', '.hs:', () => /^\S+\.hs:\d+:\d+: error:.*$/m]),
  row('ocaml', COMPILED_TESTS, [
    'failed',
    'error: ',
    () => /^Error: (?:Unbound|This expression|Syntax error|Some type).*$/m,
  ]),
  row(
    'forge',
    COMPILED_TESTS,
    ['failed', 'compiler run failed', () => /^(?:Error: )?Compiler run failed:?.*$/m],
    ['passed', 'compiler run successful', () => /^Compiler run successful.*$/m],
  ),
  row('zig', COMPILED_TESTS, ['failed', '.zig:', () => /^\S+\.zig:\d+:\d+: error: .*$/m]),
  // Builders
  row(
    'bazel',
    COMPILED_TESTS,
    ['failed', 'error: /', () => /^ERROR: \/\S+:\d+:\d+: .* failed.*$/m],
    [
      'failed',
      'not complete successfully',
      () => /^(?:ERROR|FAILED): Build did NOT complete successfully.*$/m,
    ],
    ['passed', 'build completed successfully', () => /^INFO: Build completed successfully.*$/m],
  ),
  row(
    'webpack',
    BUILD,
    ['failed', 'compiled with', () => /^.*\bcompiled with [1-9]\d* errors?\b.*$/m],
    ['passed', 'ompiled ', () => /^.*\b(?:Compiled successfully|compiled successfully in).*$/m],
  ),
  row('next', BUILD, ['failed', 'failed to compile', () => /^Failed to compile\.?$/m]),
  row('next', LINT, ['failed', 'error: ', () => /^\d+:\d+ +Error: .*$/m]),
  row(
    'bundler',
    BUILD,
    [
      'failed',
      'build failed',
      () => /^.{0,20}\b[Bb]uild failed(?:\.| in .*| with \d+ errors?:?)?$/m,
    ],
    [
      'passed',
      'buil',
      () =>
        /^.{0,30}\b(?:[Bb]uild (?:complete|succeeded|success)\b.*|[Bb]uilt in [\d.]+ ?m?s\b.*)$/m,
    ],
  ),
  row(
    'swc',
    BUILD,
    ['failed', 'failed to compile', () => /^Failed to compile \d+ files? with swc.*$/m],
    ['passed', 'successfully compiled', () => /^Successfully compiled:? \d+ files? with .*$/m],
  ),
  row('babel', BUILD, ['failed', 'syntaxerror', () => /^SyntaxError: .*$/m]),
  row(
    'gulp',
    CHECK,
    ['failed', ' errored after', () => /^\[[\d:]+\] '.{1,60}' errored after .*$/m],
    ['passed', 'finished ', () => /^\[[\d:]+\] Finished '.{1,60}' after .*$/m],
  ),
  row(
    'grunt',
    CHECK,
    ['failed', 'aborted due to warnings', () => /^Aborted due to warnings\.$/m],
    ['passed', 'done.', () => /^Done\.$/m],
  ),
  row(
    'storybook',
    BUILD,
    ['failed', 'compilationerror', () => /^.*\bWebpackCompilationError\b.*$/m],
    ['passed', 'output directory', () => /^.*\bOutput directory: .*$/m],
  ),
  row(
    'codegen',
    BUILD,
    ['failed', 'failed to ', () => /^.{0,10}(?:\[FAILED\]|✖) Failed to .*$/m],
    ['passed', 'generate', () => /^.{0,10}(?:\[SUCCESS\]|✔) Generated? .*$/m],
  ),
  row(
    'lerna',
    CHECK,
    ['failed', 'lerna err!', () => /^lerna ERR! .* exited \d+ in .*$/m],
    ['passed', 'lerna success', () => /^lerna success run .*$/m],
  ),
  row(
    'vite',
    BUILD,
    ['failed', 'build failed', () => /^(?:✗|x) Build failed in .*$/m],
    ['failed', 'error during build', () => /^error during build:.*$/m],
    ['passed', 'built in ', () => /^(?:✓|✨) [Bb]uilt in .*$/m],
  ),
  row(
    'tsup',
    BUILD,
    ['failed', 'build failed', () => /^(?:\w+ )?(?:🚨 )?Build failed\.?$/m],
    ['passed', 'build success', () => /^(?:\w+ )?⚡️ Build success in .*$/m],
  ),
  row(
    'esbuild',
    BUILD,
    ['failed', '[error] ', () => /^\s*[✘X] \[ERROR\] .*$/m],
    ['passed', 'done in ', () => /^⚡ Done in .*$/m],
  ),
  row(
    'rollup',
    BUILD,
    ['failed', 'rolluperror', () => /^(?:\[!\] )?\(?.{0,60}RollupError: .*$/m],
    ['passed', 'created ', () => /^created \S+.* in [\d.]+m?s$/m],
  ),
  row(
    'angular',
    BUILD,
    ['failed', 'bundle generation failed', () => /^Application bundle generation failed\..*$/m],
    ['passed', 'bundle generation complete', () => /^Application bundle generation complete\..*$/m],
  ),
  row(
    'turbo',
    CHECK,
    ['failed', 'failed: ', () => /^\s*Failed:\s+\S+#\S+.*$/m],
    ['passed', ' successful, ', () => /^\s*Tasks:\s+(\d+) successful, \1 total$/m],
  ),
  row(
    'nx',
    CHECK,
    ['failed', 'ran target', () => /^.{0,20}Ran targets? .* failed\b.*$/m],
    ['failed', 'failed tasks', () => /^\s*Failed tasks:.*$/m],
    ['failed', ' failed', () => /^\s*✖ +[1-9]\d*\/\d+ failed$/m],
    ['passed', 'successfully ran target', () => /^.{0,40}Successfully ran targets? .*$/m],
  ),
  row(
    'docker',
    ['build', 'deploy'],
    ['failed', 'failed to ', () => /^(?:ERROR: )?failed to (?:solve|build|push).*$/m],
    ['failed', 'did not complete', () => /^.*\bdid not complete successfully: exit code: \d+.*$/m],
  ),
  row(
    'docker',
    BUILD,
    ['passed', 'naming to ', () => /^(?:#\d+ |\s*=> => )naming to \S+.*$/m],
    ['passed', 'successfully ', () => /^Successfully (?:built|tagged) \S+$/m],
    ['passed', ' built', () => /^\s*(?:✔ )?[\w./-]+ +Built(?: +[\d.]+s)?$/m],
  ),
  row(
    'docker',
    RUN,
    ['failed', 'from daemon', () => /^(?:docker: )?Error response from daemon: .*$/m],
    ['failed', 'failed to start', () => /^.*\bdependency failed to start: .*$/m],
    [
      'passed',
      'container ',
      () => /^\s*(?:✔ )?Container \S+ +(?:Started|Healthy|Running|Created)\b.*$/m,
    ],
  ),
  row('docker', LINT, [
    'failed',
    'validating ',
    () => /^(?:validating \S+: |yaml: |service ").*$/m,
  ]),
  row(
    'docker',
    DEPLOY,
    ['failed', 'ied: ', () => /^(?:denied|unauthorized): .*$/m],
    ['failed', 'does not exist locally', () => /^An image does not exist locally .*$/m],
    ['passed', 'digest: sha256', () => /^\S+: digest: sha256:\w+ size: \d+$/m],
    ['passed', 'pushing manifest', () => /^#\d+ pushing manifest for \S+.* done$/m],
  ),
  row(
    'ninja',
    COMPILED_TESTS,
    ['failed', 'ninja: build stopped', () => /^ninja: build stopped: .*$/m],
    ['passed', 'no work to do', () => /^ninja: no work to do\.$/m],
  ),
  row(
    'cmake',
    BUILD,
    ['failed', 'cmake error', () => /^CMake Error.*$/m],
    ['passed', 'build files have', () => /^-- Build files have been written to: .*$/m],
  ),
  row(
    'python build',
    BUILD,
    ['failed', 'error backend', () => /^ERROR Backend subprocess exited .*$/m],
    ['failed', 'failed to build', () => /^\s*× Failed to build .*$/m],
    ['failed', 'no file/folder found', () => /^No file\/folder found for package .*$/m],
    ['failed', 'error: ', () => /^(?:ValueError|BackendUnavailable|ModuleNotFoundError): .*$/m],
    ['passed', 'successfully built', () => /^Successfully built \S+\.(?:whl|tar\.gz).*$/m],
    ['passed', '.whl', () => /^(?:\s*- Built )?\S+-\S+\.whl$/m],
  ),
  row('mkdocs', BUILD, [
    'passed',
    'documentation built',
    () => /^INFO +- +Documentation built in .*$/m,
  ]),
  row(
    'wasm-pack',
    BUILD,
    ['failed', 'compiling your crate', () => /^Error: Compiling your crate .*$/m],
    ['passed', ':-) done in', () => /^\[INFO\]: :-\) +Done in .*$/m],
  ),
  row(
    'sam',
    BUILD,
    ['failed', 'build failed', () => /^Build Failed$/m],
    ['passed', 'build succeeded', () => /^Build Succeeded$/m],
  ),
  row(
    'cdk',
    BUILD,
    ['failed', 'error: ', () => /^(?:\w*Error|Subprocess exited with error).*$/m],
    ['passed', 'successfully synthesized', () => /^Successfully synthesized to .*$/m],
  ),
  row('go generate', BUILD, ['failed', ': running ', () => /^\S+\.go:\d+: running ".*$/m]),
  row('prisma', BUILD, ['failed', 'error: ', () => /^Error: Prisma schema validation.*$/m]),
  row('rails', BUILD, ['failed', ' aborted!', () => /^.*\b(?:rails|rake) aborted!$/m]),
  row(
    'sphinx',
    BUILD,
    ['failed', 'finished with problems', () => /^build finished with problems.*$/m],
    ['failed', 'strict mode', () => /^Aborted with [1-9]\d* warnings? in strict mode.*$/m],
    ['passed', 'build succeeded', () => /^build succeeded\b.*$/m],
  ),
  row('sass', BUILD, ['failed', 'error: ', () => /^Error: (?:expected|Undefined|Can't find) .*$/m]),
  // Linters
  row(
    'eslint',
    LINT,
    ['failed', ' problem', () => /^.*\b[1-9]\d* problems? \([1-9]\d* errors?.*$/m],
    ['failed', ' error ', () => /^\s+\d+:\d+\s+error\s.*$/m],
    ['failed', 'too many warnings', () => /^ESLint found too many warnings .*$/m],
    ['failed', 'eslint couldn', () => /^ESLint couldn't find .*$/m],
    ['passed', 'no eslint warnings', () => /^. No ESLint warnings or errors$/m],
  ),
  row(
    'stylelint',
    LINT,
    ['failed', ' problem', () => /^\s*. [1-9]\d* problems? \([1-9]\d* errors?.*$/m],
    ['failed', '✖', () => /^\s+\d+:\d+\s+✖\s.*$/m],
  ),
  row('xo', LINT, ['failed', ' error', () => /^\s+[1-9]\d* errors?$/m]),
  row('standard', LINT, [
    'failed',
    'standard: ',
    () => /^standard: (?:Use JavaScript|Run `standard).*$/m,
  ]),
  row('ruff', LINT, [
    'failed',
    'found ',
    () => /^Found [1-9]\d* errors?\.$|^Found [1-9]\d* errors? \(\d+ fixed.*$/m,
  ]),
  row('ruff', FORMAT, ['passed', 'all checks passed', () => /^All checks passed!$/m]),
  row('flake8', LINT, ['failed', '.py:', () => /^\S+\.py:\d+:\d+: [A-Z]{1,4}\d{1,5} .*$/m]),
  row(
    'pylint',
    LINT,
    ['failed', '.py:', () => /^\S+\.py:\d+:\d+: [CRWEF]\d{4}: .*$/m],
    ['failed', 'has been rated at', () => /^Your code has been rated at -?\d\.\d\d\/10.*$/m],
    ['passed', 'rated at 10', () => /^Your code has been rated at 10\.00\/10.*$/m],
  ),
  row(
    'doc checks',
    LINT,
    ['failed', ': missing ', () => /^\s+D\d{3}: .*$/m],
    ['failed', 'result: failed', () => /^RESULT: FAILED \(minimum: .*$/m],
    ['passed', 'result: passed', () => /^RESULT: PASSED \(minimum: .*$/m],
  ),
  row('coverage', LINT, ['failed', 'coverage failure', () => /^Coverage failure: total of .*$/m]),
  row('vulture', LINT, [
    'failed',
    '% confidence',
    () => /^\S+\.py:\d+: un\w+ .*\(\d+% confidence\)$/m,
  ]),
  row(
    'spelling',
    LINT,
    ['failed', ' ==> ', () => /^\S+:\d+: \S+ ==> .*$/m],
    ['failed', ' should be ', () => /^error: `.{1,80}` should be `.*$/m],
  ),
  row(
    'audit',
    LINT,
    [
      'failed',
      'vulnerabilit',
      () => /^\s*(?:Found )?[1-9]\d* (?:\w+ )?vulnerabilit(?:y|ies)\b(?! fixed).*$/m,
    ],
    ['failed', 'vulnerabilities found', () => /^Vulnerabilities found!$/m],
    ['failed', 'advisories affecting', () => /^Found [1-9]\d* security vulnerability advisor.*$/m],
    [
      'passed',
      'vulnerabilit',
      () =>
        /^\s*(?:found 0 vulnerabilities|No (?:known )?(?:security )?vulnerabilit(?:y|ies)\b.*)$/m,
    ],
    ['failed', 'vulnerable paths', () => /^Tested \d+ dependencies .* found [1-9].*$/m],
    [
      'passed',
      'no vulnerable paths',
      () => /^.{0,4}Tested \d+ dependencies .* no vulnerable paths found.*$/m,
    ],
    ['failed', 'total: ', () => /^Total: [1-9]\d* \((?:UNKNOWN|LOW|MEDIUM|HIGH|CRITICAL): .*$/m],
    ['passed', 'total: 0', () => /^Total: 0 \((?:UNKNOWN|LOW|MEDIUM|HIGH|CRITICAL): .*$/m],
    ['failed', 'leaks found', () => /^.*\bleaks found: [1-9]\d*.*$/m],
    ['passed', 'no leaks found', () => /^.*\bno leaks found.*$/m],
  ),
  row(
    'pip',
    LINT,
    [
      'failed',
      ' requirement',
      () => /^\S+ \S+ (?:has requirement|requires) .*(?:but you have|which is not installed).*$/m,
    ],
    ['passed', 'no broken requirements', () => /^No broken requirements found\.$/m],
  ),
  row(
    'poetry',
    LINT,
    ['failed', 'error: ', () => /^Error: .*$/m],
    ['passed', 'all set!', () => /^All set!$/m],
  ),
  row(
    'twine',
    LINT,
    ['failed', 'checking ', () => /^Checking \S+: FAILED\b.*$/m],
    ['passed', 'checking ', () => /^Checking \S+: PASSED\b.*$/m],
  ),
  row(
    'dependencies',
    LINT,
    ['failed', 'dependency violations', () => /^.{0,4}\d+ dependency violations \([1-9].*$/m],
    ['passed', 'no dependency violations', () => /^.{0,4}no dependency violations found.*$/m],
    ['failed', 'circular ', () => /^.{0,4}Found [1-9]\d* circular dependenc.*$/m],
    ['passed', 'no circular', () => /^.{0,4}No circular dependency found!$/m],
    [
      'failed',
      'unused dependencies',
      () => /^(?:unused dependencies:|cargo-machete found the following unused .*)$/m,
    ],
    ['passed', 'deps seem to have', () => /^All deps seem to have been used\.$/m],
    ['passed', 'any unused dependencies', () => /^cargo-machete didn't find any unused .*$/m],
    ['failed', 'package size limit', () => /^.*Package size limit has exceeded by .*$/m],
    ['failed', 'errors:', () => /^Errors:$/m],
    ['passed', 'all good!', () => /^All good!$/m],
  ),
  row(
    'commitlint',
    LINT,
    ['failed', 'found ', () => /^✖ +found [1-9]\d* problems?, .*$/m],
    ['passed', 'found 0 problems', () => /^.{1,3} +found 0 problems, .*$/m],
  ),
  row(
    'lefthook',
    LINT,
    ['failed', '🥊 ', () => /^🥊 +\S.*$/mu],
    ['passed', '✔️ ', () => /^✔️ +\S.*$/mu],
  ),
  row(
    'lint-staged',
    LINT,
    ['failed', '[failed]', () => /^.*(?:\[FAILED\]|✖) .*\[FAILED\]$/m],
    ['passed', 'running tasks', () => /^(?:\[COMPLETED\]|✔) Running tasks for staged files.*$/m],
  ),
  row(
    'bandit',
    LINT,
    ['failed', '>> issue', () => /^>> Issue: .*$/m],
    ['passed', 'no issues identified', () => /^\s*No issues identified\.$/m],
  ),
  row(
    'pre-commit',
    CHECK,
    ['failed', 'failed', () => /^.{2,70}\.{3,}(?:\([^)\n]{1,40}\))?Failed$/m],
    ['passed', 'passed', () => /^.{2,70}\.{3,}(?:\([^)\n]{1,40}\))?Passed$/m],
  ),
  row(
    'golangci-lint',
    LINT,
    ['failed', '.go:', () => /^\S+\.go:\d+(?::\d+)?: .* \([a-z]\w+\)$/m],
    ['failed', ' issues', () => /^[1-9]\d* issues:$/m],
    ['passed', '0 issues', () => /^0 issues\.?$/m],
  ),
  row(
    'gosec',
    LINT,
    ['failed', 'issues : ', () => /^\s*Issues : [1-9]\d*.*$/m],
    ['passed', 'issues : 0', () => /^\s*Issues : 0$/m],
  ),
  row(
    'go mod',
    LINT,
    ['failed', 'has been modified', () => /^\S+ v\S+: dir has been modified .*$/m],
    ['passed', 'all modules verified', () => /^all modules verified$/m],
  ),
  row('buf', LINT, ['failed', '.proto:', () => /^\S+\.proto:\d+:\d+:.*$/m]),
  row('staticcheck', LINT, [
    'failed',
    '.go:',
    () => /^\S+\.go:\d+:\d+: .* \((?:SA|S|ST|QF|U)\d{4}\)$/m,
  ]),
  row(
    'govulncheck',
    LINT,
    ['failed', 'affected by', () => /^Your code is affected by [1-9]\d* vulnerabilit.*$/m],
    ['passed', 'no vulnerabilities found', () => /^No vulnerabilities found\.$/m],
  ),
  row(
    'cargo audit',
    LINT,
    ['failed', 'vulnerabilit', () => /^error: [1-9]\d* vulnerabilit(?:y|ies) found!.*$/m],
    ['failed', ' failed', () => /^.*\b(?:advisories|bans|licenses|sources) FAILED.*$/m],
    ['passed', 'advisories ok', () => /^.*advisories ok.*$/m],
    ['passed', 'for vulnerabilities', () => /^\s+Scanning \S+ for vulnerabilities .*$/m],
  ),
  row(
    'rubocop',
    LINT,
    ['failed', ' offense', () => /^\d+ files? inspected, [1-9]\d* offenses? detected.*$/m],
    ['passed', 'no offenses', () => /^\d+ files? inspected, no offenses detected$/m],
  ),
  row('standardrb', LINT, ['failed', '.rb:', () => /^\s+\S+\.rb:\d+:\d+: \w+\/\w+: .*$/m]),
  row(
    'erb-lint',
    LINT,
    ['failed', 'error(s) were found', () => /^[1-9]\d* error\(s\) were found in ERB files$/m],
    ['passed', 'no errors were found', () => /^No errors were found in ERB files$/m],
  ),
  row(
    'zeitwerk',
    LINT,
    ['failed', 'to define constant', () => /^expected file .* to define constant .*$/m],
    ['passed', 'all is good!', () => /^All is good!$/m],
  ),
  row(
    'brakeman',
    LINT,
    ['failed', 'security warnings', () => /^Security Warnings: [1-9]\d*.*$/m],
    ['passed', 'security warnings', () => /^Security Warnings: 0\b.*$/m],
    ['passed', 'no warnings found', () => /^No warnings found$/m],
  ),
  row(
    'biome',
    FORMAT,
    ['failed', 'found ', () => /^Found [1-9]\d* errors?\.$/m],
    ['passed', 'checked ', () => /^Checked \d+ files? in .*$/m],
  ),
  row(
    'oxlint',
    LINT,
    ['failed', 'found ', () => /^Found \d+ warnings? and [1-9]\d* errors?\.$/m],
    ['passed', 'found ', () => /^Found \d+ warnings? and 0 errors\.$/m],
  ),
  row(
    'knip',
    LINT,
    [
      'failed',
      'unused ',
      () => /^Unused (?:files|dependencies|devDependencies|exports|exported types) \(\d+\)$/m,
    ],
    ['passed', 'knip found no issues', () => /^.*Knip found no issues\.?$/m],
  ),
  row(
    'markdownlint',
    LINT,
    ['failed', ' md0', () => /^\S+:\d+(?::\d+)? (?:error )?MD\d{3}\/.*$/m],
    ['failed', 'error(s)', () => /^Summary: [1-9]\d* error\(s\)$/m],
    ['passed', 'summary: 0 error', () => /^Summary: 0 error\(s\)$/m],
  ),
  row(
    'cspell',
    LINT,
    ['failed', 'issues found: ', () => /^CSpell: Files checked: \d+, Issues found: [1-9].*$/m],
    ['passed', 'issues found: 0', () => /^CSpell: Files checked: \d+, Issues found: 0 .*$/m],
  ),
  row(
    'phpcs',
    LINT,
    ['failed', '| error |', () => /^\s*\d+ \| ERROR \| .*$/m],
    ['failed', ' affecting ', () => /^FOUND [1-9]\d* ERRORS?.* AFFECTING .*$/m],
  ),
  row(
    'rector',
    LINT,
    ['failed', ' changed', () => /^ *\[OK\] \d+ files? (?:would have been|has been) changed .*$/m],
    ['passed', 'rector is done', () => /^ *\[OK\] Rector is done!$/m],
  ),
  row(
    'composer',
    LINT,
    ['failed', ' is invalid', () => /^\S*composer\.json is invalid.*$/m],
    ['passed', ' is valid', () => /^\S*composer\.json is valid.*$/m],
  ),
  row(
    'symfony',
    LINT,
    ['failed', 'contain errors', () => /^ *\[WARNING\] .* contain errors\.$/m],
    ['passed', 'valid syntax', () => /^ *\[OK\] All \d+ .* contain valid syntax\.$/m],
  ),
  row(
    'syntax',
    LINT,
    [
      'failed',
      'syntax error',
      () => /^\S+: (?:line )?\d*:? ?syntax error.*$|^\S+:\d+: syntax error.*$/m,
    ],
    ['passed', 'syntax ok', () => /^(?:\S+ )?[Ss]yntax OK$/m],
  ),
  row(
    'php -l',
    LINT,
    ['failed', 'errors parsing', () => /^Errors parsing .*$/m],
    ['passed', 'no syntax errors', () => /^No syntax errors detected in .*$/m],
  ),
  row('shellcheck', LINT, [
    'failed',
    'sc',
    () => /^\s*\^-+\^? ?(?:-- )?SC\d{4}.*$|^\S+:\d+:\d+: \w+: .* \[SC\d{4}\]$/m,
  ]),
  row('yamllint', LINT, ['failed', ' error ', () => /^\s+\d+:\d+\s+error\s.*$/m]),
  row('hadolint', LINT, [
    'failed',
    ' dl',
    () => /^\S+:\d+ (?:DL|SC)\d{4} (?:.\[\d+m)?(?:error|warning): .*$/m,
  ]),
  row('actionlint', LINT, ['failed', 'yml:', () => /^\S+\.ya?ml:\d+:\d+: .* \[[\w-]+\]$/m]),
  row(
    'ansible-lint',
    LINT,
    ['failed', 'failure(s)', () => /^Failed: [1-9]\d* failure\(s\).*$/m],
    ['passed', 'failure(s)', () => /^Passed: 0 failure\(s\).*$/m],
  ),
  row(
    'checkov',
    LINT,
    ['failed', 'failed checks', () => /^Passed checks: \d+, Failed checks: [1-9].*$/m],
    ['passed', 'failed checks', () => /^Passed checks: \d+, Failed checks: 0.*$/m],
  ),
  row(
    'tfsec',
    LINT,
    ['failed', 'potential problem', () => /^.*[1-9]\d* potential problem\(s\) detected\.?$/m],
    ['passed', 'no problems detected', () => /^\s*No problems detected!$/m],
  ),
  row(
    'semgrep',
    LINT,
    ['failed', ' findings', () => /^Ran \d+ rules? on \d+ files?: [1-9]\d* findings?\.$/m],
    ['passed', ': 0 findings', () => /^Ran \d+ rules? on \d+ files?: 0 findings\.$/m],
  ),
  row(
    'lychee',
    LINT,
    ['failed', ' error', () => /^.*\d+ Total .*🚫 [1-9]\d* Errors?.*$/mu],
    ['passed', '0 errors', () => /^.*\d+ Total .*🚫 0 Errors.*$/mu],
  ),
  row(
    'vale',
    LINT,
    ['failed', ' suggestions in', () => /^.{1,3}[1-9]\d* errors?, .* suggestions? in .*$/m],
    ['passed', ' suggestions in', () => /^.{1,3}0 errors, .* suggestions? in .*$/m],
  ),
  row(
    'scanned files',
    LINT,
    ['failed', ', found ', () => /^(?:Scanned|Linted) \d+ files?, found [1-9]\d* errors?.*$/m],
    [
      'passed',
      ' files, ',
      () => /^(?:Scanned|Linted) \d+ files?, (?:no errors found|found 0 errors).*$/m,
    ],
  ),
  row(
    'dotenv-linter',
    LINT,
    ['failed', 'found ', () => /^Found [1-9]\d* problems?$/m],
    ['passed', 'no problems found', () => /^No problems found$/m],
  ),
  row(
    'luacheck',
    LINT,
    [
      'failed',
      ' in ',
      () =>
        /^Total: (?:[1-9]\d* warnings? \/ \d+ errors?|\d+ warnings? \/ [1-9]\d* errors?) in .*$/m,
    ],
    ['passed', '0 warnings', () => /^Total: 0 warnings \/ 0 errors in .*$/m],
  ),
  row(
    'hlint',
    LINT,
    ['failed', ' hint', () => /^[1-9]\d* hints?$/m],
    ['passed', 'no hints', () => /^No hints$/m],
  ),
  row(
    'clj-kondo',
    LINT,
    ['failed', 'linting took', () => /^linting took \w+, errors: [1-9].*$/m],
    ['passed', 'linting took', () => /^linting took \w+, errors: 0,.*$/m],
  ),
  row('swift-format', FORMAT, [
    'failed',
    ': [',
    () => /^\S+\.swift:\d+:\d+: (?:warning|error): \[\w+\] .*$/m,
  ]),
  row('cppcheck', LINT, ['failed', ': error: ', () => /^\S+:\d+(?::\d+)?: error: .* \[\w+\]$/m]),
  row(
    'checkstyle',
    LINT,
    [
      'failed',
      '.java:',
      () => /^(?:\[ant:checkstyle\] )?\[(?:ERROR|WARN)\] \S+\.java:\d+.*\[\w+\]$/m,
    ],
    ['failed', 'checkstyle ends with', () => /^Checkstyle ends with [1-9]\d* errors\.$/m],
    ['passed', 'audit done.', () => /^Audit done\.$/m],
  ),
  row('tflint', LINT, ['failed', 'issue(s) found', () => /^[1-9]\d* issue\(s\) found:$/m]),
  row(
    'swiftlint',
    LINT,
    [
      'failed',
      'serious in',
      () => /^Done linting! Found [1-9]\d* violations?, [1-9]\d* serious in .*$/m,
    ],
    ['passed', '0 serious in', () => /^Done linting! Found \d+ violations?, 0 serious in .*$/m],
  ),
  row('ktlint', LINT, ['failed', '.kt', () => /^\S+\.kts?:\d+:\d+: .*\(.*:[\w-]+\)$/m]),
  row('detekt', LINT, [
    'failed',
    'weighted issues',
    () => /^Analysis failed with [1-9]\d* weighted issues\..*$/m,
  ]),
  row(
    'credo',
    LINT,
    ['failed', ' found ', () => /^\d+ mods\/funs, found [1-9].*$/m],
    ['passed', 'found no issues', () => /^\d+ mods\/funs, found no issues\.$/m],
  ),
  row(
    'dialyzer',
    TYPES,
    ['failed', 'warnings were emitted', () => /^done \(warnings were emitted\)$/m],
    ['passed', 'passed successfully', () => /^done \(passed successfully\)$/m],
  ),
  row(
    'clang-tidy',
    LINT,
    ['failed', 'error: ', () => /^\S+:\d+:\d+: error: .* \[[\w.,-]+\]$/m],
    ['failed', 'warnings treated as', () => /^[1-9]\d* warnings? treated as errors?$/m],
  ),
  row(
    'sqlfluff',
    LINT,
    ['failed', 'fail', () => /^== \[\S+\] FAIL$/m],
    ['passed', 'all finished', () => /^All Finished.*$/m],
  ),
  // Validators
  row(
    'terraform',
    ['lint', 'deploy'],
    ['failed', 'error: ', () => /^[│|╷\s]*Error: .*$/m],
    ['passed', 'the configuration is valid', () => /^(?:Success! )?The configuration is valid.*$/m],
    ['passed', ' complete!', () => /^(?:Apply|Destroy) complete! .*$/m],
  ),
  row(
    'kube checks',
    LINT,
    ['failed', 'contains an invalid', () => /^\w+ +- \S+ contains an invalid .*$/m],
    ['passed', 'contains a valid', () => /^PASS - \S+ contains a valid .*$/m],
    ['failed', 'lint errors', () => /^Error: found [1-9]\d* lint errors$/m],
    ['passed', 'no lint errors', () => /^No lint errors found!$/m],
    ['failed', 'error', () => /^(?:error: error |error: unable |Error from server).*$/m],
    [
      'passed',
      'dry run)',
      () => /^\S+\/\S+ (?:created|configured|unchanged) \((?:server )?dry run\)$/m,
    ],
  ),
  row(
    'sam',
    LINT,
    ['failed', 'error: ', () => /^Error: .*$/m],
    ['passed', 'valid sam template', () => /^.* is a valid SAM Template.*$/m],
  ),
  row(
    'swagger',
    LINT,
    ['failed', 'validation failed', () => /^.*schema validation failed.*$/m],
    ['passed', ' is valid', () => /^\S+\.(?:ya?ml|json) is valid$/m],
  ),
  row(
    'promtool',
    LINT,
    ['failed', 'failed:', () => /^\s*FAILED:.*$/m],
    ['passed', 'success: ', () => /^\s*SUCCESS: .*$/m],
  ),
  row(
    'caddy',
    LINT,
    ['failed', 'error: ', () => /^Error: .*$/m],
    ['passed', 'valid configuration', () => /^.*\bValid configuration$/m],
  ),
  row(
    'helm',
    LINT,
    [
      'failed',
      'chart(s) failed',
      () => /^Error: \d+ chart\(s\) linted, [1-9]\d* chart\(s\) failed$/m,
    ],
    ['passed', 'chart(s) failed', () => /^\d+ chart\(s\) linted, 0 chart\(s\) failed$/m],
  ),
  row(
    'kubeconform',
    LINT,
    ['failed', 'summary: ', () => /^Summary: .*(?:Invalid|Errors): [1-9].*$/m],
    ['passed', 'summary: ', () => /^Summary: .*Invalid: 0, Errors: 0.*$/m],
  ),
  row(
    'prisma',
    LINT,
    ['failed', 'error: ', () => /^Error: (?:Prisma schema validation|.*P\d{4}).*$/m],
    ['passed', ' is valid', () => /^The schema at .* is valid.*$/m],
  ),
  row(
    'redocly',
    LINT,
    ['failed', 'validation failed', () => /^.*Validation failed with [1-9]\d* errors?.*$/m],
    ['passed', 'is valid', () => /^.*Your API description is valid.*$/m],
  ),
  row('spectral', LINT, [
    'passed',
    'no results with',
    () => /^No results with a severity of .* found!$/m,
  ]),
  row(
    'xmllint',
    LINT,
    ['failed', 'fails to validate', () => /^\S+ fails to validate$/m],
    ['failed', 'parser error', () => /^\S+:\d+: parser error : .*$/m],
    ['passed', ' validates', () => /^\S+ validates$/m],
  ),
  row(
    'ajv',
    LINT,
    ['failed', ' invalid', () => /^\S+\.json invalid$/m],
    ['passed', ' valid', () => /^\S+\.json valid$/m],
  ),
  row('jq', LINT, [
    'failed',
    'parse error',
    () => /^(?:jq: |\S+: )?(?:parse error|Parse error).*$/m,
  ]),
  row(
    'nginx',
    LINT,
    ['failed', '[emerg]', () => /^nginx: \[emerg\] .*$/m],
    ['passed', 'test is successful', () => /^nginx: .*test is successful$/m],
  ),
  row(
    'django',
    LINT,
    ['failed', 'systemcheckerror', () => /^SystemCheckError: .*$/m],
    ['failed', 'migrations for ', () => /^Migrations for '.*$/m],
    ['passed', 'identified no issues', () => /^System check identified no issues.*$/m],
    ['passed', 'no changes detected', () => /^No changes detected\b.*$/m],
  ),
  row(
    'schema checks',
    LINT,
    ['failed', 'new upgrade operations', () => /^FAILED: New upgrade operations detected.*$/m],
    ['passed', 'no new upgrade', () => /^No new upgrade operations detected\.$/m],
    ['failed', 'validate failed', () => /^ERROR: Validate failed: .*$/m],
    ['passed', 'successfully validated', () => /^Successfully validated \d+ migrations.*$/m],
  ),
  // Formatters that check
  row(
    'prettier',
    FORMAT,
    [
      'failed',
      'code style issues',
      () => /^\[?(?:warn|error)?\]? ?Code style issues found in .*$/m,
    ],
    ['passed', 'prettier code style', () => /^All matched files use Prettier code style!$/m],
  ),
  row(
    'black',
    FORMAT,
    [
      'failed',
      'would ',
      () => /^(?:\d+ files? would be reformatted|would reformat \S+).*$|^Would reformat: .*$/m,
    ],
    ['passed', 'left unchanged', () => /^\d+ files? (?:would be )?left unchanged\.?$/m],
    ['wrote', ' reformatted', () => /^\d+ files? reformatted\b.*$/m],
    ['passed', 'already formatted', () => /^\d+ files? already formatted$/m],
  ),
  row('isort', FORMAT, [
    'failed',
    'incorrectly sorted',
    () => /^ERROR: .* Imports are incorrectly sorted.*$/m,
  ]),
  // A check that lists the files it would change, and nothing else.
  row(
    'list',
    ['format'],
    [
      'failed',
      '.',
      () => /^(?:[\w@.-]+\/)*[\w@.-]+\.(?:tf|tfvars|go|[jt]sx?|py|rs|css|json|ya?ml|sh|zig|nix)$/m,
    ],
  ),
  row('cargo fmt', ['format'], ['failed', 'diff in ', () => /^Diff in .*$/m]),
  row('diff', ['format'], ['failed', '+++ ', () => /^(?:diff .*|\+\+\+ \S+.*)$/m]),
  row('deno', ['format'], ['passed', 'checked ', () => /^Checked \d+ files?$/m]),
  row('rustfmt', LINT, ['failed', 'diff in ', () => /^Diff in .*$/m]),
  row('not formatted', FORMAT, [
    'failed',
    'not formatted',
    () => /^(?:error: )?Found \d+ not formatted files?.*$|^Error \S+ - Was not formatted\.$/m,
  ]),
  row('clang-format', FORMAT, [
    'failed',
    'clang-format',
    () => /^.*code should be clang-formatted.*$/m,
  ]),
  row('dotnet format', FORMAT, ['failed', 'error whitespace', () => /^.*: error WHITESPACE: .*$/m]),
  row('mix format', FORMAT, [
    'failed',
    'mix format failed',
    () => /^\*\* \(Mix\) mix format failed .*$/m,
  ]),
  row('spotless', FORMAT, [
    'failed',
    'format violations',
    () => /^.*The following files had format violations.*$/m,
  ]),
  row(
    'php-cs-fixer',
    FORMAT,
    ['failed', ' can be fixed', () => /^Found [1-9]\d* of \d+ files that can be fixed.*$/m],
    ['passed', ' can be fixed', () => /^Found 0 of \d+ files that can be fixed.*$/m],
  ),
  row(
    'pint',
    FORMAT,
    ['failed', 'style issue', () => /^\s*FAIL .*style issues?.*$/m],
    ['passed', 'pass', () => /^\s*PASS +\.+.*\d+ files?$/m],
  ),
  row(
    'swiftformat',
    FORMAT,
    ['failed', 'require formatting', () => /^[1-9]\d*\/\d+ files require formatting.*$/m],
    ['passed', 'require formatting', () => /^0\/\d+ files require formatting.*$/m],
  ),
  row(
    'dart format',
    FORMAT,
    ['failed', ' changed)', () => /^Formatted \d+ files? \([1-9]\d* changed\).*$/m],
    ['wrote', ' changed)', () => /^Formatted \d+ files? \([1-9]\d* changed\).*$/m],
    ['passed', '(0 changed)', () => /^Formatted \d+ files? \(0 changed\).*$/m],
  ),
  // Migrations and databases
  row('psql', ACTS, [
    'failed',
    'error',
    () => /^(?:psql:[^\n]{1,200}:\d+: )?(?:ERROR|FATAL): .*$/m,
  ]),
  row('mysql', ACTS, ['failed', 'error ', () => /^ERROR \d{4} \(.*$/m]),
  row('sqlite3', ACTS, [
    'failed',
    ' error near line',
    () => /^(?:Parse|Runtime) error near line \d.*$/m,
  ]),
  row('sqlcmd', ACTS, ['failed', 'msg ', () => /^Msg \d+, Level 1[1-9].*$/m]),
  row('pdo', ACTS, ['failed', 'sqlstate[', () => /^.*SQLSTATE\[.*$/m]),
  row(
    'python',
    ACTS,
    ['failed', 'traceback (most', () => /^Traceback \(most recent call last\):$/m],
    ['failed', '.', () => /^(?:sqlalchemy\.exc|django\.db\.utils|psycopg2?\.errors)\.\w+.*$/m],
    ['passed', '... ok', () => /^\s+Applying \S+\.\.\. OK$/m],
    ['passed', 'no migrations to apply', () => /^\s*No migrations to apply\.$/m],
  ),
  row(
    'artisan',
    MIGRATE,
    ['failed', 'fail', () => /^\s+\d{4}_\d\d_\d\d_\S+ \.+ .*FAIL$/m],
    ['passed', 'done', () => /^\s+\d{4}_\d\d_\d\d_\S+ \.+ .*DONE$/m],
    ['passed', 'successfully migrated', () => /^ *\[OK\] Successfully migrated to version: .*$/m],
    ['passed', 'already at the latest', () => /^.*Already at the latest version.*$/m],
  ),
  row(
    'sql migrations',
    MIGRATE,
    ['failed', 'failed', () => /^(?:\[ERROR\] |ERROR: )?Migration \S+ failed\b.*$/m],
    ['failed', 'running liquibase', () => /^Unexpected error running Liquibase: .*$/m],
    ['passed', 'successfully applied', () => /^.*Successfully applied \d+ migrations? to .*$/m],
    ['passed', ' is up to date', () => /^.*\bSchema \S+ is up to date\..*$/m],
    ['failed', 'failed to run', () => /^Failed to run \S+ with: .*$/m],
    ['passed', 'running migration', () => /^Running migration \S+$/m],
    ['passed', 'applied ', () => /^Applied \d+\/migrate .*$/m],
    ['passed', '/u ', () => /^\d+\/[ud] \S+ \([\d.]+m?s\)$/m],
    ['passed', ': migrated', () => /^== \S+: migrated \([\d.]+s\)$/m],
  ),
  row(
    'ef',
    MIGRATE,
    ['failed', 'build failed', () => /^Build failed\. Use dotnet build .*$/m],
    ['passed', 'done.', () => /^Done\.$/m],
  ),
  row(
    'rails',
    ACTS,
    ['failed', ' aborted!', () => /^.*\b(?:rails|rake) aborted!$/m],
    ['passed', ': migrated', () => /^== .*: migrated \([\d.]+s\) =*$/m],
  ),
  row(
    'elixir',
    ACTS,
    ['failed', '** (', () => /^\*\* \((?:Postgrex|Ecto|Mix)\S*\).*$/m],
    ['passed', '== migrated', () => /^.*== Migrated \d+ in .*$/m],
    ['passed', 'migrations already up', () => /^.*Migrations already up$/m],
  ),
  row(
    'orm',
    MIGRATE,
    ['failed', 'error during migration', () => /^Error during migration run:?.*$/m],
    ['failed', '" failed', () => /^migration (?:file )?"[^"\n]{1,200}" failed.*$/m],
    [
      'passed',
      'in sync',
      () => /^.*(?:now in sync with your schema|already in sync with the Prisma schema).*$/m,
    ],
    [
      'passed',
      'successfully applied',
      () => /^.*(?:migrations? (?:have been )?|S)successfully applied\b.*$/im,
    ],
    ['passed', 'applied successfully', () => /^.*migrations? applied successfully.*$/m],
    [
      'passed',
      'executed successfully',
      () => /^(?:Migration \S+ has been|Liquibase command .* was) +executed successfully.*$/m,
    ],
    ['passed', 'batch ', () => /^Batch \d+ run: \d+ migrations.*$/m],
    ['passed', 'no pending migrations', () => /^.*[Nn]o pending migrations.*$/m],
    ['passed', 'already up to date', () => /^.*[Aa]lready up to date\b.*$/m],
    ['passed', 'nothing to migrate', () => /^.*Nothing to migrate\.?$/m],
    ['failed', 'goose run', () => /^.*goose run: .*$/m],
    ['passed', 'goose: ', () => /^.*goose: (?:successfully migrated|no migrations to run).*$/m],
    ['failed', 'dirty database', () => /^error: Dirty database.*$/m],
  ),
  row(
    'dbt',
    CHECK.concat(MIGRATE),
    ['failed', 'done. pass=', () => /^.*Done\. PASS=\d+ .*ERROR=[1-9].*$/m],
    ['passed', 'completed successfully', () => /^.*Completed successfully$/m],
  ),
  // Deployments
  row(
    'ansible',
    ACTS,
    ['failed', 'unreachable=', () => /^\S+\s+: ok=\d+ .*(?:failed|unreachable)=[1-9].*$/m],
    ['passed', 'unreachable=0', () => /^\S+\s+: ok=\d+ .*unreachable=0 +failed=0.*$/m],
  ),
  row(
    'client',
    ACTS,
    [
      'failed',
      'error',
      () => /^[\s│|×✗✖✘❌>[\]*!-]{0,20}(?:[Ee]rror|ERROR|[Ff]atal(?: error)?|FATAL)(?:\]|:) .*$/m,
    ],
    ['failed', 'error from server', () => /^Error from server \(.*$/m],
    [
      'failed',
      'error',
      () =>
        /^\s*(?:ERROR|Error):? +(?:\(\S+\):?|HTTPError:|Failed to) .*$|^.*\bERROR +Failed to .*$/m,
    ],
    ['failed', 'an error occurred', () => /^.*\bAn error occurred \(\w+\) when calling .*$/m],
    [
      'failed',
      'failed',
      () =>
        /^[\s│|×✗✖✘❌⨯▸>[\]*!-]{0,20}(?:FAILED: .*|Failed to .*|(?:Deployment|[Mm]igration|release) failed.*|Stack \S+ failed .*|\S+ failed: .*)$/m,
    ],
  ),
  row(
    'client',
    DEPLOY,
    [
      'passed',
      'deploy',
      () =>
        /^.*(?:Deploy(?:ment)? complete!?|Deploy is live!|Service deployed|Successfully (?:deployed|created\/updated stack)|newly deployed app at|STATUS: deployed|has been deployed|Deployed \S+).*$/m,
    ],
    [
      'passed',
      'successfully',
      () =>
        /^.*(?:Successfully (?:created\/updated stack|registered gem)|completed successfully\.).*$/m,
    ],
    [
      'passed',
      ' ',
      () =>
        /^\S+\/\S+ (?:created|configured|unchanged|deleted|image updated|env updated|scaled|patched|restarted|rolled back|condition met|replaced)$/m,
    ],
    ['passed', 'happy helming', () => /^.*Happy Helming!.*$/m],
    ['passed', ' created', () => /^\s+[+~-] \d+ (?:created|updated|deleted|unchanged)$/m],
    ['passed', '✅', () => /^\s*✅ +\S+.*$/mu],
    ['passed', 'upload: ', () => /^upload: \S+ to s3:\S+$/m],
    ['passed', 'view at:', () => /^View at:.*$/m],
    ['passed', '... done', () => /^(?:Releasing|Verifying) .*\.\.\. done\.?$/m],
    ['passed', 'finished all in', () => /^\s*Finished all in .*$/m],
    ['passed', 'release succeeded', () => /^.*\brelease succeeded after .*$/m],
    ['passed', 'was pushed', () => /^Your package was pushed\.$/m],
    ['failed', "couldn't find", () => /^.{0,8}Couldn't find that app\..*$/m],
    ['failed', 'there was a problem', () => /^There was a problem saving your gem.*$/m],
    ['passed', 'rolled out', () => /^deployment "[^"\n]{1,100}" successfully rolled out$/m],
    ['passed', 'published ', () => /^\s*(?:Published|Uploaded) \S+.*$/m],
  ),
  // Package managers
  row(
    'npm',
    ['deploy', 'install'],
    ['failed', 'npm err', () => /^npm (?:ERR!|error) (?:code E(?!LIFECYCLE)\w+|4\d\d\b).*$/m],
    ['passed', 'npm notice', () => /^\+ \S+@\d+\.\S+$/m],
  ),
  row('npm', INSTALL, [
    'passed',
    'package',
    () => /^(?:added|changed|removed) \d+ packages?\b.*$|^up to date(?:,| in).*$/m,
  ]),
  row(
    'pnpm',
    INSTALL,
    ['failed', 'err_pnpm', () => /^\s*ERR_PNPM_\w+.*$/m],
    ['passed', 'done in ', () => /^Done in [\d.]+m?s.*$/m],
  ),
  row(
    'bun',
    INSTALL,
    ['failed', 'error: ', () => /^error: .*$/m],
    ['passed', 'installed', () => /^\d+ packages? installed .*$/m],
    ['passed', 'installs across', () => /^Checked \d+ installs? across .*$/m],
  ),
  row(
    'poetry',
    INSTALL,
    ['failed', 'version solving failed', () => /^.*\bversion solving failed\.?$/m],
    ['passed', 'installing the current', () => /^Installing the current project: .*$/m],
    ['passed', 'no dependencies to', () => /^No dependencies to install or update$/m],
  ),
  row('go', INSTALL, [
    'failed',
    'go: ',
    () =>
      /^go: .*(?:unknown revision|not found|no matching versions|errors parsing|cannot find module|malformed).*$/m,
  ]),
  row(
    'nuget',
    INSTALL,
    ['failed', 'error nu', () => /^.*: error NU\d+: .*$/m],
    ['passed', 'restored ', () => /^\s*Restored \S+ \(in .*\)\.$/m],
    ['passed', 'up-to-date for restore', () => /^\s*All projects are up-to-date for restore\.$/m],
    [
      'passed',
      'packagereference',
      () => /^info : PackageReference for package .* (?:added|updated) .*$/m,
    ],
  ),
  row(
    'mix',
    INSTALL,
    ['failed', '** (mix)', () => /^\*\* \(Mix\) .*$/m],
    [
      'passed',
      'all dependencies ',
      () => /^All dependencies (?:have been fetched|are up to date)$/m,
    ],
  ),
  row('pub', INSTALL, ['passed', 'dependencies!', () => /^(?:Got|Changed \d+) dependencies!.*$/m]),
  row(
    'pod',
    INSTALL,
    ['failed', '[!] ', () => /^\[!\] .*$/m],
    ['passed', 'pod installation complete', () => /^Pod installation complete!.*$/m],
  ),
  row(
    'terraform',
    INSTALL,
    ['failed', 'error: ', () => /^[│|╷\s]*Error: .*$/m],
    ['passed', 'successfully initialized', () => /^\S+ has been successfully initialized!$/m],
  ),
  row(
    'system packages',
    INSTALL,
    ['failed', 'e: ', () => /^E: .*$/m],
    ['passed', 'setting up ', () => /^Setting up \S+ \(.*$/m],
    ['passed', 'already the newest', () => /^.* is already the newest version.*$/m],
    ['failed', 'error: ', () => /^(?:Error|ERROR): .*$/m],
    ['passed', '🍺', () => /^🍺 .*$/mu],
    ['passed', 'ok: ', () => /^OK: .* in \d+ packages$/m],
    ['passed', 'gem', () => /^\d+ gems? installed$/m],
    ['failed', 'packagesnotfound', () => /^PackagesNotFoundError: .*$/m],
    ['passed', 'transaction', () => /^(?:Executing transaction: .*done|Complete!)$/m],
  ),
  row(
    'cargo',
    INSTALL,
    ['failed', 'error: ', () => /^error: .*$/m],
    ['passed', 'adding ', () => /^\s+Adding \S+ v\S+ to .*$/m],
    ['passed', 'installed package', () => /^\s+Installed package .*$/m],
  ),
  row(
    'yarn',
    INSTALL,
    ['failed', 'yn0', () => /^➤ YN0000: · Failed with errors.*$/m],
    ['failed', 'error ', () => /^error (?!Command failed).+$/m],
    ['passed', 'done', () => /^(?:➤ YN0000: · Done|✨ {2}Done in|success ).*$/m],
  ),
  row(
    'pip',
    INSTALL,
    ['failed', 'error: ', () => /^ERROR: .*$/m],
    ['passed', 'successfully installed', () => /^Successfully installed .*$/m],
  ),
  row(
    'uv',
    INSTALL,
    ['failed', 'no solution', () => /^\s*× No solution found .*$/m],
    [
      'passed',
      ' packages in ',
      () => /^(?:Resolved|Installed|Audited|Checked) \d+ packages? in .*$/m,
    ],
  ),
  row(
    'bundle',
    INSTALL,
    ['failed', 'could not find', () => /^Could not find (?:gem|compatible versions).*$/m],
    ['passed', 'bundle complete!', () => /^Bundle complete! .*$/m],
  ),
  row(
    'composer',
    INSTALL,
    ['failed', 'could not be resolved', () => /^\s*Your requirements could not be resolved .*$/m],
    ['passed', 'generating ', () => /^Generating (?:optimized )?autoload files$/m],
  ),
  // Runners of sessions of tests, which say no number
  row(
    'sessions',
    TEST,
    ['failed', ': fail code', () => /^\s+\S+: FAIL code \d+.*$/m],
    ['failed', 'session ', () => /^nox > Session \S+ failed\.$/m],
    ['passed', 'congratulations', () => /^\s+congratulations :\) .*$/m],
    ['passed', 'session ', () => /^nox > Session \S+ was successful\.$/m],
  ),
  // They say no more than that something below them failed
  row(
    'maven',
    ALL,
    [
      'failed',
      'failed to execute goal',
      () => /^\[ERROR\] Failed to execute goal .*(?:violations|Unauthorized|Forbidden).*$/m,
    ],
    ['failed', 'build failure', () => /^\s*(?:\[ERROR\]|\[INFO\]) BUILD FAILURE.*$/m],
    ['passed', 'build success', () => /^(?:\[INFO\] )?BUILD SUCCESS(?:FUL)?\b.*$/m],
  ),
  row('gradle', ALL, [
    'failed',
    'build failed',
    () => /^(?:FAILURE: )?(?:BUILD FAILED|Build failed)\b.*$/m,
  ]),
  row(
    'task',
    ANY,
    [
      'failed',
      'npm err',
      () => /^npm (?:ERR!|error) code (?:\d+|ELIFECYCLE|ENOENT|EJSONPARSE)\b.*$/m,
    ],
    ['failed', 'elifecycle', () => /^\s*ELIFECYCLE\b.*$/m],
    ['failed', 'err_pnpm_', () => /^\s*ERR_PNPM_RECURSIVE_\w+.*$/m],
    ['failed', 'returned with error code', () => /^Script .* returned with error code \d+$/m],
    ['failed', 'error task failed', () => /^(?:\[[\w:-]{1,40}\]|mise) ERROR task failed.*$/m],
    ['failed', 'error command failed', () => /^error Command failed with exit code \d+\.$/m],
    ['passed', 'done in ', () => /^(?:✨ +)?Done in [\d.]+s\.$/m],
    ['failed', 'make: ***', () => /^\w*make: \*\*\* .*$/m],
    ['failed', 'error: recipe', () => /^error: [Rr]ecipe `.*` failed .*$/m],
    ['failed', 'task: failed', () => /^task: Failed to run task .*$/m],
  ),
  row(
    'task',
    [...ANY, 'run'],
    [
      'failed',
      ' exited with',
      () => /^(?:ERROR: "[^"]{1,80}"|.{1,120}) exited with (?:code )?[1-9]\d*\.?$/m,
    ],
    ['failed', 'missing script', () => /^npm (?:ERR!|error) Missing script: .*$/m],
  ),
  row('assert', TEST, [
    'failed',
    'assertionerror',
    () => /^.{0,200}\bAssertionError(?: \[\w+\])?: .*$/m,
  ]),
  // Any process
  row(
    'python',
    ['test', 'build', 'lint'],
    ['failed', 'syntaxerror: ', () => /^(?:E\s+)?SyntaxError: .*$/m],
  ),
  row(
    'process',
    ANY,
    ['failed', 'core dumped', () => /^.{0,200}\(core dumped\).*$/m],
    ['failed', 'heap out of memory', () => /^FATAL ERROR: .*$/m],
    ['failed', 'segmentation fault', () => /^.{0,80}\bSegmentation fault\b.*$/m],
  ),
]

const families = (programs: string, tools: readonly string[]): [string, readonly string[]][] =>
  programs.split(' ').map((program) => [program, tools])

/** A program whose rows go by its own name. */
const own = (programs: string): [string, readonly string[]][] =>
  programs.split(' ').map((program) => [program, [program]])

/** Programs, or their commands of a kind, that print what these tools print and nothing else. What is not here may run any. */
export const FAMILIES: ReadonlyMap<string, readonly string[]> = new Map([
  ...families('pytest unittest nosetests', ['python', 'assert']),
  ...families('jest vitest mocha ava jasmine karma cypress playwright', ['assert']),
  ...families('rspec minitest phpunit pest bats busted ctest', []),
  ...families('gofmt goimports gofumpt shfmt', ['list', 'diff']),
  ...families('cargo cross rustc', [
    'rustc',
    'cargo',
    'cargo fmt',
    'cargo audit',
    'dependencies',
    'client',
  ]),
  ...families('tsc vue-tsc tsgo', ['tsc']),
  ...families('go', ['go', 'vet', 'go mod', 'go generate']),
  ...families('deno', ['deno', 'not formatted']),
  ...families('golangci-lint', ['golangci-lint', 'go', 'staticcheck']),
  ...families('ruff', ['ruff', 'black']),
  ['ruff lint', ['ruff']],
  ['ruff format', ['black']],
  ['helm lint', ['helm']],
  ['helm deploy', ['client']],
  ['kubectl lint', ['kube checks']],
  ['kubectl deploy', ['client']],
  ['terraform lint', ['terraform']],
  ['terraform format', ['list', 'diff']],
  ['tofu lint', ['terraform']],
  ['tofu format', ['list', 'diff']],
  ['docker lint', ['docker']],
  ['mix lint', ['credo']],
  ['mix format', ['mix format']],
  ['mix typecheck', ['dialyzer']],
  ['dart format', ['dart format']],
  ...families('pip pip3', ['pip']),
  ...families('pip-audit safety', ['audit']),
  ...families('basedpyright', ['pyright']),
  ...own(
    'mypy pyright ty black isort flake8 pylint bandit eslint stylelint standard prettier biome oxlint',
  ),
  ...own(
    'flow xo commitlint gosec vulture hlint clj-kondo luacheck tfsec vale checkstyle cppcheck',
  ),
  ...own(
    'rubocop brakeman shellcheck yamllint hadolint actionlint staticcheck govulncheck knip svelte-check',
  ),
  ...own(
    'phpstan psalm phpcs php-cs-fixer pint swiftlint ktlint markdownlint cspell pre-commit kubeconform',
  ),
])

/** Formatters that change files unless they are told to look; others look unless they are told to write. */
export const WRITERS: ReadonlySet<string> = new Set(
  'black isort ruff cargo rustfmt dart mix deno terraform tofu php-cs-fixer pint swiftformat dotnet go zig'.split(
    ' ',
  ),
)

/** Rows that say no more than that something failed: which part it was, others tell. */
export const GENERIC: ReadonlySet<string> = new Set(['task', 'process', 'gradle'])

/** Rows of a tool that prints what another one of its program does too, and more. */
export const OWN: ReadonlySet<string> = new Set(['vet', 'staticcheck', 'golangci-lint'])

/** The task, script or target that a runner's last words name. */
export const TASK_NAMES: readonly { sign: string; form: RegExp }[] = [
  {
    sign: 'Execution failed for task',
    form: /^\W*Execution failed for task '(?::[\w-]+)*:([\w-]+)'/,
  },
  { sign: '> Task ', form: /^> Task (?::[\w-]+)*:([\w-]+) FAILED$/ },
  { sign: '*** [', form: /^\w*make(?:\[\d+\])?: \*\*\* \[(?:\S+:\d+: )?([\w.-]+)\] Error/ },
  { sign: 'ecipe `', form: /^error: [Rr]ecipe `([\w-]+)` failed/ },
  { sign: 'error: script "', form: /^error: script "([\w:-]+)" exited/ },
  { sign: 'ifecycle script `', form: /ifecycle script `([\w:-]+)` failed/ },
  { sign: 'issing script: "', form: /issing script: "([\w:-]+)"/ },
  { sign: 'ERR_PNPM_RECURSIVE_RUN', form: /^\s*ERR_PNPM_RECURSIVE_\w+\s+\S+ ([\w:-]+): `/ },
  { sign: 'returned with error code', form: /^Script .* handling the ([\w:-]+) event returned/ },
  { sign: 'Failed to run task "', form: /Failed to run task "([\w:-]+)"/ },
]

/** Lines that end every red script, and say no more than that it was red. */
export const TASK_NOISE =
  /^(?:npm (?:ERR!|error|notice)|\s*ELIFECYCLE\b|make(?:\[\d+\])?: \*\*\*|error: Recipe |error Command failed|Error: Process completed)/

/** A compiler gave up, and does not say why in this line. */
export const GAVE_UP = /^(?:error: could not compile |BUILD FAILED)|\[build failed\]$/

/** A run of no tests, in a runner's own words. */
export const RAN_NONE = new RegExp(
  [
    String.raw`^\?[ \t]+\S+[ \t]+\[no test files\]$|\bno tests? (?:found|ran|files? found|to run|(?:were )?executed)\b`,
    String.raw`|\bcollected 0 items\b|^running 0 tests$|^Ran 0 tests\b|^0 examples, 0 failures|^# tests 0$`,
    String.raw`|^No test is available in\b|^No test matches the given\b`,
  ].join(''),
  'im',
)

/** The output says that the command itself was not there. */
export const NOT_STARTED = new RegExp(
  [
    String.raw`\bcommand not found\b|\bmissing script:|: not found$|`,
    String.raw`\bis not recognized as an internal or external command\b|`,
    String.raw`\bcd:.{0,1000}No such file|`,
    String.raw`ERR_PNPM_NO_SCRIPT`,
  ].join(''),
  'im',
)

/** What clients print for a command that goes on while the agent is free. */
export const IN_BACKGROUND =
  /\b(?:running in (?:the )?background|moved to (?:the )?background|started background)\b/i

/** Git's own words that a commit was made, that a push arrived or was refused, that nothing was left to do. */
export const COMMITTED = /^\[.+ [0-9a-f]{7,}\] /m
export const PUSHED =
  /^[ \t]+(?:[0-9a-f]+\.\.[0-9a-f]+|\* \[new (?:branch|tag)\]|\+ [0-9a-f]+\.\.\.[0-9a-f]+)\s.*->/m
const PUSH_REFUSED =
  /^.*(?:! \[(?:remote )?rejected\]|failed to push some refs|src refspec \S+ does not match).*$/m
export const ACT_REFUSED = longPattern('m')`
    ^(?:[\w./-]{1,40}: )?(?:fatal|error|FATAL|ERROR|Error|denied|unauthorized)\b.*$
    |^.{0,200}\b(?:[Cc]onnection (?:refused|timed out)|[Cc]annot connect|could not connect|[Pp]ermission denied)\b.*$`
export const NOTHING_LEFT =
  /nothing (?:added )?to commit|working tree clean|up[- ]to[- ]date|already (?:exists|applied|published)|no changes/i

const CONFLICT =
  /^(?:CONFLICT \(|error: could not (?:apply|revert)|Patch failed at|Automatic merge failed).*$/m

const REMOTE =
  /^(?:fatal|ERROR|error): (?:unable to access|[Cc]ould not read|[Rr]epository|[Aa]uthentication failed|'\S+' does not appear|the remote end|failed to push|src refspec|couldn't find remote|invalid refspec|Remote branch|unable to connect|bad (?:object|boundary)|early EOF|protocol|clone of|destination path).*$/m

/** Only what makes a commit or a tag says so. */
const NOT_COMMITTED = /^(?:fatal|error): (?:gpg |.*\b(?:commit object|commit message|ident)\b)/

const gitError = (...others: readonly RegExp[]): RegExp =>
  new RegExp(
    `^${others.map(({ source }) => `(?!${source.slice(1)})`).join('')}(?:fatal|error): .*$`,
    'm',
  )

/** How acts say that they ended: the program and its verbs, and the first form that fits. */
export const ACT_WORDS: readonly (readonly [acts: string, 'failed' | 'passed', RegExp])[] = [
  ['git commit', 'passed', COMMITTED],
  ['git push', 'failed', PUSH_REFUSED],
  ['git push', 'passed', PUSHED],
  ['git push', 'passed', /^Everything up-to-date$/m],
  ['git merge pull rebase cherry-pick revert am stash', 'failed', CONFLICT],
  ['git cherry-pick revert', 'passed', COMMITTED],
  [
    'git merge pull rebase',
    'passed',
    /^(?:Fast-forward|Merge made by|Already up to date|Successfully rebased|Current branch \S+ is up to date)\b.*$/m,
  ],
  ['git am', 'passed', /^Applying: .*$/m],
  ['git apply', 'failed', /^error: .*$/m],
  ['git clone fetch pull push ls-remote submodule', 'failed', REMOTE],
  ['git tag merge pull rebase cherry-pick revert commit am', 'failed', gitError(REMOTE)],
  [
    'git checkout switch branch worktree reset restore rm mv add',
    'failed',
    gitError(REMOTE, NOT_COMMITTED),
  ],
  ['git push', 'failed', /^fatal: (?:The current branch|You are not currently on).*$/m],
  [
    'git commit',
    'failed',
    /^.*\b(?:hook exited with code [1-9]|hook failed|pre-commit.* exited).*$/m,
  ],
  ['gh create', 'passed', /^https:\/\/\S+\/(?:pull|issues|releases|tree)\/\S+$/m],
  [
    'gh create merge close edit ready review comment upload delete watch view checks rerun run',
    'failed',
    /^(?:X |.{0,80} failed: |HTTP [45]\d\d: |GraphQL: |failed to ).*$/m,
  ],
  ['gh checks', 'failed', /^[^\n\t]{1,120}\tfail\t.*$/m],
  ['gh checks', 'passed', /^[^\n\t]{1,120}\tpass\t.*$/m],
  ['gh create merge close edit ready review comment upload delete watch run', 'passed', /^✓ .*$/m],
]

// How our programs are bundled: what the build and the plugin folder share.
import { readFileSync } from 'node:fs'

/** Before everything else in what a client or a person starts. */
export const checkNode = readFileSync('scripts/check-node.cjs', 'utf8').replaceAll(
  /^\/\/.*\n/gm,
  '',
)
export const oneFile = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'error',
}
// The hook: a small file that finds out whether the mode is off, and the rest beside it.
export const modelBesideIt = {
  name: 'model-beside-it',
  setup: (plugins) =>
    plugins.onResolve({ filter: /\/open-model\.js$/ }, () => ({
      path: './open-model.cjs',
      external: true,
    })),
}
// Loaded where it is switched on, and nowhere else.
export const telemetryBesideIt = {
  name: 'telemetry-beside-it',
  setup: (plugins) =>
    plugins.onResolve({ filter: /\/telemetry\/telemetry\.js$/ }, () => ({
      path: './telemetry.cjs',
      external: true,
    })),
}
export const hook = {
  ...oneFile,
  minifyIdentifiers: true,
  external: ['@photostructure/sqlite', '@ai-sdk/*'],
  // A real `import()` would start Node's module loader; `require` is all that is needed.
  supported: { 'dynamic-import': false },
  // CommonJS has no import.meta; the SQLite package is looked up from where the hook lies.
  define: { 'import.meta.url': '__filename', __IN_PLUGIN__: 'false' },
}

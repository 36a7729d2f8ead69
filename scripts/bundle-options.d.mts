import type { BuildOptions, Plugin } from 'esbuild'

export const checkNode: string
export const oneFile: BuildOptions
export const modelBesideIt: Plugin
export const telemetryBesideIt: Plugin
export const hook: BuildOptions

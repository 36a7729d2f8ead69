/** `off` does nothing, `solo` reflects and acts, `orchestrated` reflects and records only. */
export const MODES = ['off', 'solo', 'orchestrated'] as const
export type Mode = (typeof MODES)[number]

export const isMode = (value: unknown): value is Mode => MODES.includes(value as Mode)

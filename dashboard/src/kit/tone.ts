/** What a colour means: good holds, warn was pushed back or is unproven, bad is contradicted. */
export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'info' | 'accent'

/** Coloured text on the page's ground. */
export const toneText: Readonly<Record<Tone, string>> = {
  plain: 'text-soft',
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
  info: 'text-info',
  accent: 'text-accent',
}

/** Text on a wash of its own colour. */
export const toneWash: Readonly<Record<Tone, string>> = {
  plain: 'bg-sunken text-soft',
  good: 'bg-good-wash text-good',
  warn: 'bg-warn-wash text-warn',
  bad: 'bg-bad-wash text-bad',
  info: 'bg-info-wash text-info',
  accent: 'bg-accent-wash text-accent',
}

/** For marks in a chart, as a CSS value. */
export const toneInk: Readonly<Record<Tone, string>> = {
  plain: 'var(--faint)',
  good: 'var(--good)',
  warn: 'var(--warn)',
  bad: 'var(--bad)',
  info: 'var(--info)',
  accent: 'var(--accent)',
}

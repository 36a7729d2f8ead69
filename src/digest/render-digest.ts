import type { Digest, Section } from './read-digest.js'

export const FORMATS = ['text', 'md', 'html'] as const
export type DigestFormat = (typeof FORMATS)[number]

export const renderDigest = (digest: Digest, format: DigestFormat): string =>
  ({ text: toText, md: toMarkdown, html: toHtml })[format](digest)

const titleOf = ({ project, overview: { since, now } }: Digest): string =>
  `${project}, ${since.slice(0, 10)} to ${now.slice(0, 10)}`

const toText = (digest: Digest): string => renderSections(titleOf(digest), digest.sections)

/** As text for a terminal. */
export function renderSections(title: string, sections: readonly Section[]): string {
  const parts = sections.map(({ title: about, lines }) =>
    [about, ...lines.map((line) => `  ${line}`)].join('\n'),
  )
  return [title, ...parts].join('\n\n')
}

function toMarkdown(digest: Digest): string {
  const sections = digest.sections.map(
    ({ title, lines }) =>
      `## ${title}\n\n${lines.map((line) => `- ${plainText(line)}`).join('\n')}`,
  )
  return [`# ${plainText(titleOf(digest))}`, ...sections].join('\n\n')
}

/** What agents wrote is text: none of it becomes a link, an image or a heading. */
const plainText = (text: string): string => text.replaceAll(/[\\`*_[\]<>#|~!]/g, '\\$&')

const toHtml = (digest: Digest): string =>
  renderPage(titleOf(digest), digest.sections, toChart(digest))

/** As one HTML file that loads nothing; `figure` is HTML of our own. */
export function renderPage(title: string, sections: readonly Section[], figure = ''): string {
  const parts = sections.map(
    ({ title: about, lines }) =>
      `<section><h2>${escaped(about)}</h2><ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul></section>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
<main>
<h1>${escaped(title)}</h1>
${figure}
${parts.join('\n')}
</main>
</html>`
}

const WIDTH = 640
const HEIGHT = 110

/** One bar a day: judged stops, and within it those that were sent back. */
function toChart({ overview: { series, stops } }: Digest): string {
  if (stops.judged === 0) return ''
  const most = Math.max(...series.map(({ judged, premature }) => Math.max(judged, premature)))
  const step = WIDTH / series.length
  const bar = (index: number, value: number, kind: string) => {
    const height = (value / most) * HEIGHT
    const box = { x: (index + 0.15) * step, y: HEIGHT - height, width: step * 0.7, height }
    const sides = Object.entries(box).map(([side, length]) => `${side}="${length.toFixed(1)}"`)
    return `<rect class="${kind}" ${sides.join(' ')}/>`
  }
  const bars = series.map(({ day, judged, premature }, index) => {
    const label = `${day}: ${judged} judged, ${premature} too early`
    return `<g><title>${label}</title>${bar(index, judged, 'judged')}${bar(index, Math.min(premature, judged), 'back')}</g>`
  })
  const [first, last] = [series[0]!.day, series.at(-1)!.day]
  return `<figure>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Stops by day: ${stops.judged} judged, ${stops.pushedBack} sent back">
${bars.join('\n')}
</svg>
<div class="days"><span>${first}</span><span>${last}</span></div>
<figcaption><span class="key judged"></span> judged stops, at most ${most} a day <span class="key back"></span> sent back</figcaption>
</figure>`
}

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const STYLE = `
:root { color-scheme: light dark; --ink: #1b1c1a; --soft: #55584f; --paper: #f6f5f0; --line: #d9d7cc; --judged: #b9c4bd; --back: #0e5a55 }
@media (prefers-color-scheme: dark) { :root { --ink: #eceae2; --soft: #b3b5ab; --paper: #121414; --line: #303432; --judged: #4a5552; --back: #6cc4ba } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 40rem; margin: 0 auto; padding: 1.5rem 1rem 3rem }
h1 { font-size: 1.35rem; overflow-wrap: anywhere } h2 { font-size: 1rem; margin: 1.5rem 0 .25rem; border-bottom: 1px solid var(--line); padding-bottom: .25rem }
ul { margin: .5rem 0; padding-left: 1.1rem } li { overflow-wrap: anywhere }
figure { margin: 1rem 0 } svg { width: 100%; height: auto }
.days { display: flex; justify-content: space-between; color: var(--soft); font-size: .8rem }
.judged { fill: var(--judged); background: var(--judged) } .back { fill: var(--back); background: var(--back) }
figcaption { color: var(--soft); font-size: .875rem } .key { display: inline-block; width: .7em; height: .7em; margin-left: .5em }
`

import { wordFinder, wordsOf } from './words.js'

/** What a heading says of the items below it. */
export type HeadingKind = 'left' | 'next' | 'yours' | 'done' | 'optional'

/** null for a heading that says nothing of the kind. Longer ones are sentences of their own. */
export function kindOfHeading(heading: string): HeadingKind | null {
  if (wordsOf(heading).length > MAX_WORDS) return null
  const kinds = findKinds(heading)
  if (kinds.has('none')) return null
  return ORDER.find((kind) => kinds.has(kind)) ?? null
}

const MAX_WORDS = 8

const ORDER: readonly HeadingKind[] = ['optional', 'yours', 'left', 'next', 'done']

const findKinds = wordFinder<HeadingKind | 'none'>('heading', {
  yours: `manual manually yourself required action manuell selbst manuales requerido manuels manuelles manuellement
    requis manuais necessário manuali manualmente`,
  left: `remaining remains todo todos to-do do outstanding pending unfinished incomplete deferred skipped left missing
    undone unresolved verbleibend verbleibende offen offene ausstehend restliche fehlt pendiente pendientes falta
    faltan restante restantes restant restants restantes reste manque pendente pendentes restam rimanente rimanenti
    mancante mancanti rimane`,
  next: `next nächste nächster weitere próximos próximas próximo siguientes suivantes prochaines prochaine seguenti
    prossimi prossimo plan`,
  done: `done completed finished changes changed summary erledigt geändert hecho cambios fait changements feito
    mudanças fatto modifiche`,
  optional: `optional optionally future possible ideas suggestions later improvements recommended optionale optional
    später mögliche ideen opcional opcionales futuro mejoras facultatif optionnel idées futur opcionais melhorias
    opzionale futuri miglioramenti`,
  none: 'none nothing',
})

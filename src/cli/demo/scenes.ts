import type { Scene } from './scene.js'

/** The scenes in the order of the story; each is a file of its own. */
export const scenes: readonly { name: string; load(): Promise<{ scene: Scene }> }[] = [
  { name: 'run', load: () => import('./scenes/run.js') },
  { name: 'stop', load: () => import('./scenes/stop.js') },
  { name: 'stall', load: () => import('./scenes/stall.js') },
  { name: 'failure', load: () => import('./scenes/failure.js') },
  { name: 'turn', load: () => import('./scenes/turn.js') },
  { name: 'cycle', load: () => import('./scenes/cycle.js') },
  { name: 'experiments', load: () => import('./scenes/experiments.js') },
]

import type { Scene } from './scene.js'

/** The scenes in the order of the story, one file each. The first is what `reflect demo` plays. */
export const scenes: readonly { name: string; load(): Promise<{ scene: Scene }> }[] = [
  { name: 'stop', load: () => import('./scenes/stop.js') },
  { name: 'run', load: () => import('./scenes/run.js') },
  { name: 'stall', load: () => import('./scenes/stall.js') },
  { name: 'failure', load: () => import('./scenes/failure.js') },
  { name: 'turn', load: () => import('./scenes/turn.js') },
  { name: 'cycle', load: () => import('./scenes/cycle.js') },
  { name: 'skills', load: () => import('./scenes/skills.js') },
  { name: 'self', load: () => import('./scenes/self.js') },
  { name: 'experiments', load: () => import('./scenes/experiments.js') },
]

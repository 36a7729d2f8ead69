import type { Scene } from '../scene.js'
export const scene: Scene = { name: 'stall', title: '', async play() {} }

import { measureReader } from '../reader/measure-reader.js'

export const program = measureReader('acts', 'what sentences of closing messages do')

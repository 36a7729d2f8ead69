import { measureReader } from '../reader/measure-reader.js'

export const program = measureReader('requests', 'what sentences of requests ask for')

import { measureReader } from '../reader/measure-reader.js'

export const program = measureReader('replies', "how a human's next message takes the work")

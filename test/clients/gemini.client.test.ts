import { gemini } from './clients/gemini.js'
import { describeClient } from './frame/describe-client.js'

describeClient(gemini)

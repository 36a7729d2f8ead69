import { grok } from './clients/grok.js'
import { describeClient } from './frame/describe-client.js'

describeClient(grok)

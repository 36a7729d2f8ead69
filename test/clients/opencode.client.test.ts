import { opencode } from './clients/opencode.js'
import { describeClient } from './frame/describe-client.js'

describeClient(opencode)

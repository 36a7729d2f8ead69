import { pi } from './clients/pi.js'
import { describeClient } from './frame/describe-client.js'

describeClient(pi)

import { copilot } from './clients/copilot.js'
import { describeClient } from './frame/describe-client.js'

describeClient(copilot)

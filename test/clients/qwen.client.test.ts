import { qwen } from './clients/qwen.js'
import { describeClient } from './frame/describe-client.js'

describeClient(qwen)

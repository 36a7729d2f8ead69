import { codex } from './clients/codex.js'
import { describeClient } from './frame/describe-client.js'

describeClient(codex)

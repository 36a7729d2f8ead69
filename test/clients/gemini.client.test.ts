import { gemini } from './clients/gemini.js'
import { describeClient } from './frame/describe-client.js'
import { describeJudge } from './frame/describe-judge.js'

describeClient(gemini, (described) => describeJudge(described, 'gemini', { withTools: true }))

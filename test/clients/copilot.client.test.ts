import { copilot } from './clients/copilot.js'
import { describeClient } from './frame/describe-client.js'
import { describeJudge } from './frame/describe-judge.js'

describeClient(copilot, (described) =>
  describeJudge(described, 'copilot', { hidden: /^COPILOT_(?:PROVIDER|OFFLINE)/ }),
)

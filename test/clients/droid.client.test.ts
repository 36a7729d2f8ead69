import { droid } from './clients/droid.js'
import { describeClient } from './frame/describe-client.js'

describeClient(droid)

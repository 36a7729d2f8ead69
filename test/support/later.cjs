// Loaded before a program of ours (`NODE_OPTIONS=--require`): its clock is so many hours ahead, or behind.
const aheadMs = Number(process.env.TEST_HOURS_AHEAD ?? 0) * 3_600_000
if (aheadMs !== 0) {
  const RealDate = Date
  globalThis.Date = class extends RealDate {
    constructor(...given) {
      if (given.length === 0) super(RealDate.now() + aheadMs)
      else super(...given)
    }
    static now() {
      return RealDate.now() + aheadMs
    }
  }
}

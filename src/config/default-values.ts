// Generated from the schema by `npm run generate`.
import type { Config } from '../schema/config.js'

/** Defaults, freshly built for each caller. */
export const defaultValues = (): Config => ({
  "mode": "off",
  "allowAgents": false,
  "stop": {
    "enabled": true,
    "maxAttempts": 16,
    "nudgeAfterMs": 30000,
    "judge": "auto",
    "judgeSees": "diff",
    "toasts": "problems",
    "exemptWeakened": [],
    "gates": {}
  },
  "stall": {
    "enabled": true,
    "minAgeMs": 30000,
    "thresholds": {
      "sameResult": 4,
      "sameFailure": 3,
      "alternation": 6,
      "sameMessage": 3,
      "emptyCompactions": 10,
      "planningCalls": 8,
      "planningWriteShare": 0.1,
      "circleCommands": 4,
      "circleRepeatShare": 0.4
    },
    "exemptTools": []
  },
  "compaction": {
    "enabled": true
  },
  "turn": {
    "enabled": false,
    "backend": "rulebased",
    "summaryTokens": 128,
    "embed": true,
    "log": true,
    "topkSnippets": 3,
    "budget": {
      "timeMs": 6000,
      "ops": 5
    },
    "everyTurn": true,
    "fixtures": {
      "enabled": false
    }
  },
  "lessons": {
    "enabled": true,
    "maxReflectionsPerRetry": 3,
    "generationTimeoutMs": 30000,
    "retentionDays": 30,
    "holdout": 0.1,
    "storage": "store"
  },
  "recall": {
    "maxChars": 1200
  },
  "memory": {
    "recall": true
  },
  "run": {
    "enabled": true,
    "askSelfReport": false,
    "riskThreshold": 0.5,
    "rankThreshold": 6.5,
    "keepPerSession": 50
  },
  "self": {
    "inject": false
  },
  "cycle": {
    "enabled": true,
    "batchThreshold": 10,
    "consecutiveFailureLimit": 3,
    "lookbackSeconds": 86400,
    "minResultLength": 50,
    "skills": {
      "approval": "ask",
      "maxPerCycle": 3
    },
    "runners": {}
  },
  "checks": {},
  "experiments": {
    "highConfidence": 0.8,
    "gitWindowDays": 14,
    "boardWindowDays": 30
  },
  "models": {
    "backends": {},
    "roles": {},
    "budget": {
      "call": {
        "timeMs": 180000,
        "tokens": 60000,
        "usd": 0.5
      },
      "session": {
        "timeMs": 900000,
        "tokens": 500000,
        "usd": 2
      },
      "day": {
        "timeMs": 7200000,
        "tokens": 5000000,
        "usd": 10
      }
    },
    "fastModels": {},
    "fastForJudge": false,
    "useClientModel": false,
    "prices": {}
  },
  "store": {},
  "retention": {
    "eventsDays": 90,
    "verdictsDays": 180,
    "runsDays": 180,
    "checkRunsDays": 180,
    "episodesDays": 365,
    "exposuresDays": 365,
    "memoryDays": 365,
    "outcomesDays": 180,
    "findingsDays": 180,
    "interactionsDays": 90,
    "modelCallsDays": 180
  },
  "team": {
    "share": "records"
  },
  "telemetry": {
    "otlp": {},
    "content": false
  },
  "serve": {
    "port": 4747,
    "host": "127.0.0.1"
  }
})

/** Every value with a fixed name, as a dotted key. */
export const VALUE_KEYS: readonly string[] = [
  "mode",
  "allowAgents",
  "stop.enabled",
  "stop.maxAttempts",
  "stop.nudgeAfterMs",
  "stop.model",
  "stop.judge",
  "stop.judgeSees",
  "stop.toasts",
  "stop.exemptWeakened",
  "stop.gates",
  "stall.enabled",
  "stall.minAgeMs",
  "stall.thresholds.sameResult",
  "stall.thresholds.sameFailure",
  "stall.thresholds.alternation",
  "stall.thresholds.sameMessage",
  "stall.thresholds.emptyCompactions",
  "stall.thresholds.planningCalls",
  "stall.thresholds.planningWriteShare",
  "stall.thresholds.circleCommands",
  "stall.thresholds.circleRepeatShare",
  "stall.exemptTools",
  "compaction.enabled",
  "turn.enabled",
  "turn.backend",
  "turn.summaryTokens",
  "turn.embed",
  "turn.log",
  "turn.topkSnippets",
  "turn.budget.timeMs",
  "turn.budget.ops",
  "turn.everyTurn",
  "turn.fixtures.enabled",
  "turn.fixtures.path",
  "lessons.enabled",
  "lessons.maxReflectionsPerRetry",
  "lessons.generationTimeoutMs",
  "lessons.retentionDays",
  "lessons.holdout",
  "lessons.storage",
  "lessons.file",
  "recall.maxChars",
  "memory.recall",
  "run.enabled",
  "run.askSelfReport",
  "run.riskThreshold",
  "run.rankThreshold",
  "run.keepPerSession",
  "self.inject",
  "cycle.enabled",
  "cycle.batchThreshold",
  "cycle.consecutiveFailureLimit",
  "cycle.lookbackSeconds",
  "cycle.minResultLength",
  "cycle.skills.dir",
  "cycle.skills.approval",
  "cycle.skills.maxPerCycle",
  "cycle.runners",
  "checks",
  "experiments.highConfidence",
  "experiments.gitWindowDays",
  "experiments.boardWindowDays",
  "models.backends",
  "models.roles.judge",
  "models.roles.stall",
  "models.roles.compaction",
  "models.roles.lesson",
  "models.roles.reflection",
  "models.roles.mutation",
  "models.roles.sub_sessions",
  "models.roles.default",
  "models.budget.call.timeMs",
  "models.budget.call.tokens",
  "models.budget.call.usd",
  "models.budget.session.timeMs",
  "models.budget.session.tokens",
  "models.budget.session.usd",
  "models.budget.day.timeMs",
  "models.budget.day.tokens",
  "models.budget.day.usd",
  "models.fastModels",
  "models.fastForJudge",
  "models.useClientModel",
  "models.prices",
  "store.url",
  "retention.eventsDays",
  "retention.verdictsDays",
  "retention.runsDays",
  "retention.checkRunsDays",
  "retention.episodesDays",
  "retention.exposuresDays",
  "retention.memoryDays",
  "retention.outcomesDays",
  "retention.findingsDays",
  "retention.interactionsDays",
  "retention.modelCallsDays",
  "team.share",
  "telemetry.otlp.endpoint",
  "telemetry.content",
  "serve.port",
  "serve.host",
  "serve.digestDir"
]

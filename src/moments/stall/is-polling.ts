import type { CallItem } from './detector.js'

/** Tools whose job is to ask again until something has happened. */
const POLLING_TOOL = new RegExp(
  [
    String.raw`(?:^|[_-])(?:wait|poll|sleep|watch|monitor|status|tail)(?:[_-]|$)|(?:bash|task|shell|`,
    String.raw`command|agent|process|job)[_-]?(?:output|status|log)s?$|^(?:wait|poll|sleep|monitor)\w*$`,
  ].join(''),
)

/** Commands that look whether somebody else is done. */
const POLLING_COMMAND = new RegExp(
  [
    String.raw`(?:^|[;&|]\s*)(?:sleep|wait|timeout \d+ tail|watch|tail -f)\b`,
    String.raw`\bgh (?:run (?:view|watch|list)|pr (?:checks|status))\b`,
    String.raw`\bglab ci (?:status|view|list)\b`,
    String.raw`\bkubectl (?:get|describe|rollout status|logs|wait|top)\b`,
    String.raw`\b(?:docker|podman)(?: compose|-compose)? (?:ps|logs|inspect|stats|wait|top)\b`,
    String.raw`\b(?:systemctl (?:status|is-active)|journalctl|supervisorctl status|pm2 (?:status|list|logs))\b`,
    String.raw`\b(?:aws|gcloud|az|fly|flyctl|heroku|vercel|terraform)\b.*\b(?:status|describe|wait|list|show|inspect|logs)\b`,
    String.raw`\b(?:curl|wget|http|nc|pg_isready|redis-cli ping|ping)\b.*(?:\b(?:health\w*|ready\w*|live\w*|status|ping)\b|\blocalhost\b|\b127\.0\.0\.1\b)|\bpg_isready\b`,
    String.raw`\b(?:ps|pgrep|jobs|lsof|nvidia-smi|squeue|qstat)\b`,
    String.raw`\b(?:while|until)\b.*\bdo\b.*\bsleep\b`,
  ].join('|'),
)

/**
 * Waiting for something outside repeats itself for a good reason. In lower case: patterns that look
 * for both cases take several times as long to compile.
 */
export const isPolling = ({ tool, toolKind, action }: CallItem): boolean =>
  POLLING_TOOL.test(tool.toLowerCase()) ||
  (toolKind === 'command' && POLLING_COMMAND.test(action.toLowerCase()))

import pino from 'pino'
import type { LogLevel } from '#config/values.ts'
import type { Log } from '#ports/log.ts'

/** Writes the log to standard error, a JSON object a line. Callers pass no passwords and no keys. */
export function pinoLog(level: LogLevel): Log {
  const logger = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: true }),
  )
  return {
    error: (facts, message) => logger.error(facts, message),
    warn: (facts, message) => logger.warn(facts, message),
    info: (facts, message) => logger.info(facts, message),
    debug: (facts, message) => logger.debug(facts, message),
  }
}

/** The server's log. The first argument holds facts, the second is a sentence. */
export interface Log {
  error(facts: Readonly<Record<string, unknown>>, message: string): void
  warn(facts: Readonly<Record<string, unknown>>, message: string): void
  info(facts: Readonly<Record<string, unknown>>, message: string): void
  debug(facts: Readonly<Record<string, unknown>>, message: string): void
}

export const silentLog: Log = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} }

/** A line on standard error with how many messages are done. */
export interface ProgressLine {
  show(messages: number): void
  end(messages: number): void
}

/** Draws progress on a terminal, four times a second at most; elsewhere a line every ten seconds. */
export function progressLine(what: string, all?: number): ProgressLine {
  const { isTTY } = process.stderr
  const began = Date.now()
  let last = began
  const text = (messages: number) => {
    const seconds = Math.max(1, (Date.now() - began) / 1000)
    const share = all === undefined ? '' : ` of ${all}`
    return `${what} ${messages}${share} messages, ${Math.round(messages / seconds)}/s`
  }
  return {
    show(messages) {
      if (Date.now() - last < (isTTY ? 250 : 10_000)) return
      last = Date.now()
      process.stderr.write(isTTY ? `\r\u001B[K${text(messages)}` : `${text(messages)}\n`)
    },
    end: (messages) => void process.stderr.write(`${isTTY ? '\r\u001B[K' : ''}${text(messages)}\n`),
  }
}

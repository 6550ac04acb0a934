/** A line on standard error with how much is done. */
export interface ProgressLine {
  show(done: number): void
  end(done: number): void
}

/** Draws progress on a terminal, four times a second at most; elsewhere a line every ten seconds. */
export function progressLine(what: string, unit = 'messages', all?: number): ProgressLine {
  const { isTTY } = process.stderr
  const began = Date.now()
  let last = began
  const text = (done: number) => {
    const seconds = Math.max(1, (Date.now() - began) / 1000)
    const share = all === undefined ? '' : ` of ${all}`
    return `${what} ${done}${share} ${unit}, ${Math.round(done / seconds)}/s`
  }
  return {
    show(done) {
      if (Date.now() - last < (isTTY ? 250 : 10_000)) return
      last = Date.now()
      process.stderr.write(isTTY ? `\r\u001B[K${text(done)}` : `${text(done)}\n`)
    },
    end: (done) => void process.stderr.write(`${isTTY ? '\r\u001B[K' : ''}${text(done)}\n`),
  }
}

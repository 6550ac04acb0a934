import { GrowthCollection } from './growth-collection.ts'
import { thisProcess } from './idle-collection.ts'

/** A line on standard error with how much is done. */
export interface ProgressLine {
  show(done: number): void
  end(done: number): void
}

/**
 * Draws progress on a terminal, four times a second at most; elsewhere a line every ten seconds. Commands that tell how far
 * they are work for long, so it also keeps their garbage small.
 */
export function progressLine(what: string, unit = 'messages', all?: number): ProgressLine {
  const { isTTY } = process.stderr
  const collection = new GrowthCollection(thisProcess())
  const began = Date.now()
  let last = began
  const text = (done: number) => {
    const seconds = Math.max(1, (Date.now() - began) / 1000)
    const share = all === undefined ? '' : ` of ${all}`
    return `${what} ${done}${share} ${unit}, ${Math.round(done / seconds)}/s`
  }
  return {
    show(done) {
      collection.look()
      if (Date.now() - last < (isTTY ? 250 : 10_000)) return
      last = Date.now()
      process.stderr.write(isTTY ? `\r\u001B[K${text(done)}` : `${text(done)}\n`)
    },
    end: (done) => void process.stderr.write(`${isTTY ? '\r\u001B[K' : ''}${text(done)}\n`),
  }
}

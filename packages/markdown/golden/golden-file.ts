/** One case of a golden file: a message and the HTML it becomes. */
export interface GoldenCase {
  /** `[variant] name`; see `goldenVariants`. */
  readonly title: string
  readonly text: string
  readonly html: string
}

export interface GoldenFile {
  readonly introduction: string
  readonly cases: readonly GoldenCase[]
}

const caseMark = '§ '
const arrow = '→'

/**
 * Reads a golden file: an introduction, then cases. Each begins with a line `§ name`, followed by the message, a line
 * `→` and the HTML. A blank line at the end of a case is not part of it.
 */
export function parseGolden(source: string): GoldenFile {
  const [introduction = '', ...rest] = source.split(new RegExp(`^${caseMark}`, 'm'))
  const cases = rest.map((block) => {
    const [title = '', ...lines] = block.trimEnd().split('\n')
    const middle = lines.indexOf(arrow)
    const end = middle < 0 ? lines.length : middle
    return { title, text: lines.slice(0, end).join('\n'), html: lines.slice(end + 1).join('\n') }
  })
  return { introduction: introduction.trimEnd(), cases }
}

export function formatGolden({ introduction, cases }: GoldenFile): string {
  const blocks = cases.map(({ title, text, html }) => `${caseMark}${title}\n${text}\n${arrow}\n${html}`)
  return `${[introduction, ...blocks].join('\n\n')}\n`
}

/** Returns the variant that a title names in brackets, or undefined. */
export function variantOf(title: string): string | undefined {
  return /^\[([^\]]+)\]/.exec(title)?.[1]
}

/** A test file, with the statements that it sends to the database. */
export interface NotedFile {
  readonly path: string
  readonly statements: ReadonlySet<string>
  readonly milliseconds: number
}

/**
 * Returns files that can be left out so that each statement is still sent by another one. Only those that `maySpare` are
 * left out. Of files that send the same, the quick ones stay.
 */
export function spareFiles(files: readonly NotedFile[], maySpare: (file: NotedFile) => boolean): NotedFile[] {
  const sent = new Set(files.filter((file) => !maySpare(file)).flatMap(({ statements }) => [...statements]))
  let candidates = files.filter(maySpare)
  for (;;) {
    const worth = candidates.map((file) => ({
      file,
      fresh: [...file.statements].filter((statement) => !sent.has(statement)),
    }))
    const [best] = worth.toSorted((a, b) => gain(b) - gain(a))
    if (!best || best.fresh.length === 0) return candidates
    for (const statement of best.fresh) sent.add(statement)
    candidates = candidates.filter((file) => file !== best.file)
  }
}

/** Statements that only this file adds, for each millisecond. */
const gain = ({ file, fresh }: { readonly file: NotedFile; readonly fresh: readonly string[] }): number =>
  fresh.length / Math.max(file.milliseconds, 1)

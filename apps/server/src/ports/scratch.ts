/** A folder of the local disk. Disposing of it removes it with all that is in it. */
export interface ScratchFolder extends AsyncDisposable {
  readonly path: string
}

/** Local disk for a moment. Files lie there while they are made or read, and nothing there lasts. */
export interface Scratch {
  /** Makes an empty folder, for `await using`. */
  folder(): Promise<ScratchFolder>
  /** Removes what killed processes left behind, if it is older than `before` (UNIX milliseconds). */
  removeLeftOvers(before: number): Promise<void>
}

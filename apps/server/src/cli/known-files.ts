import { closeSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { KnownFiles } from '#areas/backups/save-everything.ts'
import { whereMissing } from '#model/where-missing.ts'

const line = z.tuple([z.string(), z.int(), z.string()])

/** Digests of uploaded files that an earlier backup has read, in a file of the data folder. */
export class KnownFilesNote implements KnownFiles {
  readonly #before = new Map<string, { readonly size: number; readonly sha256: string }>()
  readonly #path: string
  readonly #file: number

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'backup-known.jsonl')
    for (const text of (readIfThere(this.#path) ?? '').split('\n')) {
      const known = parse(text)
      if (known) this.#before.set(known[0], { size: known[1], sha256: known[2] })
    }
    this.#file = openSync(`${this.#path}.part`, 'w', 0o600)
  }

  find(path: string, size: number): string | undefined {
    const known = this.#before.get(path)
    return known?.size === size ? known.sha256 : undefined
  }

  note({
    path,
    bytes,
    sha256,
  }: {
    readonly path: string
    readonly bytes: number
    readonly sha256: string
  }): void {
    writeSync(this.#file, `${JSON.stringify([path, bytes, sha256])}\n`)
  }

  /** Keeps what was noted, for the next backup; or leaves the notes of the earlier one. */
  close(isWhole: boolean): void {
    closeSync(this.#file)
    if (isWhole) renameSync(`${this.#path}.part`, this.#path)
    else rmSync(`${this.#path}.part`, { force: true })
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    return whereMissing(error)
  }
}

/** A damaged line costs reading one file again. */
function parse(text: string): z.output<typeof line> | undefined {
  try {
    return line.safeParse(JSON.parse(text)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

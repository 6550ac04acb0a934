import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type * as z from 'zod'
import { whereMissing } from '#model/where-missing.ts'

/** Reads a note of the data folder. Undefined for one that is missing or cannot be understood. */
export function readNote<T extends z.ZodType>(path: string, form: T): z.output<T> | undefined {
  try {
    return form.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    return whereMissing(error)
  }
}

/** Writes a note as a whole: whoever reads meanwhile gets the one before. */
export function writeNote(path: string, note: object): void {
  writeFileSync(`${path}.part`, `${JSON.stringify(note)}\n`, { mode: 0o600 })
  renameSync(`${path}.part`, path)
}

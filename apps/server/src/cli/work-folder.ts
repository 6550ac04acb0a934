import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of the local disk in which an import works. Another run for the same archive finds it again. */
export class WorkFolder implements Disposable {
  readonly path: string
  /** An import that was cut off goes on with what is here. */
  isKept = false

  private constructor(path: string) {
    this.path = path
  }

  /** Makes the folder for an archive or a folder, or finds that of an earlier run. */
  static open(dataDir: string, source: string): WorkFolder {
    const facts = statSync(source)
    // A folder has another time with each file that is added.
    const state = facts.isFile() ? [facts.size, facts.mtimeMs] : []
    const key = createHash('sha256')
      .update([realpathSync(source), ...state].join('\0'))
      .digest('hex')
    const path = join(dataDir, 'import-work', key.slice(0, 24))
    mkdirSync(path, { recursive: true })
    return new WorkFolder(path)
  }

  has(name: string): boolean {
    return existsSync(join(this.path, name))
  }

  /** Makes an empty folder in it, without what an earlier run left there. */
  empty(name: string): string {
    const path = join(this.path, name)
    rmSync(path, { recursive: true, force: true })
    mkdirSync(path)
    return path
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true })
  }

  [Symbol.dispose](): void {
    if (!this.isKept) this.remove()
  }
}

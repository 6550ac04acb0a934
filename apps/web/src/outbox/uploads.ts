import { ApiError } from '@tagma/client/api-error.ts'
import { draftKey, type DraftPlace } from './drafts.ts'
import { randomName } from './random-name.ts'

/** A file on its way to the server. */
export interface Upload {
  readonly id: string
  readonly name: string
  /** In bytes. */
  readonly size: number
  readonly sent: number
  /** An address of the picture in memory, if it is one. */
  readonly picture?: string
  /** The reason why it was refused. */
  readonly reason?: string
}

/** Uploads by the `draftKey` of the text that they belong to. */
export type Uploads = ReadonlyMap<string, readonly Upload[]>

export interface UploadPorts {
  readonly get: () => Uploads
  readonly set: (uploads: Uploads) => void
  readonly send: (
    file: File,
    options: { readonly signal: AbortSignal; readonly onProgress: (bytes: number) => void },
  ) => Promise<{ readonly url: string; readonly filename: string }>
  /** Puts a link into the text of a place. */
  readonly place: (to: DraftPlace, link: string) => void
}

/** Files at a time. */
const atOnce = 2

interface Task {
  readonly id: string
  readonly to: DraftPlace
  readonly file: File
  readonly control: AbortController
}

/** Sends files for texts that are being written. They go on when one leaves the conversation. */
export class UploadRunner {
  readonly #ports: UploadPorts
  readonly #waiting: Task[] = []
  readonly #running = new Map<string, Task>()

  constructor(ports: UploadPorts) {
    this.#ports = ports
  }

  add(to: DraftPlace, files: readonly File[]): void {
    for (const file of files) {
      const id = randomName()
      const picture = file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined
      const upload = {
        id,
        name: file.name,
        size: file.size,
        sent: 0,
        ...(picture === undefined ? {} : { picture }),
      }
      this.#change(to, (uploads) => [...uploads, upload])
      this.#waiting.push({ id, to, file, control: new AbortController() })
    }
    this.#run()
  }

  /** Ends an upload, or takes away one that was refused. */
  cancel(to: DraftPlace, id: string): void {
    this.#running.get(id)?.control.abort()
    const at = this.#waiting.findIndex((task) => task.id === id)
    if (at >= 0) this.#waiting.splice(at, 1)
    this.#remove(to, id)
  }

  #run(): void {
    while (this.#running.size < atOnce) {
      const task = this.#waiting.shift()
      if (!task) return
      this.#running.set(task.id, task)
      void this.#send(task)
    }
  }

  async #send({ id, to, file, control }: Task): Promise<void> {
    const update = (parts: Partial<Upload>) =>
      this.#change(to, (uploads) =>
        uploads.map((upload) => (upload.id === id ? { ...upload, ...parts } : upload)),
      )
    try {
      const { url, filename } = await this.#ports.send(file, {
        signal: control.signal,
        onProgress: (sent) => update({ sent }),
      })
      this.#remove(to, id)
      if (!control.signal.aborted) this.#ports.place(to, linkTo(filename, url))
    } catch (error) {
      if (!control.signal.aborted)
        update({ reason: error instanceof ApiError ? error.message : String(error) })
    } finally {
      this.#running.delete(id)
      this.#run()
    }
  }

  #remove(to: DraftPlace, id: string): void {
    this.#change(to, (uploads) =>
      uploads.filter((upload) => {
        if (upload.id === id && upload.picture !== undefined) URL.revokeObjectURL(upload.picture)
        return upload.id !== id
      }),
    )
  }

  #change(to: DraftPlace, next: (uploads: readonly Upload[]) => readonly Upload[]): void {
    const { get, set } = this.#ports
    const all = new Map(get())
    const uploads = next(all.get(draftKey(to)) ?? [])
    if (uploads.length > 0) all.set(draftKey(to), uploads)
    else all.delete(draftKey(to))
    set(all)
  }
}

/** Returns Markdown that links a file. */
export const linkTo = (name: string, url: string) => `[${name.replace(/[[\]\\]/g, String.raw`\$&`)}](${url})`

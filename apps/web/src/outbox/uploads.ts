import { ApiError } from '@tagma/client/api-error.ts'
import type { Destination } from './destination.ts'
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

/** The text that a file belongs to. */
export type UploadPlace =
  | DraftPlace
  /** A message that is edited. `within`: its conversation, whose draft gets the files that arrive after the edit. */
  | { readonly kind: 'edit'; readonly messageId: number; readonly within: Destination }

/** Returns a text that is equal for the same place. */
export const uploadKey = (to: UploadPlace) => (to.kind === 'edit' ? `edit ${to.messageId}` : draftKey(to))

/** Uploads by the `uploadKey` of the text that they belong to. */
export type Uploads = ReadonlyMap<string, readonly Upload[]>

export interface UploadPorts {
  readonly get: () => Uploads
  readonly set: (uploads: Uploads) => void
  readonly send: (
    file: File,
    options: {
      readonly signal: AbortSignal
      readonly onProgress: (bytes: number) => void
      /** The place on the server where an earlier page began to send the file. */
      readonly place: string | undefined
      /** Told of the place, once sending has begun there. */
      readonly onPlace: (place: string) => void
      /** Has an event `hurry` when the connection is back: whoever waits to try again does so at once. */
      readonly hurries: EventTarget
    },
  ) => Promise<{ readonly url: string; readonly filename: string }>
  readonly kept: FileStore
  /** Makes a file this tab's to send. Resolves with false if another open tab sends it. */
  readonly claim: (id: string) => Promise<boolean>
  /** Puts a link into the text of a place. */
  readonly place: (to: UploadPlace, link: string) => void
}

/** A file as the device keeps it until the server has it. */
export interface KeptFile {
  readonly id: string
  readonly to: UploadPlace
  readonly file: File
  readonly place?: string
}

/** Keeps files over reloads. */
export interface FileStore {
  load(): Promise<readonly KeptFile[]>
  /** Adds a file, or replaces the one with its `id`. */
  put(file: KeptFile): Promise<void>
  remove(id: string): Promise<void>
}

/** Files at a time. */
const atOnce = 2

interface Task extends KeptFile {
  readonly control: AbortController
}

/** Sends files for texts that are being written. They go on when one leaves the conversation, and after a reload. */
export class UploadRunner {
  readonly #ports: UploadPorts
  readonly #waiting: Task[] = []
  readonly #running = new Map<string, Task>()
  readonly #hurries = new EventTarget()

  constructor(ports: UploadPorts) {
    this.#ports = ports
  }

  /** Goes on with the files that an earlier page left. */
  async start(): Promise<void> {
    const { kept, claim } = this.#ports
    // Storage can be forbidden or broken. Then files go as long as the page.
    const left = await kept.load().catch((): readonly KeptFile[] => [])
    for (const file of left) if (!this.#isKnown(file) && (await claim(file.id))) this.#enqueue(file)
    this.#run()
  }

  /** Goes on at once with files that wait for the connection. */
  hurry(): void {
    this.#hurries.dispatchEvent(new Event('hurry'))
  }

  add(to: UploadPlace, files: readonly File[]): void {
    for (const file of files) {
      const kept = { id: randomName(), to, file }
      this.#enqueue(kept)
      void this.#ports.claim(kept.id)
      this.#keep(kept)
    }
    this.#run()
  }

  /** A file that cannot be kept is sent all the same. */
  #keep(file: KeptFile): void {
    if (this.#isKnown(file)) this.#ports.kept.put(file).catch(() => undefined)
  }

  #isKnown({ to, id }: KeptFile): boolean {
    return (this.#ports.get().get(uploadKey(to)) ?? []).some((upload) => upload.id === id)
  }

  #forget(id: string): void {
    this.#ports.kept.remove(id).catch(() => undefined)
  }

  #enqueue(kept: KeptFile): void {
    const { id, to, file } = kept
    const picture = file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined
    const upload = {
      id,
      name: file.name,
      size: file.size,
      sent: 0,
      ...(picture === undefined ? {} : { picture }),
    }
    this.#change(to, (uploads) => [...uploads, upload])
    this.#waiting.push({ ...kept, control: new AbortController() })
  }

  /** Ends an upload, or takes away one that was refused. */
  cancel(to: UploadPlace, id: string): void {
    this.#running.get(id)?.control.abort()
    const at = this.#waiting.findIndex((task) => task.id === id)
    if (at >= 0) this.#waiting.splice(at, 1)
    this.#remove(to, id)
    this.#forget(id)
  }

  #run(): void {
    while (this.#running.size < atOnce) {
      const task = this.#waiting.shift()
      if (!task) return
      this.#running.set(task.id, task)
      void this.#send(task)
    }
  }

  async #send({ id, to, file, place, control }: Task): Promise<void> {
    const update = (parts: Partial<Upload>) =>
      this.#change(to, (uploads) =>
        uploads.map((upload) => (upload.id === id ? { ...upload, ...parts } : upload)),
      )
    try {
      const { url, filename } = await this.#ports.send(file, {
        signal: control.signal,
        onProgress: (sent) => update({ sent }),
        place,
        onPlace: (begun) => this.#keep({ id, to, file, place: begun }),
        hurries: this.#hurries,
      })
      this.#remove(to, id)
      if (!control.signal.aborted) this.#ports.place(to, linkTo(filename, url))
      this.#forget(id)
    } catch (error) {
      if (!control.signal.aborted) {
        update({ reason: error instanceof ApiError ? error.message : String(error) })
        this.#forget(id)
      }
    } finally {
      this.#running.delete(id)
      this.#run()
    }
  }

  #remove(to: UploadPlace, id: string): void {
    this.#change(to, (uploads) =>
      uploads.filter((upload) => {
        if (upload.id === id && upload.picture !== undefined) URL.revokeObjectURL(upload.picture)
        return upload.id !== id
      }),
    )
  }

  #change(to: UploadPlace, next: (uploads: readonly Upload[]) => readonly Upload[]): void {
    const { get, set } = this.#ports
    const all = new Map(get())
    const uploads = next(all.get(uploadKey(to)) ?? [])
    if (uploads.length > 0) all.set(uploadKey(to), uploads)
    else all.delete(uploadKey(to))
    set(all)
  }
}

/** Returns Markdown that links a file. */
export const linkTo = (name: string, url: string) => `[${name.replace(/[[\]\\]/g, String.raw`\$&`)}](${url})`

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
  /** Whether it becomes a message of its own, as recordings do: the text does not wait for it. */
  readonly isMessage?: boolean
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
  /** Sends a link as a message of its own. The same `id` twice is the same message. */
  readonly post: (to: Destination, link: string, id: string) => void
}

/** A file as the device keeps it until the server has it. */
export interface KeptFile {
  readonly id: string
  readonly to: UploadPlace
  readonly file: File
  readonly place?: string
  /** Set if its link is sent as a message, instead of put into the text. */
  readonly isMessage?: boolean
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
  to: UploadPlace
  place?: string
  control: AbortController
  /** Set as soon as the server has the file. */
  link?: string
}

/** Sends files for texts that are being written, also after one left or reloaded. Links come in the order of the files. */
export class UploadRunner {
  readonly #ports: UploadPorts
  readonly #waiting: Task[] = []
  readonly #running = new Map<string, Task>()
  readonly #refused = new Map<string, Task>()
  /** Those that the server has, until the files before them are there. */
  readonly #done = new Map<string, Task>()
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
    for (const file of files) this.#begin({ id: randomName(), to, file })
    this.#run()
  }

  /** Sends a file as a message of its own. */
  addMessage(to: Destination, file: File): void {
    this.#begin({ id: randomName(), to, file, isMessage: true })
    this.#run()
  }

  #begin(kept: KeptFile): void {
    this.#enqueue(kept)
    void this.#ports.claim(kept.id)
    this.#keep(kept)
  }

  /** Sends a refused file once more. */
  retry(id: string): void {
    const task = this.#refused.get(id)
    if (!task) return
    this.#refused.delete(id)
    task.control = new AbortController()
    this.#update(task, ({ reason: _reason, ...upload }) => ({ ...upload, sent: 0 }))
    this.#keep(task)
    this.#waiting.push(task)
    this.#run()
  }

  /** Returns a file that is not sent yet. */
  fileOf(id: string): File | undefined {
    const task =
      this.#running.get(id) ?? this.#refused.get(id) ?? this.#waiting.find((each) => each.id === id)
    return (task ?? this.#done.get(id))?.file
  }

  /** A conversation has moved: its files go with it. */
  move(from: Destination, to: Destination): void {
    const { get, set } = this.#ports
    const moved = get().get(uploadKey(from))
    if (!moved) return
    const all = new Map(get())
    all.delete(uploadKey(from))
    set(all.set(uploadKey(to), [...(all.get(uploadKey(to)) ?? []), ...moved]))
    const tasks = [this.#running, this.#refused, this.#done].flatMap((each) => [...each.values()])
    for (const task of [...this.#waiting, ...tasks])
      if (uploadKey(task.to) === uploadKey(from)) {
        task.to = to
        if (task.isMessage || !this.#refused.has(task.id)) this.#keep(task)
      }
  }

  /** A file that cannot be kept is sent all the same. */
  #keep(kept: KeptFile): void {
    if (!this.#isKnown(kept)) return
    const { id, to, file, place, isMessage } = kept
    this.#ports.kept
      .put({ id, to, file, ...(place === undefined ? {} : { place }), ...(isMessage ? { isMessage } : {}) })
      .catch(() => undefined)
  }

  #isKnown({ to, id }: KeptFile): boolean {
    return (this.#ports.get().get(uploadKey(to)) ?? []).some((upload) => upload.id === id)
  }

  #forget(id: string): void {
    this.#ports.kept.remove(id).catch(() => undefined)
  }

  #enqueue(kept: KeptFile): void {
    const { id, to, file, isMessage } = kept
    const picture = file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined
    const upload = {
      id,
      name: file.name,
      size: file.size,
      sent: 0,
      ...(picture === undefined ? {} : { picture }),
      ...(isMessage ? { isMessage } : {}),
    }
    this.#change(to, (uploads) => [...uploads, upload])
    this.#waiting.push({ ...kept, control: new AbortController() })
  }

  /** Ends an upload, or takes away one that was refused. */
  cancel(to: UploadPlace, id: string): void {
    this.#running.get(id)?.control.abort()
    const at = this.#waiting.findIndex((task) => task.id === id)
    if (at >= 0) this.#waiting.splice(at, 1)
    this.#refused.delete(id)
    this.#done.delete(id)
    this.#remove(to, id)
    this.#forget(id)
    this.#handOver(to)
  }

  #run(): void {
    while (this.#running.size < atOnce) {
      const task = this.#waiting.shift()
      if (!task) return
      this.#running.set(task.id, task)
      void this.#send(task)
    }
  }

  async #send(task: Task): Promise<void> {
    const { id, file, place, control, isMessage } = task
    try {
      const { url, filename } = await this.#ports.send(file, {
        signal: control.signal,
        onProgress: (sent) => this.#update(task, (upload) => ({ ...upload, sent })),
        place,
        onPlace: (begun) => {
          task.place = begun
          this.#keep(task)
        },
        hurries: this.#hurries,
      })
      if (control.signal.aborted) return
      task.link = linkTo(filename, url, file.type)
      this.#done.set(id, task)
      this.#update(task, (upload) => ({ ...upload, sent: upload.size }))
    } catch (error) {
      if (!control.signal.aborted) {
        const reason = error instanceof ApiError ? error.message : String(error)
        this.#update(task, (upload) => ({ ...upload, reason }))
        this.#refused.set(id, task)
        // Other files are on the device anyway.
        if (!isMessage) this.#forget(id)
      }
    } finally {
      this.#running.delete(id)
      this.#handOver(task.to)
      this.#run()
    }
  }

  /** Hands over what is done, up to the first file that its text waits for. A refused one holds nothing up. */
  #handOver(to: UploadPlace): void {
    let isHeld = false
    for (const { id, reason, isMessage = false } of this.#ports.get().get(uploadKey(to)) ?? []) {
      const task = this.#done.get(id)
      if (task && (isMessage || !isHeld)) this.#hand(task)
      else if (reason === undefined && !isMessage) isHeld = true
    }
  }

  #hand(task: Task): void {
    const { id, to, isMessage, link = '' } = task
    this.#done.delete(id)
    this.#remove(to, id)
    if (isMessage && (to.kind === 'topic' || to.kind === 'people')) this.#ports.post(to, link, id)
    else this.#ports.place(to, link)
    this.#forget(id)
  }

  #update({ id, to }: Task, next: (upload: Upload) => Upload): void {
    this.#change(to, (uploads) => uploads.map((upload) => (upload.id === id ? next(upload) : upload)))
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

/** Types of sound that the server knows by their content, so that messages show a player for them. */
const played = /^audio\/(?:aac|flac|mp4|mpeg|ogg|wav|webm|x-m4a|x-wav)$/

/** Returns Markdown that links a file, or shows the player of a sound. */
export const linkTo = (name: string, url: string, type = '') =>
  `${played.test(type) ? '!' : ''}[${name.replace(/[[\]\\]/g, String.raw`\$&`)}](${url})`

import type { Files } from '../files.ts'
import { firstText, type Row, rowIn, textIn } from '../rows.ts'
import { rowsOfCollection } from './rocket-chat-rows.ts'

/** Name of a file of GridFS after it was put together from its pieces. */
export const gridFile = (bucket: string, id: string): string =>
  `gridfs/${bucket}/${id.replaceAll(/[^\p{L}\p{N}._-]/gu, '_').replace(/^\.+/, '_')}`

/** Buckets of GridFS whose files are carried over: uploads, pictures of people, and custom emoji. */
export const gridBuckets = ['rocketchat_uploads', 'rocketchat_avatars', 'custom_emoji'] as const

/** Files of a server by their ids: in GridFS, in the folder of a file system, or in a copy of a bucket. */
export class RocketChatFiles {
  readonly #files: Files
  readonly #byName = new Map<string, string>()
  readonly #uploads = new Map<string, Row>()

  constructor(files: Files) {
    this.#files = files
    // Elsewhere than in GridFS a file is named by its id, with its ending or without.
    for (const name of files.names) {
      const last = name.split('/').at(-1) ?? name
      if (name.startsWith('gridfs/') || /\.bson(\.gz)?$/.test(last)) continue
      this.#byName.set(last, name)
      this.#byName.set(last.replace(/\.[^.]+$/, ''), name)
    }
  }

  static async read(files: Files): Promise<RocketChatFiles> {
    const read = new RocketChatFiles(files)
    for await (const row of rowsOfCollection(files, 'rocketchat_uploads'))
      read.#uploads.set(textIn(row, '_id'), row)
    return read
  }

  /** Name in the archive, and name for people, of an upload. */
  upload(id: string, shown: string): { readonly file: string; readonly name: string } {
    const row = this.#uploads.get(id)
    const file = this.#of('rocketchat_uploads', id, textIn(rowIn(row ?? {}, 'AmazonS3'), 'path'))
    return {
      file: file ?? gridFile('rocketchat_uploads', id),
      name: firstText(row ?? {}, 'name') || shown || id,
    }
  }

  /** File with a picture of somebody, by the id of that picture. */
  avatar(id: string): string | undefined {
    return this.#of('rocketchat_avatars', id)
  }

  /** File of an emoji by its name and ending. */
  emoji(id: string): string | undefined {
    return this.#of('custom_emoji', id)
  }

  #of(bucket: string, id: string, path = ''): string | undefined {
    const grid = gridFile(bucket, id)
    if (this.#files.size(grid) !== undefined) return grid
    return this.#byName.get(path.split('/').at(-1) || id) ?? this.#byName.get(id)
  }
}

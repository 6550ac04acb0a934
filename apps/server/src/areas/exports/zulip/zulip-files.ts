import { pictureKey, pictureNames } from '#areas/organization/picture-present.ts'
import { avatarKeys } from '#areas/users/set-avatar.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { BlobStore } from '#ports/blob-store.ts'
import { blobEntry, jsonEntry } from '../archive-entries.ts'
import type { Entry } from '../tar.ts'
import type { ZulipBook, ZulipRow } from './zulip-book.ts'

/** A file of a folder: the key of our blob, the path in the export, and what its record says beside. */
interface Filed {
  readonly key: string
  readonly path: string
  readonly record: ZulipRow
}

/** An upload, as far as its file needs it. */
interface UploadedRow {
  readonly path_id: string
  readonly owner_id: number
  readonly content_type: string
  readonly created_at: number
}

/** Yields the folders of files, each with its list. */
export async function* zulipFiles(
  blobs: BlobStore,
  directory: OrganizationDirectory,
  book: ZulipBook,
  uploads: readonly UploadedRow[],
): AsyncGenerator<Entry> {
  const { realm } = book
  yield* folder(blobs, realm, 'uploads', [
    ...uploads.map(({ path_id, owner_id, content_type, created_at }) => ({
      key: path_id,
      path: path_id,
      record: { user_profile_id: owner_id, content_type: content_type || null, last_modified: created_at },
    })),
  ])
  const people = [...directory.users.values()].filter(({ avatarSource }) => avatarSource === 'U')
  yield* folder(
    blobs,
    realm,
    'avatars',
    people.flatMap((user) => {
      const record = { user_profile_id: user.id, content_type: 'image/png', last_modified: user.createdAt }
      const { small, medium } = avatarKeys(user)
      return [
        { key: small, path: `${realm}/${user.id}.png`, record },
        { key: medium, path: `${realm}/${user.id}.original`, record },
      ]
    }),
  )
  yield* folder(
    blobs,
    realm,
    'emoji',
    [...directory.emoji.values()].map((emoji) => {
      const file_name = emojiFile(emoji)
      return {
        key: emoji.sourceUrl.replace(/^\/user_avatars\//, ''),
        path: `${realm}/emoji/images/${file_name}`,
        record: { file_name, user_profile_id: emoji.authorId, last_modified: 0 },
      }
    }),
  )
  const { pictures } = directory.organization
  yield* folder(
    blobs,
    realm,
    'realm_icons',
    (['icon', 'logo', 'nightLogo'] as const)
      .filter((picture) => pictures[picture] > 0)
      .flatMap((picture) =>
        ['.original', '.png'].map((ending) => ({
          key: pictureKey(directory.organization.id, picture, pictures[picture]),
          path: `${realm}/${pictureNames[picture]}${ending}`,
          record: { content_type: 'image/png', last_modified: 0 },
        })),
      ),
  )
}

/** Name of an emoji's file. */
export const emojiFile = ({ id, sourceUrl }: { readonly id: number; readonly sourceUrl: string }): string =>
  `${id}${/\.\w+$/.exec(sourceUrl)?.[0] ?? ''}`

async function* folder(
  blobs: BlobStore,
  realm_id: number,
  name: string,
  files: readonly Filed[],
): AsyncGenerator<Entry> {
  const records: ZulipRow[] = []
  for (const { key, path, record } of files)
    for await (const entry of blobEntry(blobs, `${name}/${path}`, key)) {
      records.push({ path, s3_path: path, realm_id, size: entry.size, ...record })
      yield entry
    }
  yield jsonEntry(`${name}/records.json`, records)
}
